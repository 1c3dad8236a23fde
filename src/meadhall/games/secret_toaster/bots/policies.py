"""Policies: rules of thumb that choose one of the listed actions.

They score each listed order by what it wins, risks and prepares, write the best one while one is
good enough, and then are ready. They differ in style; the marshal is the standard one.
"""

from collections.abc import Callable, Sequence

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.bots.diplomacy import choose_treaty
from meadhall.games.secret_toaster.bots.outlook import Outlook, Style
from meadhall.games.secret_toaster.rules.planning.projection import project
from meadhall.games.secret_toaster.rules.round.odds import SURE
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_ORDERS,
    Action,
    Order,
    Ready,
    Secret,
    Submit,
    Table,
    View,
)

LEAST_SCORE = 15  # an order below this is not written
PLUNDER = 30  # beating a garrison counts as this percentage of its troops


STYLES = {
    "marshal": Style(),
    "raider": Style(fortify=50, risk=30, castle=130),
    "warden": Style(fortify=130, risk=200),
    "zealot": Style(fortify=70, castle=300),
    "captain": Style(knight=500, fortify=110, risk=60),
    "gallant": Style(fortify=50, risk=30, castle=130, diplomatic=True),
    "courtier": Style(diplomatic=True),
}


def make_policy(
    style: Style, orders: int = MOST_ORDERS
) -> Callable[[View, Seat, Sequence[Action], Rng], Action]:
    """The policy with that style, which writes at most so many orders a round."""

    def policy(view: View, seat: Seat, legal: Sequence[Action], rng: Rng) -> Action:
        """A treaty if there is a good one, else the best order, else ready."""
        if view.secret is None or Ready() not in legal[:1]:
            return legal[0]
        may_treat = style.diplomatic or not view.secret.orders
        treaty = choose_treaty(view.table, seat, legal, style) if may_treat else None
        if treaty is None and len(view.secret.orders) >= orders:
            return Ready()
        return treaty or _next_order(view, view.secret, legal, style, rng)

    return policy


def _next_order(
    view: View, secret: Secret, legal: Sequence[Action], style: Style, rng: Rng
) -> Action:
    """The best order, by lot among equals, or ready if none is good enough."""
    orders = [action for action in legal if isinstance(action, Submit)]
    if view.seat is None or not orders:
        return Ready()
    ties = best_orders(view.table, secret, view.seat, orders, style)
    return rng.choice(ties)[0] if ties else Ready()


def rank(view: View, seat: Seat, legal: Sequence[Action]) -> list[Action]:
    """The orders by the marshal's score; of each march first the best number of troops only."""
    orders = [action for action in legal if isinstance(action, Submit)]
    if view.secret is None or not orders:
        return []
    scores = score_orders(view.table, view.secret, seat, orders, Style())
    ranked = sorted(zip(scores, range(len(orders)), strict=True), key=lambda pair: -pair[0])
    first: dict[tuple[object, ...], Action] = {}
    for _, number in ranked:
        order = orders[number].order
        first.setdefault((order.knight, order.type, order.to), orders[number])
    best = [*first.values()]
    return [*best, *(orders[number] for _, number in ranked if orders[number] not in best)]


def score_orders(
    table: Table, secret: Secret, seat: Seat, orders: Sequence[Submit], style: Style
) -> list[int]:
    """What each order wins, risks and prepares, as the style sees it."""
    projection = project(table, secret, seat, len(secret.orders) + 1)
    outlook = Outlook(table, projection, secret.objective, style)
    return [_SCORES[action.order.type](outlook, action.order) for action in orders]


def best_orders(
    table: Table, secret: Secret, seat: Seat, orders: Sequence[Submit], style: Style
) -> list[Submit]:
    """The orders with the highest score; none if that is too low."""
    scores = score_orders(table, secret, seat, orders, style)
    best = max(scores)
    if best < LEAST_SCORE:
        return []
    return [a for a, score in zip(orders, scores, strict=True) if score == best]


def _score_fortify(outlook: Outlook, order: Order) -> int:
    here, troops = order.to, outlook.projection.troops[order.to]
    grown = troops + FORTIFY_TROOPS
    safer = outlook.risk(here, troops) - outlook.risk(here, grown)
    pulled = outlook.pull(here, grown) - outlook.pull(here, troops)
    return outlook.style.fortify + outlook.weighted_risk(here, safer) + pulled


def _score_promote(outlook: Outlook, order: Order) -> int:
    here, troops = order.to, outlook.projection.troops[order.to]
    left = troops - KNIGHT_PRICE
    riskier = outlook.risk(here, left) - outlook.risk(here, troops)
    knights = len(outlook.projection.own_knights()) + outlook.projection.raised
    worth = outlook.style.knight // knights if left >= KNIGHT_PRICE * knights else 0
    return worth - outlook.weighted_risk(here, riskier)


def _score_march(outlook: Outlook, order: Order) -> int:
    start, goal, troops = order.origin, order.to, order.troops
    there = outlook.projection.troops
    chance = outlook.chance(goal, troops)
    if goal in outlook.foreign:
        gain = _score_conquest(outlook, order, chance)
    else:
        safer = outlook.risk(goal, there[goal]) - outlook.risk(goal, there[goal] + troops)
        gain = outlook.weighted_risk(goal, safer)
    riskier = outlook.risk(start, there[start] - troops) - outlook.risk(start, there[start])
    pulled = outlook.pull(goal, there[goal] + troops) * chance // SURE
    return gain - outlook.weighted_risk(start, riskier) + pulled - outlook.pull(start, there[start])


def _score_conquest(outlook: Outlook, order: Order, chance: int) -> int:
    """What a battle gains if it is won, less what it costs if it is lost."""
    garrison, _ = outlook.foreign[order.to]
    won = outlook.worth[order.to] + garrison * PLUNDER // 100
    stay = SURE - outlook.risk(order.to, order.troops) // 2
    lost = order.troops // 2 + outlook.style.knight
    return (won * chance // SURE * stay - lost * (SURE - chance)) // SURE


_SCORES: dict[str, Callable[[Outlook, Order], int]] = {
    "fortify": _score_fortify,
    "promote": _score_promote,
    "move": _score_march,
    "attack": _score_march,
}

POLICIES = {name: make_policy(style) for name, style in STYLES.items()}
"""The marshal first: levels and sampling use it."""

BEGINNERS = {"page": make_policy(Style(), 1), "squire": make_policy(Style(), 2)}
"""Marshals who do not use all their orders, for levels."""

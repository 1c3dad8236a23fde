"""The marshal: a player made of rules of thumb, and others of his school with another temper.

He weighs every order on the list by what it wins, risks and prepares, writes the best while one is
worth it, and hands in. He takes allies who are worth having and parts from those who are not.
"""

from collections.abc import Callable, Sequence

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE
from meadhall.games.secret_toaster.council import Council, Temper
from meadhall.games.secret_toaster.odds import SURE
from meadhall.games.secret_toaster.prospect import prospect
from meadhall.games.secret_toaster.table import alliance_named, alliance_of
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    Accept,
    Action,
    Ask,
    Expel,
    Leave,
    Order,
    Ready,
    Secret,
    Submit,
    Table,
    View,
)

FIRST_ALLIANCE = 2  # in the first rounds nobody can tell who is worth an alliance
WORTHWHILE = 15
POWER_OF_HEX, POWER_OF_KNIGHT = 10, 200
PLUNDER = 30  # what beating a garrison counts, in percent of its troops


TEMPERS = {
    "marshal": Temper(),
    "raider": Temper(fortify=50, risk=30, castle=130),
    "warden": Temper(fortify=130, risk=200),
    "zealot": Temper(fortify=70, castle=300),
    "captain": Temper(knight=500, fortify=110, risk=60),
    "gallant": Temper(fortify=50, risk=30, castle=130, courtly=True),
    "courtier": Temper(courtly=True),
}


def commander(temper: Temper) -> Callable[[View, Seat, Sequence[Action], Rng], Action]:
    """The policy of somebody with that temper."""

    def policy(view: View, seat: Seat, legal: Sequence[Action], rng: Rng) -> Action:
        """The best thing to do next, by rule of thumb."""
        if view.secret is None or Ready() not in legal[:1]:
            return legal[0]
        treating = temper.courtly or not view.secret.orders
        treaty = diplomacy(view.table, seat, legal, temper) if treating else None
        return treaty or _next_order(view, view.secret, legal, temper, rng)

    return policy


def _next_order(
    view: View, secret: Secret, legal: Sequence[Action], temper: Temper, rng: Rng
) -> Action:
    """The weightiest order, or none if nothing is worth an order."""
    orders = [action for action in legal if isinstance(action, Submit)]
    if view.seat is None or not orders:
        return Ready()
    ties = weightiest(view.table, secret, view.seat, orders, temper)
    return rng.choice(ties)[0] if ties else Ready()


def weightiest(
    table: Table, secret: Secret, seat: Seat, orders: Sequence[Submit], temper: Temper
) -> list[Submit]:
    """The orders that weigh most, if that is worth an order."""
    outlook = prospect(table, secret, seat, len(secret.orders) + 1)
    advice = Council(table, outlook, secret.objective, temper)
    weights = [_WEIGH[action.order.type](advice, action.order) for action in orders]
    best = max(weights)
    if best < WORTHWHILE:
        return []
    return [a for a, weight in zip(orders, weights, strict=True) if weight == best]


def _fortify(advice: Council, order: Order) -> int:
    here, troops = order.to, advice.outlook.troops[order.to]
    grown = troops + FORTIFY_TROOPS
    safer = advice.risk(here, troops) - advice.risk(here, grown)
    pulled = advice.pull(here, grown) - advice.pull(here, troops)
    return advice.temper.fortify + advice.at_stake(here, safer) + pulled


def _promote(advice: Council, order: Order) -> int:
    here, troops = order.to, advice.outlook.troops[order.to]
    left = troops - KNIGHT_PRICE
    riskier = advice.risk(here, left) - advice.risk(here, troops)
    knights = len(advice.outlook.own_knights()) + advice.outlook.raised
    worth = advice.temper.knight // knights if left >= KNIGHT_PRICE * knights else 0
    return worth - advice.at_stake(here, riskier)


def _march(advice: Council, order: Order) -> int:
    start, goal, troops = order.origin, order.to, order.troops
    there = advice.outlook.troops
    chance = advice.chance(goal, troops)
    if goal in advice.foreign:
        gain = _conquest(advice, order, chance)
    else:
        safer = advice.risk(goal, there[goal]) - advice.risk(goal, there[goal] + troops)
        gain = advice.at_stake(goal, safer)
    riskier = advice.risk(start, there[start] - troops) - advice.risk(start, there[start])
    pulled = advice.pull(goal, there[goal] + troops) * chance // SURE
    return gain - advice.at_stake(start, riskier) + pulled - advice.pull(start, there[start])


def _conquest(advice: Council, order: Order, chance: int) -> int:
    """What a battle wins and, when it is lost, costs."""
    garrison, _ = advice.foreign[order.to]
    won = advice.worth[order.to] + garrison * PLUNDER // 100
    stay = SURE - advice.risk(order.to, order.troops) // 2
    lost = order.troops // 2 + advice.temper.knight
    return (won * chance // SURE * stay - lost * (SURE - chance)) // SURE


def diplomacy(table: Table, seat: Seat, legal: Sequence[Action], temper: Temper) -> Action | None:
    """Take in or seek the strongest; part from who has become too weak."""
    own = alliance_of(table, seat)
    if temper.courtly and own is not None and len(own.members) == 1:
        return _courtesy(table, legal)
    if own is None or table.round < FIRST_ALLIANCE:
        return None
    strong = power(table, seat) * 2 // 3
    guests = [a for a in legal if isinstance(a, Accept) and power(table, a.seat) >= strong]
    if guests:
        return max(guests, key=lambda guest: (power(table, guest.seat), -guest.seat))
    weak = [m for m in own.members if m != seat and 2 * power(table, m) < strong]
    if weak:
        part: Action = Expel(min(weak)) if own.leader == seat else Leave()
        return part if part in legal else None
    return _courtship(table, seat, legal) if len(own.members) == 1 else None


def _courtesy(table: Table, legal: Sequence[Action]) -> Action | None:
    """Let in whoever asks; else ask the holder of the castle, then the others, one by one."""
    holder = alliance_of(table, table.owners[CASTLE])
    wooed = Ask(holder.name) if holder else None
    asks = [action for action in legal if isinstance(action, Ask)]
    guests = [action for action in legal if isinstance(action, Accept)]
    guest = min(guests, key=lambda guest: guest.seat, default=None)
    return guest or (wooed if wooed in asks else next(iter(asks), None))


def _courtship(table: Table, seat: Seat, legal: Sequence[Action]) -> Action | None:
    """Ask the strongest alliance, one at a time."""
    if any(seat in alliance.asking for alliance in table.alliances):
        return None
    asks = [a for a in legal if isinstance(a, Ask)]
    best = max(asks, key=lambda ask: _power_of(table, ask.name), default=None)
    worthy = best is not None and 3 * _power_of(table, best.name) >= 2 * power(table, seat)
    return best if worthy else None


def power(table: Table, seat: Seat) -> int:
    """How strong a player is, by what everybody sees."""
    troops = sum(stacks[seat] for stacks in table.troops)
    knights = sum(knight.owner == seat for knight in table.knights)
    return troops + POWER_OF_HEX * table.owners.count(seat) + POWER_OF_KNIGHT * knights


def _power_of(table: Table, name: str) -> int:
    alliance = alliance_named(table, name)
    members = alliance.members if alliance else ()
    return max((power(table, member) for member in members), default=0)


_WEIGH: dict[str, Callable[[Council, Order], int]] = {
    "fortify": _fortify,
    "promote": _promote,
    "move": _march,
    "attack": _march,
}

POLICIES = {name: commander(temper) for name, temper in TEMPERS.items()}
"""The marshal first: he is the one that is played against."""

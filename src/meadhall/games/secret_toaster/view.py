"""What each viewer may know: the table, and for a player their own orders and objective."""

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.games.secret_toaster.bots.policies import POLICIES
from meadhall.games.secret_toaster.rules.board import NEIGHBOURS
from meadhall.games.secret_toaster.rules.events import Event, Planned, Voided
from meadhall.games.secret_toaster.rules.objectives import MOST_DEALS, deal_objectives, fits_threats
from meadhall.games.secret_toaster.rules.planning.choices import order_choices
from meadhall.games.secret_toaster.rules.planning.orders import add_order
from meadhall.games.secret_toaster.rules.table import knights_of, mode, terms
from meadhall.games.secret_toaster.types import (
    Action,
    Objective,
    Order,
    Ready,
    Secret,
    State,
    Submit,
    Table,
    View,
)

_RANDOM_ONE_IN = 4  # one sampled order in four is drawn from all that are listed


def view(state: State, viewer: Viewer) -> View:
    """The table is public; a secret is for its own seat only."""
    return View(viewer, state.table, None if viewer is None else state.secrets[viewer])


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """Only their player sees orders before they are carried out, and why one is void."""
    if isinstance(event, Planned) and event.seat != viewer:
        return Planned(event.seat, event.count)
    if isinstance(event, Voided) and event.seat != viewer:
        return Voided(event.seat, event.number)
    return event


def resample(known: View, rng: Rng) -> State:
    """A state that looks like this view; the others' objectives and orders are sampled."""
    table = known.table
    objectives, rng = _deal_objectives(known, rng)
    secrets = []
    for seat, objective in enumerate(objectives):
        secret = Secret(objective=objective)
        for _ in range(table.players[seat].orders if seat != known.seat else 0):
            order, rng = _sample_order(table, secret, seat, rng)
            secret = add_order(table, secret, order)
        secrets.append(secret)
    if known.seat is not None and known.secret is not None:
        secrets[known.seat] = known.secret
    # The true generator is secret, so the dice to come are sampled too.
    return State(table, tuple(secrets), rng.fork("dice"))


def _deal_objectives(known: View, rng: Rng) -> tuple[tuple[Objective | None, ...], Rng]:
    """A deal of objectives that agrees with what the viewer knows."""
    table, seats = known.table, len(known.table.players)
    if table.outcome is not None:
        return table.outcome.objectives, rng
    if mode(table) != "objectives":
        return (None,) * seats, rng
    # Deal until the own objective is right; every seat can get every one, so this ends. Threats are
    # given up after `MOST_DEALS`.
    deals = 0
    while True:
        deals += 1
        dealt, rng = deal_objectives(seats, terms(table).kingmakers, rng)
        own = (
            known.seat is None
            or known.secret is None
            or dealt[known.seat] == known.secret.objective
        )
        if own and (deals > MOST_DEALS or fits_threats(table, dealt)):
            return dealt, rng


def _sample_order(table: Table, secret: Secret, seat: Seat, rng: Rng) -> tuple[Order, Rng]:
    """An order that the seat may have written: mostly one that a good player would."""
    choices = order_choices(table, secret, seat)
    if not choices:
        return _outdated_order(table, secret, seat), rng
    any_order, rng = rng.choice(choices)
    kind, rng = rng.below(_RANDOM_ONE_IN)
    if kind == 0:
        return any_order, rng
    legal: tuple[Action, ...] = (Ready(), *map(Submit, choices))
    good = POLICIES["marshal"](View(seat, table, secret), seat, legal, rng)
    return (good.order if isinstance(good, Submit) else any_order), rng


def _outdated_order(table: Table, secret: Secret, seat: Seat) -> Order:
    """Stands for an order that was legal before an alliance broke; none is legal now."""
    knight = knights_of(table, seat)[0]
    number = len(secret.orders) + 1
    return Order(number, "move", knight.name, knight.hex, NEIGHBOURS[knight.hex][0])

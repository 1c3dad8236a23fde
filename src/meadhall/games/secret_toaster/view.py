"""What each pair of eyes may know: the table, and to a player the own orders and objective."""

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.games.secret_toaster.board import NEIGHBOURS
from meadhall.games.secret_toaster.events import Event, Planned, Voided
from meadhall.games.secret_toaster.listing import order_choices
from meadhall.games.secret_toaster.marshal import POLICIES
from meadhall.games.secret_toaster.orders import submitted
from meadhall.games.secret_toaster.table import knights_of, mode
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
from meadhall.games.secret_toaster.victory import MOST_DEALS, believable, deal_objectives

_WHIMS = 4  # one order in four is imagined to be a whim


def view(state: State, viewer: Viewer) -> View:
    """The table is public; everything else is the seat's own."""
    return View(viewer, state.table, None if viewer is None else state.secrets[viewer])


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """Orders are shown to their player alone until they are carried out, and so is their fate."""
    if isinstance(event, Planned) and event.seat != viewer:
        return Planned(event.seat, event.count)
    if isinstance(event, Voided) and event.seat != viewer:
        return Voided(event.seat, event.number)
    return event


def resample(seen: View, rng: Rng) -> State:
    """A state that looks like this view: others' objectives and orders are drawn anew."""
    table = seen.table
    objectives, rng = _objectives(seen, rng)
    secrets = []
    for seat, objective in enumerate(objectives):
        secret = Secret(objective=objective)
        for _ in range(table.players[seat].orders if seat != seen.seat else 0):
            order, rng = _some_order(table, secret, seat, rng)
            secret = submitted(table, secret, order)
        secrets.append(secret)
    if seen.seat is not None and seen.secret is not None:
        secrets[seen.seat] = seen.secret
    return State(table, tuple(secrets), rng.fork("dice"))


def _objectives(seen: View, rng: Rng) -> tuple[tuple[Objective | None, ...], Rng]:
    """Objectives as they may have been dealt, by what the viewer knows."""
    table, seats = seen.table, len(seen.table.players)
    if table.outcome is not None:
        return table.outcome.objectives, rng
    if mode(table) != "objectives":
        return (None,) * seats, rng
    deals = 0
    while True:
        deals += 1
        dealt, rng = deal_objectives(seats, rng)
        own = seen.seat is None or seen.secret is None or dealt[seen.seat] == seen.secret.objective
        if own and (deals > MOST_DEALS or believable(table, dealt)):
            return dealt, rng


def _some_order(table: Table, secret: Secret, seat: Seat, rng: Rng) -> tuple[Order, Rng]:
    """An order that the seat may have written: mostly what a marshal would, or any other."""
    choices = order_choices(table, secret, seat)
    if not choices:
        return _old_order(table, secret, seat), rng
    any_order, rng = rng.choice(choices)
    whim, rng = rng.below(_WHIMS)
    if whim == 0:
        return any_order, rng
    legal: tuple[Action, ...] = (Ready(), *map(Submit, choices))
    wise = POLICIES["marshal"](View(seat, table, secret), seat, legal, rng)
    return (wise.order if isinstance(wise, Submit) else any_order), rng


def _old_order(table: Table, secret: Secret, seat: Seat) -> Order:
    """An order from before the alliances changed: nothing like it could be written now."""
    knight = knights_of(table, seat)[0]
    number = len(secret.orders) + 1
    return Order(number, "move", knight.name, knight.hex, NEIGHBOURS[knight.hex][0])

"""What the own orders promise: the odds of each battle, as far as it can be foreseen."""

from collections.abc import Iterator
from dataclasses import dataclass

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.listing import defence, order_choices
from meadhall.games.secret_toaster.odds import win_chance
from meadhall.games.secret_toaster.prospect import Prospect, prospect
from meadhall.games.secret_toaster.types import Action, Order, Secret, Submit, Table, View


@dataclass(frozen=True, slots=True)
class Preview:
    """An order and, where it leads into a battle, the chance to win it (of 10,000)."""

    order: Order
    chance: int | None


def previews(view: View) -> tuple[Preview, ...]:
    """The viewer's orders, each seen from what the ones before it promise."""
    if view.seat is None or view.secret is None:
        return ()
    table, secret, seat = view.table, view.secret, view.seat
    return tuple(preview(table, secret, seat, order) for order in secret.orders)


def preview(table: Table, secret: Secret, seat: Seat, order: Order) -> Preview:
    """The order with its odds if nobody else moved first."""
    return Preview(order, _chance(table, prospect(table, secret, seat, order.number), order))


def attacks(view: View) -> Iterator[Preview]:
    """The attacks that the viewer could order next."""
    if view.seat is None or view.secret is None or view.table.outcome is not None:
        return
    table, secret, seat = view.table, view.secret, view.seat
    outlook = prospect(table, secret, seat, min(len(secret.orders) + 1, 3))
    for order in order_choices(table, secret, seat):
        chance = _chance(table, outlook, order)
        if chance is not None:
            yield Preview(order, chance)


def _chance(table: Table, outlook: Prospect, order: Order) -> int | None:
    marching = order.type in ("move", "attack")
    if not marching or outlook.is_friendly(order.to) or outlook.owners[order.to] is None:
        return None
    defenders, lead = defence(table, outlook, order.to)
    return win_chance(order.troops + outlook.troops[order.to], defenders, lead)


def odds(shown: Preview) -> str:
    """How likely the order's battle is won; nothing where there is none."""
    return "" if shown.chance is None else f"wins with {percent(shown.chance)}"


def foresee(view: View, action: Action) -> str:
    """The odds of an order that could be written now."""
    if view.seat is None or view.secret is None or not isinstance(action, Submit):
        return ""
    return odds(preview(view.table, view.secret, view.seat, action.order))


def percent(chance: int) -> str:
    """A chance as people read it."""
    return f"{chance // 100}.{chance % 100:02} %"


def in_prospect(seen: Preview) -> str:
    """An attack that could be ordered, and its odds."""
    order, chance = seen.order, seen.chance or 0
    way = f"from {order.origin} with {order.troops} against {order.to}"
    return f"{order.knight} {way}: {percent(chance)}"

"""Adding and removing orders."""

from dataclasses import replace

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.planning.order_refusals import order_refusal
from meadhall.games.secret_toaster.rules.planning.projection import project, routes, with_route
from meadhall.games.secret_toaster.rules.table import is_standard
from meadhall.games.secret_toaster.types import MOST_ORDERS, Order, Route, Secret, Table


def submit_refusal(table: Table, secret: Secret, seat: Seat, order: Order) -> Refusal | None:
    """Why the seat cannot write this order now."""
    count = len(secret.orders)
    if count + 1 < order.number <= MOST_ORDERS:
        sentence = f"Write order {count + 1} first."
        return Refusal("ORDER_GAP", sentence, (str(order.number),), "Orders")
    # A number out of range is refused below, but the projection needs a valid one.
    number = min(max(order.number, 1), MOST_ORDERS)
    return order_refusal(project(table, secret, seat, number), order)


def withdraw_refusal(secret: Secret, number: int) -> Refusal | None:
    """Why the order of that number cannot be taken back."""
    if 1 <= number <= len(secret.orders):
        return None
    return Refusal("NO_SUCH_ORDER", f"You have no order {number}.", (str(number),), "Orders")


def add_order(table: Table, secret: Secret, order: Order) -> Secret:
    """The secret with the order; it replaces the one of its number and all later ones."""
    if not is_standard(table):
        return _add_order_legacy(table, secret, order)
    orders = (*secret.orders[: order.number - 1], order)
    return replace(secret, orders=orders, courses=routes(table.knights, orders))


def _add_order_legacy(table: Table, secret: Secret, order: Order) -> Secret:
    """The same as in the original program, with two of its errors.

    An order that replaces another keeps the old number of troops. And the knight of the replaced
    order is still expected where that order would have led.
    """
    kept = secret.orders[: order.number - 1]
    replaced = secret.orders[len(kept) : order.number]
    written = replace(order, troops=replaced[0].troops) if replaced else order
    done = order.number
    # Routes end with the replaced order instead of before it: this is the second error (T3).
    halted = tuple(
        Route(c.knight, (*c.hexes[:done], *(c.hexes[done - 1],) * (MOST_ORDERS - done)))
        for c in secret.courses
    )
    changed = with_route(table.knights, halted, order)
    return replace(secret, orders=(*kept, written), courses=changed)


def remove_orders(table: Table, secret: Secret, number: int) -> Secret:
    """The secret without the order of that number and all later ones."""
    orders = secret.orders[: number - 1]
    return replace(secret, orders=orders, courses=routes(table.knights, orders))

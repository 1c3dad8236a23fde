"""Writing orders: submitting, overwriting, withdrawing, handing in."""

from dataclasses import replace

from meadhall.core.refusal import Refusal
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.prospect import courses, prospect, with_course
from meadhall.games.secret_toaster.table import is_standard
from meadhall.games.secret_toaster.types import MOST_ORDERS, Course, Order, Secret, Table
from meadhall.games.secret_toaster.validation import judge


def submit_refusal(table: Table, secret: Secret, seat: Seat, order: Order) -> Refusal | None:
    """Why the seat cannot write this order now."""
    count = len(secret.orders)
    if count + 1 < order.number <= MOST_ORDERS:
        sentence = f"Write order {count + 1} first."
        return Refusal("ORDER_GAP", sentence, (str(order.number),), "Orders")
    number = min(max(order.number, 1), MOST_ORDERS)
    return judge(prospect(table, secret, seat, number), order)


def withdraw_refusal(secret: Secret, number: int) -> Refusal | None:
    """Why there is no order of that number to take back."""
    if 1 <= number <= len(secret.orders):
        return None
    return Refusal("NO_SUCH_ORDER", f"You have no order {number}.", (str(number),), "Orders")


def submitted(table: Table, secret: Secret, order: Order) -> Secret:
    """The secret with the order written; one of the same number goes, and all later ones."""
    kept = secret.orders[: order.number - 1]
    if is_standard(table):
        orders = (*kept, order)
        return replace(secret, orders=orders, courses=courses(table.knights, orders))
    return _submitted_as_of_old(table, secret, order)


def _submitted_as_of_old(table: Table, secret: Secret, order: Order) -> Secret:
    """The old program kept the troop count, and the course, of an order that was written over.

    Where a knight stood after the order of that number was taken for where he stands later on.
    """
    kept = secret.orders[: order.number - 1]
    replaced = secret.orders[len(kept) : order.number]
    written = replace(order, troops=replaced[0].troops) if replaced else order
    done = order.number
    halted = tuple(
        Course(c.knight, (*c.hexes[:done], *(c.hexes[done - 1],) * (MOST_ORDERS - done)))
        for c in secret.courses
    )
    set_ = with_course(table.knights, halted, order)
    return replace(secret, orders=(*kept, written), courses=set_)


def withdrawn(table: Table, secret: Secret, number: int) -> Secret:
    """The secret without the order of that number and the later ones."""
    orders = secret.orders[: number - 1]
    return replace(secret, orders=orders, courses=courses(table.knights, orders))

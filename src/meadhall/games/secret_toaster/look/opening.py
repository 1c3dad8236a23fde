"""What players call the orders of a first round."""

from collections.abc import Sequence

from meadhall.games.secret_toaster.types import (
    Action,
    OrderType,
    Ready,
    Submit,
    Unready,
    View,
    Withdraw,
)

_ORDERS: dict[OrderType, str] = {
    "move": "march",
    "attack": "attack",
    "fortify": "fortify",
    "promote": "raise a knight",
}


def opening(view: View, actions: Sequence[Action]) -> str:
    """The first round's orders in a word each: `March, march, fortify`."""
    del view
    orders: dict[int, OrderType] = {}
    is_ready = False
    for action in actions:
        if is_ready and not isinstance(action, Unready):
            break  # the round is over
        is_ready = isinstance(action, Ready)
        if isinstance(action, Submit | Withdraw):
            number = action.order.number if isinstance(action, Submit) else action.number
            orders = {n: type_ for n, type_ in orders.items() if n < number}
        if isinstance(action, Submit):
            orders[action.order.number] = action.order.type
    return ", ".join(_ORDERS[orders[number]] for number in sorted(orders)).capitalize()

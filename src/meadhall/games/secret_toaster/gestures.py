"""What a person clicks for an action: a knight, a hex and an amount, or a button."""

from meadhall.games.secret_toaster.board import HexId
from meadhall.games.secret_toaster.types import (
    Accept,
    Action,
    Ask,
    Create,
    Expel,
    Join,
    Rename,
    Submit,
    Withdraw,
)


def hex_id(hex_: HexId) -> str:
    """The id of a hex in the scene."""
    return f"hex-{hex_}"


def knight_id(name: str) -> str:
    """The id of a knight in the scene."""
    return f"knight-{name.replace(' ', '_')}"


def troops_id(troops: int) -> str:
    """The id of the button for that many troops."""
    return f"troops-{troops}"


def button_id(action: Action) -> str:
    """The id of the button for an action that is no order."""
    match action:
        case Withdraw(number):
            return f"withdraw-{number}"
        case Accept(seat) | Expel(seat):
            return f"{action.kind}-{seat}"
        case Ask(name) | Join(name) | Create(name) | Rename(name):
            return f"{action.kind}-{name}"
        case _:
            return action.kind


def gesture(action: Action) -> tuple[str, ...]:
    """The ids in order. A march is a knight, a hex and a number; other orders a knight and a word.

    The number of the order is the next one and the knight's hex is where he is expected to be.
    """
    if not isinstance(action, Submit):
        return (button_id(action),)
    order = action.order
    knight = knight_id(order.knight)
    if order.type in ("move", "attack"):
        return knight, hex_id(order.to), troops_id(order.troops)
    return knight, order.type

"""Clicks: which ones stand for an action, and which action is meant by some clicks."""

from collections.abc import Iterator

from meadhall.games.secret_toaster.rules.board import HEXES
from meadhall.games.secret_toaster.rules.planning.choices import march_type
from meadhall.games.secret_toaster.rules.planning.projection import Projection, project
from meadhall.games.secret_toaster.types import (
    MOST_ORDERS,
    AcceptMember,
    Action,
    AskToJoin,
    CreateAlliance,
    ExpelMember,
    HexId,
    JoinAlliance,
    Knight,
    LeaveAlliance,
    Order,
    OrderType,
    Ready,
    RenameAlliance,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)

_TROOPS = "troops-"
_LONGEST_ID = 20
"""Longer than the id of any possible amount. The limit keeps `int` fast on hostile input."""


def hex_id(hex_: HexId) -> str:
    """The id of a hex in the scene."""
    return f"hex-{hex_}"


def knight_id(name: str) -> str:
    """The id of a knight in the scene."""
    return f"knight-{name.replace(' ', '_')}"


def troops_id(troops: int) -> str:
    """The id of the button for that many troops."""
    return f"{_TROOPS}{troops}"


def button_id(action: Action) -> str:
    """The id of the button for an action that is not an order."""
    match action:
        case Withdraw(number):
            return f"withdraw-{number}"
        case AcceptMember(seat) | ExpelMember(seat):
            return f"{action.kind}-{seat}"
        case AskToJoin(name) | JoinAlliance(name) | CreateAlliance(name) | RenameAlliance(name):
            return f"{action.kind}-{name}"
        case _:
            return action.kind


def gesture(action: Action) -> tuple[str, ...]:
    """The ids to click, in order: knight, hex and amount for a march; knight and word; or a button.

    The number of the order and the hex of the knight are not clicked: an order is always the next
    one, and its knight starts where he is expected to be.
    """
    if not isinstance(action, Submit):
        return (button_id(action),)
    order = action.order
    knight = knight_id(order.knight)
    if order.type in ("move", "attack"):
        return knight, hex_id(order.to), troops_id(order.troops)
    return knight, order.type


def action_from_clicks(view: View, clicks: tuple[str, ...]) -> Action | None:
    """The action that these clicks mean, legal or not. A knight alone means to fortify."""
    if view.seat is None or view.secret is None:
        return None
    pressed = {button_id(action): action for action in _button_actions(view.table)}.get(clicks[0])
    if pressed is not None:
        return pressed
    number = len(view.secret.orders) + 1
    projection = project(view.table, view.secret, view.seat, number)
    knight = _knight(projection, clicks[0])
    return None if knight is None else _order(projection, number, knight, clicks[1:])


def _button_actions(table: Table) -> Iterator[Action]:
    """The actions that one button stands for."""
    yield from (Ready(), Unready(), LeaveAlliance())
    yield from map(Withdraw, range(1, MOST_ORDERS + 1))
    for seat in range(len(table.players)):
        yield from (AcceptMember(seat), ExpelMember(seat))
    for alliance in table.alliances:
        yield from (AskToJoin(alliance.name), JoinAlliance(alliance.name))


def _knight(projection: Projection, id_: str) -> Knight | None:
    return next((knight for knight in projection.knights if knight_id(knight.name) == id_), None)


def _order(projection: Projection, number: int, knight: Knight, clicks: tuple[str, ...]) -> Submit:
    here = knight.hex
    to = _hex(projection, clicks[0]) if clicks else None
    if to is None:
        type_: OrderType = "promote" if clicks[:1] == ("promote",) else "fortify"
        return Submit(Order(number, type_, knight.name, here, here))
    troops = _troops(clicks[1][:_LONGEST_ID]) if len(clicks) > 1 else projection.troops[here]
    return Submit(Order(number, march_type(projection, to), knight.name, here, to, troops))


def _hex(projection: Projection, id_: str) -> HexId | None:
    """The clicked hex, or the hex of the clicked knight."""
    knight = _knight(projection, id_)
    if knight is not None:
        return knight.hex
    return next((hex_ for hex_ in range(HEXES) if hex_id(hex_) == id_), None)


def _troops(id_: str) -> int:
    number = id_.removeprefix(_TROOPS)
    return int(number) if number.isascii() and number.isdecimal() else 0

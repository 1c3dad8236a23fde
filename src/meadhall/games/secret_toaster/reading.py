"""What somebody means who clicks a knight, a hex, an amount or a button, allowed or not."""

from collections.abc import Iterator

from meadhall.games.secret_toaster.board import HEXES, HexId
from meadhall.games.secret_toaster.gestures import button_id, hex_id, knight_id
from meadhall.games.secret_toaster.listing import march_type
from meadhall.games.secret_toaster.prospect import Prospect, prospect
from meadhall.games.secret_toaster.types import (
    MOST_ORDERS,
    Accept,
    Action,
    Ask,
    Expel,
    Join,
    Knight,
    Leave,
    Order,
    OrderType,
    Ready,
    Submit,
    Table,
    Unready,
    View,
    Withdraw,
)

_TROOPS = "troops-"
_LONGEST = 20
"""Longer than the id of any amount that there can be."""


def reading(view: View, clicks: tuple[str, ...]) -> Action | None:
    """The order or the button; a knight alone is meant to stay and fortify."""
    if view.seat is None or view.secret is None:
        return None
    pressed = {button_id(action): action for action in _pressable(view.table)}.get(clicks[0])
    if pressed is not None:
        return pressed
    number = len(view.secret.orders) + 1
    outlook = prospect(view.table, view.secret, view.seat, number)
    knight = _knight(outlook, clicks[0])
    return None if knight is None else _order(outlook, number, knight, clicks[1:])


def _pressable(table: Table) -> Iterator[Action]:
    yield from (Ready(), Unready(), Leave())
    yield from map(Withdraw, range(1, MOST_ORDERS + 1))
    for seat in range(len(table.players)):
        yield from (Accept(seat), Expel(seat))
    for alliance in table.alliances:
        yield from (Ask(alliance.name), Join(alliance.name))


def _knight(outlook: Prospect, id_: str) -> Knight | None:
    return next((knight for knight in outlook.knights if knight_id(knight.name) == id_), None)


def _order(outlook: Prospect, number: int, knight: Knight, clicks: tuple[str, ...]) -> Submit:
    here = knight.hex
    to = _hex(outlook, clicks[0]) if clicks else None
    if to is None:
        type_: OrderType = "promote" if clicks[:1] == ("promote",) else "fortify"
        return Submit(Order(number, type_, knight.name, here, here))
    troops = _troops(clicks[1][:_LONGEST]) if len(clicks) > 1 else outlook.troops[here]
    return Submit(Order(number, march_type(outlook, to), knight.name, here, to, troops))


def _hex(outlook: Prospect, id_: str) -> HexId | None:
    """The hex itself, or the one on which the clicked knight stands."""
    knight = _knight(outlook, id_)
    if knight is not None:
        return knight.hex
    return next((hex_ for hex_ in range(HEXES) if hex_id(hex_) == id_), None)


def _troops(id_: str) -> int:
    number = id_.removeprefix(_TROOPS)
    return int(number) if number.isascii() and number.isdecimal() else 0

"""Carrying out the orders: one at a time, whose turn it is being drawn by lot."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import CASTLE
from meadhall.games.secret_toaster.events import Fortified, Marched, Promoted, Voided
from meadhall.games.secret_toaster.field import Field
from meadhall.games.secret_toaster.table import is_standard, knight_name
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    Order,
)

Effect = Callable[[Field, Seat, Order], str | None]
"""Carries an order out, or says with a code why it is void."""


def carry_out(field: Field, plans: Sequence[tuple[Order, ...]]) -> None:
    """Draw a player among those with orders left, carry out the lowest, until none are left."""
    queues = [list(plan) for plan in plans]
    while busy := [seat for seat, queue in enumerate(queues) if queue]:
        seat = busy[field.chance.below(len(busy))]
        _execute(field, seat, queues[seat].pop(0))


def _execute(field: Field, seat: Seat, order: Order) -> None:
    knight = field.knights.get(order.knight)
    if knight is None or knight.owner != seat:
        void: str | None = "KNIGHT_DEAD"
    elif knight.hex != order.origin:
        void = "FROM_MISMATCH"
    else:
        void = _EFFECTS[order.type](field, seat, order)
    if void is not None:
        field.events.append(Voided(seat, order.number, void, order))


def _march(field: Field, seat: Seat, order: Order) -> str | None:
    moved = min(order.troops, field.troops[order.origin][seat])
    peaceful = field.is_friendly(seat, order.to)
    if moved == 0 and not peaceful and is_standard(field.table):
        return "NO_TROOPS_LEFT"
    field.troops[order.origin][seat] -= moved
    field.troops[order.to][seat] += moved
    field.knights[order.knight] = replace(field.knights[order.knight], hex=order.to)
    field.events.append(Marched(seat, order.number, order.knight, order.origin, order.to, moved))
    if not peaceful:
        field.battle(order.to, seat, field.owners[order.to], skirmish=False)
    return None


def _attack(field: Field, seat: Seat, order: Order) -> str | None:
    """Like a move; the old program did not know the word."""
    return _march(field, seat, order) if is_standard(field.table) else "UNKNOWN_ORDER"


def _fortify(field: Field, seat: Seat, order: Order) -> str | None:
    if is_standard(field.table) and order.to == CASTLE:
        return "CASTLE_NO_FORTIFY"
    field.troops[order.to][seat] += FORTIFY_TROOPS
    field.events.append(
        Fortified(seat, order.number, order.knight, order.to, field.troops[order.to][seat])
    )
    return None


def _promote(field: Field, seat: Seat, order: Order) -> str | None:
    if field.troops[order.to][seat] < KNIGHT_PRICE:
        return "PROMOTE_INSUFFICIENT_TROOPS"
    number = field.raised[seat] if is_standard(field.table) else field.living(seat)
    if is_standard(field.table) and field.living(seat) >= MOST_KNIGHTS:
        return "KNIGHT_CAP"
    if knight_name(field.table.players[seat], number) in field.knights:
        return "KNIGHT_NAME_TAKEN"
    field.troops[order.to][seat] -= KNIGHT_PRICE
    name = field.post(seat, number, order.to)
    field.events.append(Promoted(seat, order.number, name, order.to))
    return None


_EFFECTS: dict[str, Effect] = {
    "move": _march,
    "attack": _attack,
    "fortify": _fortify,
    "promote": _promote,
}

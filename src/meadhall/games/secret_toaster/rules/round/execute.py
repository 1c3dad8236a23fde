"""Carrying out the orders one at a time. Whose turn it is, is drawn by lot."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.games.secret_toaster.rules.events import Fortified, Marched, Promoted, Voided
from meadhall.games.secret_toaster.rules.round.field import Field
from meadhall.games.secret_toaster.rules.table import is_standard, knight_name
from meadhall.games.secret_toaster.types import FORTIFY_TROOPS, KNIGHT_PRICE, MOST_KNIGHTS, Order

Effect = Callable[[Field, Seat, Order], str | None]
"""Carries an order out, or returns a code that says why it is void."""


def carry_out(field: Field, plans: Sequence[tuple[Order, ...]]) -> None:
    """Draw a player who has orders left and carry out the lowest one, until none are left."""
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
    # Under the legacy rules the knight marches on alone, loses and dies (T6).
    if moved == 0 and not peaceful and is_standard(field.table):
        return "NO_TROOPS_LEFT"
    field.troops[order.origin][seat] -= moved
    field.troops[order.to][seat] += moved
    field.knights[order.knight] = replace(field.knights[order.knight], hex=order.to)
    field.events.append(Marched(seat, order.number, order.knight, order.origin, order.to, moved))
    if not peaceful:
        # Only the owner's troops defend. Stacks of the owner's allies on the hex do not fight
        # before the skirmishes, which follow the orders.
        field.battle(order.to, seat, field.owners[order.to], skirmish=False)
    return None


def _attack(field: Field, seat: Seat, order: Order) -> str | None:
    """The same as a move. The original program ignored attacks."""
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
    # Legacy knights are numbered by the count of the living, so a name may be taken (T8).
    number = field.raised[seat] if is_standard(field.table) else field.knight_count(seat)
    if is_standard(field.table) and field.knight_count(seat) >= MOST_KNIGHTS:
        return "KNIGHT_CAP"
    if knight_name(field.table.players[seat], number) in field.knights:
        return "KNIGHT_NAME_TAKEN"
    field.troops[order.to][seat] -= KNIGHT_PRICE
    name = field.add_knight(seat, number, order.to)
    field.events.append(Promoted(seat, order.number, name, order.to))
    return None


_EFFECTS: dict[str, Effect] = {
    "move": _march,
    "attack": _attack,
    "fortify": _fortify,
    "promote": _promote,
}

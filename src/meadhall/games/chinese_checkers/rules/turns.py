"""Which seats still play, in turn order."""

from functools import cache

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.types import State


def seats_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats still playing, in turn order, starting with this one if it still plays."""
    return _rotation(state.seats, state.gone, seat)


@cache
def _rotation(seats: int, gone: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    order = (*range(seat, seats), *range(seat))
    return tuple(other for other in order if other not in gone)

"""How a match begins."""

from functools import cache

from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES, SIZE, home_of
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Options, State


def initial(options: Options, seats: int, rng: Rng) -> State:
    """Every home is full, and seat 1 moves first."""
    return State(options, seats, _first_board(seats), 0)


@cache
def _first_board(seats: int) -> str:
    owner = {
        hole: MARBLE[seat] for seat in range(seats) for hole in CORNER_HOLES[home_of(seats, seat)]
    }
    return "".join(owner.get(hole, EMPTY) for hole in range(SIZE))

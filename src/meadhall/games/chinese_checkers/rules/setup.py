"""How a match begins."""

from functools import cache

from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES, SEATINGS, SIZE, UNEVEN
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Options, State


def initial(options: Options, seats: int, rng: Rng) -> State:
    """Every home is full. Seat 1 moves first, or the seat that is drawn (C5)."""
    drawn = "drawn" if seats >= UNEVEN else "classic"
    if (options.starts or drawn) == "classic":
        return State(options, seats, _first_board(seats, 0), 0)
    first, rng = rng.below(seats)
    seating, _ = rng.below(len(SEATINGS[seats]))
    return State(options, seats, _first_board(seats, seating), first, seating=seating)


@cache
def _first_board(seats: int, seating: int) -> str:
    owner = {
        hole: MARBLE[seat]
        for seat, corner in enumerate(SEATINGS[seats][seating])
        for hole in CORNER_HOLES[corner]
    }
    return "".join(owner.get(hole, EMPTY) for hole in range(SIZE))

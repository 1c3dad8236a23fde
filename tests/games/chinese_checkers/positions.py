"""Positions for the tests, put together from holes, and what the game says to a move in them."""

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.board import (
    CORNER_HOLES,
    NUMBER,
    SIZE,
    home_of,
    target_of,
)
from meadhall.games.chinese_checkers.rules.route import route
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, Options, State


def at(q: int, r: int) -> int:
    """The number of the hole at these coordinates."""
    return NUMBER[q, r]


def board(*marbles: list[int]) -> str:
    """A board with the marbles of seat 1, seat 2, … in those holes."""
    owner = {hole: MARBLE[seat] for seat, holes in enumerate(marbles) for hole in holes}
    return "".join(owner.get(hole, EMPTY) for hole in range(SIZE))


def two(
    first: list[int], second: list[int], turn: int = 0, options: Options | None = None
) -> State:
    """A position of two players."""
    return State(options or Options(), 2, board(first, second), turn)


def home(seat: int, seats: int = 2) -> list[int]:
    """The holes of the seat's home."""
    return list(CORNER_HOLES[home_of(seats, seat)])


def target(seat: int, seats: int = 2) -> list[int]:
    """The holes of the seat's target."""
    return list(CORNER_HOLES[target_of(seats, seat)])


def walled_in() -> tuple[State, Move]:
    """Of four seats the first cannot move, and a move of the last, whose turn it is.

    The two rows below seat 1's home are full of the other seats' marbles.
    """
    rows = [NUMBER[q, -4] for q in range(-4, 9)] + [NUMBER[q, -3] for q in range(-4, 8)]
    crowd = board(home(0), rows[:10], rows[10:20], [*rows[20:], *target(0)[:5]])
    return State(Options("free"), 4, crowd, 3), Move(target(0)[0], NUMBER[-3, 4])


def reach(board: str, start: int) -> list[int]:
    """Where the marble could get to if it might rest anywhere."""
    return [end for end in range(len(board)) if route(board, start, end)]


def code(state: State, seat: int, start: int, end: int) -> str:
    """The code of the refusal, and proof that `apply` says the same."""
    refused = GAME.refusal(state, seat, Move(start, end))
    assert refused is not None
    with pytest.raises(Refused) as error:
        GAME.apply(state, seat, Move(start, end))
    assert error.value.refusal == refused
    assert refused.sentence
    assert refused.clause
    return refused.code

"""What stays the same during a match: goal and task in words, where everybody sits and runs to."""

from functools import cache

from meadhall.games.chinese_checkers.rules.board import (
    APEX,
    CORNER_HOLES,
    HOLES,
    SEATINGS,
    target_of,
)

ROW_HEIGHT = 866  # rows of a pointy-top grid are half the square root of three apart
GOAL = "Be the first to bring all ten marbles into the corner opposite your home."
TASK = "Choose one of your marbles, then a marked hole."


def point(hole: int) -> tuple[int, int]:
    """Where a hole lies, in thousandths of the distance between two."""
    q, r = HOLES[hole]
    return 1000 * q + 500 * r, ROW_HEIGHT * r


@cache
def homes(seats: int, seating: int) -> tuple[tuple[int, int], ...]:
    """By seat, the tip of its corner."""
    return tuple(point(APEX[corner]) for corner in SEATINGS[seats][seating])


@cache
def targets(seats: int, seating: int) -> tuple[tuple[str, ...], ...]:
    """By seat, the holes that its marbles have to reach."""
    corners = [CORNER_HOLES[target_of(seats, seat, seating)] for seat in range(seats)]
    return tuple(tuple(f"c{hole}" for hole in corner) for corner in corners)

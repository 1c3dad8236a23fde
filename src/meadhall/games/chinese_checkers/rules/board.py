"""The star: 121 holes, what lies next to what, and the six corners.

Holes are numbered row by row from the top, each row from left to right. Corners are numbered
clockwise from the top, so the corner opposite is three further on. A seat's *home* is the corner
where it starts; its *target* is the corner opposite, which players know as their goal.
"""

from functools import cache
from string import ascii_uppercase

from meadhall.kit.hexgrid import Hex, distance, neighbour

SIDE = 4
MARBLES = 10
CORNERS = 6
SEATING: dict[int, tuple[int, ...]] = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),  # nobody starts in corner 5, the target of seat 3 (C2)
    6: (0, 1, 2, 3, 4, 5),
}
"""The home corner of each seat, by the number of players."""
UNEVEN = 5
"""The number of players with which one corner is nobody's home."""
SEATINGS: dict[int, tuple[tuple[int, ...], ...]] = {
    **{seats: (corners,) for seats, corners in SEATING.items()},
    UNEVEN: tuple(
        tuple(corner for corner in range(CORNERS) if corner != empty) for empty in (5, 1, 2, 3, 4)
    ),
}
"""The seatings that a match can have, the usual one first. Seat 1 always sits at the top.

With five players, seating n from 1 to 4 leaves corner n empty.
"""


def _on_star(hex_: Hex) -> bool:
    # The star is two large triangles on top of each other: one is min >= -SIDE, one max <= SIDE.
    cube = (*hex_, -sum(hex_))
    return min(cube) >= -SIDE or max(cube) <= SIDE


def _corner(hex_: Hex) -> int | None:
    q, r = hex_
    # Clockwise from the top: a corner is what lies beyond one side of the hexagon in the middle.
    beyond = (r < -SIDE, q > SIDE, -q - r < -SIDE, r > SIDE, q < -SIDE, -q - r > SIDE)
    return beyond.index(True) if True in beyond else None


_SPAN = range(-2 * SIDE, 2 * SIDE + 1)
HOLES: tuple[Hex, ...] = tuple((q, r) for r in _SPAN for q in _SPAN if _on_star((q, r)))
SIZE = len(HOLES)
NUMBER: dict[Hex, int] = {hex_: number for number, hex_ in enumerate(HOLES)}
_ROWS = tuple(sorted({r for _, r in HOLES}))


def _name(hole: int) -> str:
    row = [NUMBER[hex_] for hex_ in HOLES if hex_[1] == HOLES[hole][1]]
    return f"{ascii_uppercase[_ROWS.index(HOLES[hole][1])]}{row.index(hole) + 1}"


HOLE_NAMES: tuple[str, ...] = tuple(map(_name, range(SIZE)))
"""What people call each hole: the letter of its row, from the top, and its place in the row."""
CORNER_OF: tuple[int | None, ...] = tuple(map(_corner, HOLES))
"""The corner each hole belongs to; `None` in the centre."""
CORNER_HOLES: tuple[tuple[int, ...], ...] = tuple(
    tuple(hole for hole in range(SIZE) if CORNER_OF[hole] == corner) for corner in range(CORNERS)
)

LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(NUMBER[at] for at in (neighbour(h, d), neighbour(h, d, 2)) if at in NUMBER)
        for d in range(6)
    )
    for h in HOLES
)
"""From each hole in each direction: the next hole and the one behind it, where they exist."""
STEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(line[0] for line in lines if line) for lines in LINES
)
"""The neighbours of each hole."""
HOPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((line[0], line[1]) for line in lines if len(line) > 1) for lines in LINES
)
"""From each hole: each hole that can be hopped over, with the hole where that hop ends."""
DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(distance(a, b) for b in HOLES) for a in HOLES)
APEX: tuple[int, ...] = tuple(
    max(corner, key=lambda hole: distance(HOLES[hole], (0, 0))) for corner in CORNER_HOLES
)
"""The outermost hole of each corner."""

ANYWHERE: tuple[bool, ...] = (True,) * SIZE
OWN_GROUND: tuple[tuple[bool, ...], ...] = tuple(
    tuple(at in (None, home, (home + 3) % CORNERS) for at in CORNER_OF) for home in range(CORNERS)
)
"""By home corner: for each hole, whether it is in the centre, the home or the target."""


def home_of(seats: int, seat: int, seating: int = 0) -> int:
    """The corner where the seat's marbles start."""
    return SEATINGS[seats][seating][seat]


def target_of(seats: int, seat: int, seating: int = 0) -> int:
    """The corner the seat's marbles have to reach: the one opposite its home."""
    return (SEATINGS[seats][seating][seat] + 3) % CORNERS


def empty_corner(seating: int) -> int:
    """With five players, the corner in which nobody starts."""
    return next(c for c in range(CORNERS) if c not in SEATINGS[UNEVEN][seating])


# At most 6 * 2**10 entries: `taken` is a subset of the corner, in ascending order.
@cache
def distances_to_corner(corner: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """From each hole, the distance to the nearest hole of the corner that is not taken.

    It is 0 for holes inside the corner, and everywhere when all ten are taken.
    """
    free = [hole for hole in CORNER_HOLES[corner] if hole not in taken]
    return tuple(
        0 if CORNER_OF[hole] == corner else min((DISTANCE[hole][end] for end in free), default=0)
        for hole in range(SIZE)
    )

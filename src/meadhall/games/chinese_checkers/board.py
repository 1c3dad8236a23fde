"""The star: 121 holes, what lies next to what, and where the tips are.

Holes are numbered row by row from the top, each row from left to right. Corners are counted
clockwise from the top one, so that the opposite of a corner is three further on.
"""

from functools import cache

from meadhall.kit.hexgrid import Hex, distance, neighbour

SIDE = 4
MARBLES = 10
CORNERS = 6
SEATING: dict[int, tuple[int, ...]] = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}
"""The corner each seat starts from, by the number of players."""


def _on_star(hex_: Hex) -> bool:
    cube = (*hex_, -sum(hex_))
    return min(cube) >= -SIDE or max(cube) <= SIDE


def _corner(hex_: Hex) -> int | None:
    q, r = hex_
    beyond = (r < -SIDE, q > SIDE, -q - r < -SIDE, r > SIDE, q < -SIDE, -q - r > SIDE)
    return beyond.index(True) if True in beyond else None


_SPAN = range(-2 * SIDE, 2 * SIDE + 1)
HOLES: tuple[Hex, ...] = tuple((q, r) for r in _SPAN for q in _SPAN if _on_star((q, r)))
SIZE = len(HOLES)
NUMBER: dict[Hex, int] = {hex_: number for number, hex_ in enumerate(HOLES)}
CORNER_OF: tuple[int | None, ...] = tuple(map(_corner, HOLES))
TIPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(hole for hole in range(SIZE) if CORNER_OF[hole] == corner) for corner in range(CORNERS)
)

LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(NUMBER[at] for at in (neighbour(h, d), neighbour(h, d, 2)) if at in NUMBER)
        for d in range(6)
    )
    for h in HOLES
)
"""From each hole in each direction: the next hole and the one behind it, as far as there are."""
STEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(line[0] for line in lines if line) for lines in LINES
)
HOPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((line[0], line[1]) for line in lines if len(line) > 1) for lines in LINES
)
"""From each hole: the holes that can be hopped over, each with the one where the hop ends."""
DISTANCE: tuple[tuple[int, ...], ...] = tuple(tuple(distance(a, b) for b in HOLES) for a in HOLES)
APEX: tuple[int, ...] = tuple(
    max(tip, key=lambda hole: distance(HOLES[hole], (0, 0))) for tip in TIPS
)
"""The outermost hole of each tip."""

ANYWHERE: tuple[bool, ...] = (True,) * SIZE
OWN_GROUND: tuple[tuple[bool, ...], ...] = tuple(
    tuple(at in (None, home, (home + 3) % CORNERS) for at in CORNER_OF) for home in range(CORNERS)
)
"""By the corner of a seat's home: whether a hole is in the centre, its home or its target."""


def home_of(seats: int, seat: int) -> int:
    """The corner where the seat's marbles start."""
    return SEATING[seats][seat]


def target_of(seats: int, seat: int) -> int:
    """The corner the seat's marbles run to: the opposite one."""
    return (SEATING[seats][seat] + 3) % CORNERS


@cache
def way_in(corner: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """From every hole, the distance to the nearest hole of the tip that is not taken.

    Holes of the tip itself are no distance away, nor is anything from a tip that is all taken.
    """
    free = [hole for hole in TIPS[corner] if hole not in taken]
    return tuple(
        0 if CORNER_OF[hole] == corner else min((DISTANCE[hole][end] for end in free), default=0)
        for hole in range(SIZE)
    )

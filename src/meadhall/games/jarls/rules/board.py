"""The geometry of a board as tables over cell numbers.

Cells are numbered row by row from the top. What depends on the radius alone (rays, steps, depths)
is computed once per radius and then looked up. That makes the pure rules fast enough for random
play (`benchmarks/jarls.py`), so that there is no second Python implementation.
"""

from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase

from meadhall.games.jarls.rules.pieces import NAMES
from meadhall.games.jarls.types import Move
from meadhall.kit.hexgrid import ORIGIN, Direction, Hex, distance, hexagon, neighbour

OFF = -1
"""The cell number of everything outside the board."""
_MOST_RINGS = 10


# The same on boards of all sizes, since an event or an action does not say how large the board is:
# on the largest one, rows are A to U and diagonals 1 to 21.
def hex_name(hex_: Hex) -> str:
    """What people call a hex: the letter of its row and the number of its diagonal; the Throne."""
    q, r = hex_
    if hex_ == ORIGIN:
        return "the Throne"
    return f"{ascii_uppercase[r + _MOST_RINGS]}{q + _MOST_RINGS + 1}"


@dataclass(frozen=True, slots=True)
class Grid:
    """The tables of one radius.

    `rays[cell][direction]` are the cells straight ahead, nearest first. `jarl_steps[cell]` are
    (direction, first cell, second cell or `OFF`). `warrior_steps[cell]` are the same without the
    steps onto or across the Throne. `depth[cell]` is the distance from the Throne.
    """

    radius: int
    hexes: tuple[Hex, ...]
    number: dict[Hex, int]
    throne: int
    depth: tuple[int, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    jarl_steps: tuple[tuple[tuple[Direction, int, int], ...], ...]
    warrior_steps: tuple[tuple[tuple[Direction, int, int], ...], ...]
    towards: tuple[dict[int, Direction], ...]
    """By start cell: the direction of every cell on a straight line from it."""


@cache
def grid(radius: int) -> Grid:
    """The tables of the board with that radius."""
    hexes = tuple(hexagon(radius))
    number = {hex_: cell for cell, hex_ in enumerate(hexes)}
    throne = number[ORIGIN]
    rays = tuple(tuple(_ray(hex_, d, number) for d in range(6)) for hex_ in hexes)
    steps = tuple(_steps(from_here) for from_here in rays)
    return Grid(
        radius=radius,
        hexes=hexes,
        number=number,
        throne=throne,
        depth=tuple(distance(hex_, ORIGIN) for hex_ in hexes),
        rays=rays,
        jarl_steps=steps,
        warrior_steps=tuple(_avoid_throne(throne, from_here) for from_here in steps),
        towards=tuple({c: d for d in range(6) for c in from_here[d]} for from_here in rays),
    )


# Lists of legal moves share these objects. Building new ones for every list would take longer than
# finding out which of them are legal.
@cache
def moves_of(code: int, radius: int) -> tuple[Move, ...]:
    """The moves of a piece by destination cell, each as one shared object."""
    return tuple(Move(NAMES[code], hex_) for hex_ in grid(radius).hexes)


def _ray(start: Hex, direction: Direction, number: dict[Hex, int]) -> tuple[int, ...]:
    cells, here = [], neighbour(start, direction)
    while here in number:
        cells.append(number[here])
        here = neighbour(here, direction)
    return tuple(cells)


def _steps(rays: tuple[tuple[int, ...], ...]) -> tuple[tuple[Direction, int, int], ...]:
    return tuple(
        (direction, ray[0], ray[1] if len(ray) > 1 else OFF)
        for direction, ray in enumerate(rays)
        if ray
    )


def _avoid_throne(
    throne: int, steps: tuple[tuple[Direction, int, int], ...]
) -> tuple[tuple[Direction, int, int], ...]:
    return tuple(
        (direction, one, OFF if two == throne else two)
        for direction, one, two in steps
        if one != throne
    )

"""The board of one radius as tables over cell numbers, made once and looked up ever after.

Cells are numbered row by row from the top. Rays, steps and depths are what every rule needs;
reading them from tables is what makes the rules fast without a second implementation.
"""

from dataclasses import dataclass
from functools import cache

from meadhall.games.jarls.pieces import NAMES
from meadhall.games.jarls.types import Move
from meadhall.kit.hexgrid import ORIGIN, Direction, Hex, distance, hexagon, neighbour

OFF = -1
"""The cell number of what lies outside of the board."""


@dataclass(frozen=True, slots=True)
class Grid:
    """All that is fixed by the radius.

    `rays[cell][direction]` are the cells straight on, nearest first. `jarl_steps[cell]` are
    (direction, first cell, second cell or `OFF`); `warrior_steps[cell]` the same without whatever
    leads onto or across the Throne.
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
    """By start cell, the direction of each cell that lies straight from it."""


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
        warrior_steps=tuple(_without(throne, from_here) for from_here in steps),
        towards=tuple({c: d for d in range(6) for c in from_here[d]} for from_here in rays),
    )


@cache
def moves_of(code: int, radius: int) -> tuple[Move, ...]:
    """The commands that name this piece, by destination cell: one object each, made once."""
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


def _without(
    throne: int, steps: tuple[tuple[Direction, int, int], ...]
) -> tuple[tuple[Direction, int, int], ...]:
    return tuple(
        (direction, one, OFF if two == throne else two)
        for direction, one, two in steps
        if one != throne
    )

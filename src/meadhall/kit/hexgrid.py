"""Hexes in axial and cube coordinates.

A hex is an axial pair (q, r); the third cube coordinate is s = -q-r. Directions 0 to 5 are E, NE,
NW, W, SW, SE for pointy-top hexes, with r growing downwards.
"""

from collections.abc import Iterator
from math import floor
from typing import TypeAlias

from meadhall.core.refusal import Refused

Hex: TypeAlias = tuple[int, int]
Cube: TypeAlias = tuple[int, int, int]
Direction: TypeAlias = int

ORIGIN: Hex = (0, 0)
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# From the corner in direction d, the side to the next corner runs in direction d + 2.
_RING_WALK: tuple[Direction, ...] = (2, 3, 4, 5, 0, 1)
_NUDGE = (1e-6, 1e-6, -2e-6)  # added to the start of a line, so that ties fall one way


def to_cube(hex_: Hex) -> Cube:
    """The hex in cube coordinates."""
    q, r = hex_
    return q, r, -q - r


def to_axial(cube: Cube) -> Hex:
    """The hex in axial coordinates; raises `ValueError` if the three do not add up to 0."""
    q, r, s = cube
    if q + r + s != 0:
        raise ValueError(f"q + r + s must be 0, not {q} + {r} + {s}")
    return q, r


def opposite(direction: Direction) -> Direction:
    """The direction that leads back."""
    return (direction + 3) % 6


def distance(a: Hex, b: Hex) -> int:
    """The number of steps from one hex to the other."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbour(hex_: Hex, direction: Direction, steps: int = 1) -> Hex:
    """The hex `steps` steps away in that direction."""
    dq, dr = DIRECTIONS[direction]
    return hex_[0] + dq * steps, hex_[1] + dr * steps


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, in the order of the directions."""
    return tuple(neighbour(hex_, direction) for direction in range(6))


def direction_of(a: Hex, b: Hex) -> Direction | None:
    """The direction from a to b if b lies in a straight line from a."""
    steps = distance(a, b)
    if steps == 0:
        return None
    for direction in range(6):
        if neighbour(a, direction, steps) == b:
            return direction
    return None


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes from a to b, both included, each adjacent to the next.

    This is the only place in the rules with floats. Where a line runs exactly between two hexes,
    recorded matches depend on how floats round. Sums and products of doubles are the same on every
    machine.
    """
    steps = distance(a, b)
    # The nudges add up to 0, so that the three coordinates still do.
    start = [c + nudge for c, nudge in zip(to_cube(a), _NUDGE, strict=True)]
    points = (
        [p + (q - p) * (i / steps) for p, q in zip(start, to_cube(b), strict=True)]
        for i in range(1, steps)
    )
    ends = (a,) if a == b else (a, b)
    return (ends[0], *map(_round, points), *ends[1:])


def _round(point: list[float]) -> Hex:
    """The nearest hex: round half up, then correct the coordinate with the largest error."""
    q, r, s = (floor(c + 0.5) for c in point)
    off_q, off_r, off_s = (abs(w - c) for w, c in zip((q, r, s), point, strict=True))
    if off_q > off_r and off_q > off_s:
        return -r - s, r
    if off_r > off_s:
        return q, -q - s
    return q, r


def on_board(hex_: Hex, radius: int) -> bool:
    """Whether the hex is at most `radius` steps from the origin."""
    return distance(hex_, ORIGIN) <= radius


def on_edge(hex_: Hex, radius: int) -> bool:
    """Whether the hex is exactly `radius` steps from the origin."""
    return distance(hex_, ORIGIN) == radius


def hexagon(radius: int) -> Iterator[Hex]:
    """All hexes of a board, by rows from the top, each row from left to right."""
    for r in range(-radius, radius + 1):
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1):
            yield q, r


def ring(radius: int) -> tuple[Hex, ...]:
    """The hexes at that distance from the origin, from the east one towards the north."""
    if radius == 0:
        return (ORIGIN,)
    walk, here = [], neighbour(ORIGIN, 0, radius)
    for direction in _RING_WALK:
        for _ in range(radius):
            walk.append(here)
            here = neighbour(here, direction)
    return tuple(walk)


def rotate_cw(hex_: Hex) -> Hex:
    """The hex after a sixth of a turn around the origin: east goes to north-east."""
    q, r = hex_
    return q + r, -q


def rotate_ccw(hex_: Hex) -> Hex:
    """The hex after a sixth of a turn the other way: east goes to south-east."""
    q, r = hex_
    return -r, q + r


def rotate_around(hex_: Hex, centre: Hex, steps: int) -> Hex:
    """The hex after `steps` sixths of a turn around the centre, in the sense of `rotate_cw`."""
    q, r = hex_[0] - centre[0], hex_[1] - centre[1]
    for _ in range(steps % 6):
        q, r = rotate_cw((q, r))
    return q + centre[0], r + centre[1]


def key(hex_: Hex) -> str:
    """The hex as the text `q,r`."""
    return f"{hex_[0]},{hex_[1]}"


def parse_key(text: str) -> Hex:
    """The hex that the text names; raises `Refused` unless it is two integers."""
    parts = text.strip().split(",")
    try:
        q, r = map(int, parts)
    except ValueError:
        raise Refused.because(
            "BAD_HEX", f"{text!r} is no hex; write two whole numbers as q,r.", text
        ) from None
    return q, r

"""The board before the first move: starts, holes or Shields, Jarls and Warriors."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from meadhall.core.rng import Rng
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import EMPTY, HOLE, jarl, warrior
from meadhall.games.jarls.types import Options, State, Terrain, Turn
from meadhall.kit.hexgrid import (
    ORIGIN,
    Hex,
    distance,
    hexagon,
    line,
    neighbour,
    neighbours,
    ring,
    rotate_around,
)


@dataclass(frozen=True, slots=True)
class Scale:
    """What a match of so many players is played with."""

    radius: int
    warriors: int
    shields: int


SCALES: dict[int, Scale] = {
    2: Scale(3, 5, 5),
    3: Scale(5, 5, 4),
    4: Scale(6, 4, 4),
    5: Scale(7, 4, 3),
    6: Scale(8, 4, 3),
}

_TERRAIN_BASE: dict[Terrain, int] = {"calm": 3, "treacherous": 6, "chaotic": 9}
_BASE_HEXES = 37

_AIMS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((1, 0), (-1, 0)),
    3: ((1, 0), (-1, 3), (-1, -3)),
    4: ((1, 0), (0, 1), (-1, 0), (0, -1)),
    5: (
        (1, 0),
        (309017, 1647278),
        (-809017, 1018074),
        (-809017, -1018074),
        (309017, -1647278),
    ),
    6: ((1, 0), (1, 3), (-1, 3), (-1, 0), (-1, -3), (1, -3)),
}
"""Where each seat aims: cos and √3·sin of 360°·i/n, as integers of any common size."""

_FAN = (0, 1, -1, 2, -2, 3)
"""Directions around the one towards the Throne, in the order in which Warriors fill them."""


def radius_of(options: Options, seats: int) -> int:
    """The radius that was asked for, else the one that fits the number of players."""
    return options.radius or SCALES[seats].radius


@cache
def starts(seats: int, radius: int) -> tuple[Hex, ...]:
    """Where the Jarls begin: by seat, the free edge hex nearest in angle to the seat's aim."""
    taken: list[Hex] = []
    for aim in _AIMS[seats]:
        free = [hex_ for hex_ in ring(radius) if hex_ not in taken]
        taken.append(max(free, key=lambda hex_: _closeness(hex_, aim)))
    return tuple(taken)


def _closeness(hex_: Hex, aim: tuple[int, int]) -> Fraction:
    """Grows with the cosine between hex and aim: its square, with its sign, and no root or float.

    A hex lies at x = √3·(q + r/2), y = 3/2·r; both are stretched by 2/√3 here.
    """
    q, r = hex_
    dot = aim[0] * (2 * q + r) + aim[1] * r
    return Fraction(dot * abs(dot), q * q + q * r + r * r)


@cache
def lines_home(seats: int, radius: int) -> frozenset[Hex]:
    """All hexes on the straight ways from the starts to the Throne."""
    return frozenset(hex_ for start in starts(seats, radius) for hex_ in line(start, ORIGIN))


def lines_clear(obstacles: Container[Hex], seats: int, radius: int) -> bool:
    """Whether every player keeps a clear line to the Throne."""
    return not any(hex_ in obstacles for hex_ in lines_home(seats, radius))


def hole_count(terrain: Terrain, radius: int) -> int:
    """How many holes the terrain asks for: base·√(hexes/37), rounded half up."""
    hexes = 3 * radius * (radius + 1) + 1
    return (isqrt(4 * _TERRAIN_BASE[terrain] ** 2 * hexes // _BASE_HEXES) + 1) // 2


def hole_sites(seats: int, radius: int) -> tuple[Hex, ...]:
    """Where a hole may be: two rings or more inside, off the Throne and off every line home."""
    return _sites(seats, radius, radius - 2)


def generate_holes(
    terrain: Terrain, seats: int, radius: int, rng: Rng
) -> tuple[tuple[Hex, ...], Rng]:
    """As many holes as the terrain asks for, or as there is room for."""
    shuffled, rng = rng.shuffled(hole_sites(seats, radius))
    return shuffled[: hole_count(terrain, radius)], rng


def shield_sites(seats: int, radius: int) -> tuple[Hex, ...]:
    """Where a Shield may be: anywhere inside, off the Throne and off every line home."""
    return _sites(seats, radius, radius - 1)


@cache
def _sites(seats: int, radius: int, furthest: int) -> tuple[Hex, ...]:
    lines = lines_home(seats, radius)
    return tuple(hex_ for hex_ in hexagon(furthest) if hex_ not in lines)


_SYMMETRY: dict[int, tuple[int, int]] = {2: (3, 2), 3: (2, 1), 4: (3, 2), 5: (6, 3), 6: (2, 1)}
"""By players: the turn in sixths that maps a group of Shields onto itself, and how many groups."""


def generate_shields(seats: int, radius: int, rng: Rng) -> tuple[tuple[Hex, ...], Rng]:
    """The Shields of a match, drawn at random with the largest symmetry the starts allow."""
    step, groups = _SYMMETRY[seats]
    lone: tuple[Hex, ...] = ()
    if SCALES[seats].shields > groups * 6 // step:
        lone, rng = _lone_shield(seats, radius, rng)
    whole = [orbit for orbit in _orbits(seats, radius) if not set(orbit) & set(lone)]
    shuffled, rng = rng.shuffled(whole)
    return (*(hex_ for orbit in shuffled[:groups] for hex_ in orbit), *lone), rng


def _lone_shield(seats: int, radius: int, rng: Rng) -> tuple[tuple[Hex, ...], Rng]:
    """The odd Shield; between two players it is equally far from both Jarls."""
    sites = shield_sites(seats, radius)
    if seats == 2:  # noqa: PLR2004 - a duel
        one, other = starts(seats, radius)
        sites = tuple(hex_ for hex_ in sites if distance(hex_, one) == distance(hex_, other))
    hex_, rng = rng.choice(sites)
    return (hex_,), rng


@cache
def _orbits(seats: int, radius: int) -> tuple[tuple[Hex, ...], ...]:
    """The groups of sites that the symmetry of the match maps onto themselves."""
    sites, (step, _) = shield_sites(seats, radius), _SYMMETRY[seats]
    turns = range(0, 6, step)
    orbits = (tuple(sorted({rotate_around(s, ORIGIN, turn) for turn in turns})) for s in sites)
    return tuple(orbit for orbit in dict.fromkeys(orbits) if set(orbit) <= set(sites))


def place_warriors(
    start: Hex, count: int, radius: int, occupied: Container[Hex]
) -> tuple[Hex, ...]:
    """Where a Jarl's Warriors begin: on its line to the Throne, then around it, then beyond."""
    order = (*line(start, ORIGIN)[1:], *_around(start, 1), *_around(start, 2))
    free = dict.fromkeys(
        hex_
        for hex_ in order
        if hex_ != ORIGIN and distance(hex_, ORIGIN) <= radius and hex_ not in occupied
    )
    return tuple(free)[:count]


def _around(start: Hex, steps: int) -> list[Hex]:
    inwards = min(range(6), key=lambda d: distance(neighbours(start)[d], ORIGIN))
    return [neighbour(start, (inwards + turn) % 6, steps) for turn in _FAN]


def populate(options: Options, seats: int, obstacles: Sequence[Hex]) -> State:
    """The first position with these holes or Shields, seat 1 to move."""
    radius = radius_of(options, seats)
    holes = options.ruleset == "holes"
    pieces = {hex_: HOLE if holes else n for n, hex_ in enumerate(obstacles, start=1)}
    pieces |= {hex_: jarl(seat) for seat, hex_ in enumerate(starts(seats, radius))}
    for seat, start in enumerate(starts(seats, radius)):
        men = place_warriors(start, SCALES[seats].warriors, radius, pieces)
        pieces |= {hex_: warrior(seat, n) for n, hex_ in enumerate(men, start=1)}
    board = tuple(pieces.get(hex_, EMPTY) for hex_ in grid(radius).hexes)
    return State(options, seats, radius, board, Turn(0, 0, 0, 0, 0))


def first_position(options: Options, seats: int, rng: Rng) -> State:
    """Everything on the board: the obstacles drawn from the generator, all else fixed."""
    radius = radius_of(options, seats)
    if options.ruleset == "holes":
        obstacles, _ = generate_holes(options.terrain, seats, radius, rng)
    else:
        obstacles, _ = generate_shields(seats, radius, rng)
    return populate(options, seats, obstacles)

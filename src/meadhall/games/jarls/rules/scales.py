"""The numbers of a match: what its options ask for, and the standard for what they leave open."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt

from meadhall.games.jarls.options import FirstMove, Options, Ruleset, Starts, Terrain
from meadhall.games.jarls.rules.fixed_board import read_board
from meadhall.games.jarls.rules.pieces import STRIDE, is_shield

_TERRAIN_BASE: dict[Terrain, int] = {"calm": 3, "treacherous": 6, "chaotic": 9}
_BASE_HEXES = 37  # the hexes of a board of radius 3


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a match, and how its board is made.

    `hole_sites` is how many rings inside the edge holes keep, `open_rings` how many rings around
    the Throne are free of obstacles. `by_lot`: a lot decides who is ahead in the race of a duel.
    """

    radius: int
    warriors: int
    shields: int
    hole_sites: int = 2
    symmetry: bool = False
    starts: Starts = "classic"
    first_move: FirstMove = "rotating"
    terrain: Terrain = "calm"
    open_rings: int = 0
    by_lot: bool = False


CLASSIC: dict[int, Scale] = {
    2: Scale(3, 5, 5),
    3: Scale(5, 5, 4),
    4: Scale(6, 4, 4),
    5: Scale(7, 4, 3),
    6: Scale(8, 4, 3),
}
"""By players, the boards of the original game, in both rulesets."""


_ALIKE = Scale(0, 8, 0, hole_sites=1, symmetry=True)

FAIR: dict[tuple[Ruleset, int], Scale] = {
    ("holes", 2): replace(_ALIKE, radius=4),
    ("holes", 3): replace(_ALIKE, radius=7, starts="mirrored"),
    ("holes", 4): replace(_ALIKE, radius=7, starts="mirrored"),
    ("holes", 5): replace(_ALIKE, radius=7, starts="mirrored"),
    ("holes", 6): replace(_ALIKE, radius=8),
    ("shields", 2): replace(_ALIKE, radius=4, shields=4),
    ("shields", 3): replace(_ALIKE, radius=5, shields=3),
    ("shields", 4): replace(_ALIKE, radius=7, shields=4, starts="mirrored"),
    ("shields", 5): replace(_ALIKE, radius=7, shields=3, starts="mirrored"),
    ("shields", 6): replace(_ALIKE, radius=8, shields=6),
}
"""By ruleset and players, the boards of version 2 of the rules: the seats alike, quick races."""

_NARROW = replace(_ALIKE, starts="mirrored", terrain="chaotic", open_rings=1)

EVEN: dict[tuple[Ruleset, int], Scale] = {
    **FAIR,
    ("holes", 2): replace(_NARROW, radius=5, by_lot=True),
    ("holes", 3): replace(_NARROW, radius=6),
    ("holes", 4): replace(_NARROW, radius=6),
    ("shields", 2): replace(
        _ALIKE, radius=5, shields=16, starts="mirrored", open_rings=1, by_lot=True
    ),
    ("shields", 3): replace(_ALIKE, radius=5, shields=12, open_rings=1),
}
"""By ruleset and players, the boards that measured fairest (`docs/balance`)."""

TURNS: dict[int, int] = {2: 3, 3: 2, 4: 3, 5: 6, 6: 1}
"""By players, the smallest rotation in sixths that maps the seats onto each other.

Six sixths are a whole turn: with five players there is none.
"""


@lru_cache(256)
def scale(options: Options, seats: int) -> Scale:
    """The numbers of a match with these options and players."""
    usual = _usual(options, seats)
    chosen = Scale(
        options.radius or usual.radius,
        options.warriors or usual.warriors,
        usual.shields if options.shield_count is None else options.shield_count,
        options.hole_sites or usual.hole_sites,
        usual.symmetry if options.symmetry is None else options.symmetry,
        options.starts or usual.starts,
        options.first_move or usual.first_move,
        options.terrain or usual.terrain,
        usual.open_rings,
        usual.by_lot,
    )
    if options.board is not None:
        return _scale_of_board(chosen, options.board)
    if options.standard != "classic":
        chosen = _fitting(chosen, options, seats)
    if chosen.symmetry and options.shield_count is None:
        chosen = replace(chosen, shields=whole_groups(chosen.shields, seats))
    return chosen


def _fitting(chosen: Scale, options: Options, seats: int) -> Scale:
    """The same with less of what nobody asked for, where the board is small."""
    room, warriors, shields = hexes(chosen.radius), chosen.warriors, chosen.shields
    if options.warriors is None:
        # Pieces take half of the hexes at most: with more, nobody could move.
        warriors = min(warriors, room // (2 * seats) - 1)
    if options.shield_count is None:
        shields = min(shields, room // 5)
    # Holes need a ring at least.
    rings = min(chosen.open_rings, chosen.radius - chosen.hole_sites - 1)
    return replace(chosen, warriors=warriors, shields=shields, open_rings=rings)


def _usual(options: Options, seats: int) -> Scale:
    """The numbers of the standard."""
    if options.standard == "classic":
        return CLASSIC[seats]
    return (EVEN if options.standard == "even" else FAIR)[options.ruleset, seats]


def _scale_of_board(chosen: Scale, text: str) -> Scale:
    """The same for a board that is given: its size and its pieces are what is on it."""
    radius, board = read_board(text)
    warriors = max(code % STRIDE for code in board if code >= STRIDE)
    shields = sum(map(is_shield, board))
    return replace(chosen, radius=radius, warriors=warriors, shields=shields)


def whole_groups(count: int, seats: int) -> int:
    """The number of obstacles nearest to `count` that a symmetric board can have; never none."""
    size = group_size(seats)
    return max(1, (count + size // 2) // size) * size if count else 0


def group_size(seats: int) -> int:
    """How many obstacles of a symmetric board belong together."""
    return 6 // TURNS[seats]


def hexes(radius: int) -> int:
    """How many hexes a board has."""
    return 3 * radius * (radius + 1) + 1


def hole_count(terrain: Terrain, radius: int) -> int:
    """How many holes the terrain asks for: base·√(hexes/37), rounded half up, in whole numbers."""
    # x rounded half up is (floor(2x) + 1) // 2, and floor(2x) is the integer root of floor(4x * x).
    return (isqrt(4 * _TERRAIN_BASE[terrain] ** 2 * hexes(radius) // _BASE_HEXES) + 1) // 2

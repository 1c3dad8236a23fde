"""The layout of the lane's array, and the tables that its kernels read."""

import numpy as np
from numpy.typing import NDArray

from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers.bots.network import PAIR, network
from meadhall.games.chinese_checkers.rules.board import (
    ANYWHERE,
    APEX,
    CORNER_HOLES,
    CORNER_OF,
    CORNERS,
    DISTANCE,
    HOLES,
    LINES,
    MARBLES,
    OWN_GROUND,
    SIZE,
)

Numbers = NDArray[np.int64]

EMPTY, WALL = 6, 7  # owners of a hole, beside the seats 0 to 5
CENTRE = 6  # where a hole is, beside the corners 0 to 5
STUCK = 7  # the winner when nobody can move
UNKNOWN = -1
FREE_ROW, LOCKED_ROW = 6, 7  # rows of ALLOWED, beside the homes 0 to 5

# Where things are in the array. The owner of each hole comes first, by the number of the hole.
AT_WALL = SIZE
PIECES = AT_WALL + 1  # the holes of each seat's marbles
SLOT = PIECES + CORNERS * MARBLES  # for each hole, the index in the array of its entry in PIECES
INSIDE = SLOT + SIZE  # how many marbles are in each corner, and in the centre
OWN = INSIDE + CORNERS + 1  # how many marbles each seat has in its target
HOME = OWN + CORNERS  # the home corner of each seat
TURN = HOME + CORNERS
SEATS = TURN + 1
GONE = SEATS + 1  # a bit for each seat that has left
REST_FREE = GONE + 1
LOCK = REST_FREE + 1
WINNER = LOCK + 1  # EMPTY while there is none, STUCK when nobody can move
KEY = WINNER + 1
WAY = KEY + 1  # `way_left` of each seat, or UNKNOWN
STAMP = WAY + CORNERS  # the number of the current search for hops, so that SEEN need not be cleared
SEEN = STAMP + 1  # for each hole, the last search for hops that reached it
QUEUE = SEEN + SIZE  # the holes that the current search has reached
SUMS = QUEUE + SIZE  # the network's hidden sums, of seat 0 and then of seat 1; for two players only
HIDDEN = network().hidden
LENGTH = SUMS + PAIR * HIDDEN

NEXT: NDArray[np.uint32] = np.full((SIZE + 1, 6), AT_WALL, np.uint32)
"""The neighbour of each hole in each direction: AT_WALL off the board, and from there.

No table is read more often. Its entries are unsigned, so Numba leaves out the check for a negative
index with every read.
"""
for _hole, _lines in enumerate(LINES):
    for _direction, _line in enumerate(_lines):
        if _line:
            NEXT[_hole, _direction] = _line[0]

CORNER: Numbers = np.array([CENTRE if c is None else c for c in CORNER_OF], np.int64)
IN_CORNER = [[corner == CORNER_OF[hole] for hole in range(SIZE)] for corner in range(CORNERS)]
ALLOWED: Numbers = np.append(np.array([*OWN_GROUND, ANYWHERE, *IN_CORNER], np.int64), 0)
"""For each hole, whether a move may end there.

There is a row for each home, one for `rest = free`, and one for each locked target. The wall, whose
entry nobody uses, has one too after the last row.
"""
TO_APEX: Numbers = np.array([DISTANCE[apex] for apex in APEX], np.int64).ravel()
AXIS: Numbers = np.array([(-r, q, q + r, r, -q, -q - r) for q, r in HOLES], np.int64).T.ravel()
"""How far each hole lies in the direction of each corner, negative on the far side."""
_TO_HOLES = [
    [[DISTANCE[hole][end] for end in corner] for hole in range(SIZE)] for corner in CORNER_HOLES
]
TO_CORNER: Numbers = np.array(_TO_HOLES, np.int64).min(axis=2).ravel()
"""The distance from each hole to the nearest hole of each corner."""
_PLACE = {hole: place for corner in CORNER_HOLES for place, hole in enumerate(corner)}
BIT: Numbers = np.array([1 << _PLACE.get(hole, 0) for hole in range(SIZE)], np.int64)
"""For a hole in a corner, its bit among the ten; holes in the centre are never looked up."""
# More than enough: the holes of a corner differ by at most three steps.
RINGS = 10
WITHIN: Numbers = np.array(
    [
        [
            [
                sum(1 << place for place, way in enumerate(ways) if way <= min(ways) + ring)
                for ring in range(RINGS)
            ]
            for ways in corner
        ]
        for corner in _TO_HOLES
    ],
    np.int64,
).ravel()
"""For each corner, hole and ring: the bits of the corner's holes that are at most `ring` further
away than the nearest one."""
WHOLE_CORNER = (1 << MARBLES) - 1

_RANDOM, _ = Rng("chinese-checkers positions").block(8 * CORNERS * (SIZE + 1))
HASH: Numbers = np.frombuffer(_RANDOM, np.int64).copy()
"""Random numbers for Zobrist hashing: for each seat in each hole, then for each seat's turn."""
TURN_HASH = CORNERS * SIZE

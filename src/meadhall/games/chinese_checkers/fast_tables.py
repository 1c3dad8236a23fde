"""The array of the fast lane: where things are in it, and the tables that its kernels use."""

import numpy as np
from numpy.typing import NDArray

from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers.board import (
    ANYWHERE,
    APEX,
    CORNER_OF,
    CORNERS,
    DISTANCE,
    HOLES,
    LINES,
    MARBLES,
    OWN_GROUND,
    SIZE,
    TIPS,
)

Numbers = NDArray[np.int64]

EMPTY, WALL, CENTRE, STUCK = 6, 7, 6, 7
UNKNOWN = -1
FREE_ROW, LOCKED_ROW = 6, 7

# Where things are in the array.
AT_WALL = SIZE
PIECES = AT_WALL + 1  # the holes of each seat's marbles
SLOT = PIECES + CORNERS * MARBLES  # for each hole, where in PIECES its marble is
INSIDE = SLOT + SIZE  # how many marbles are in each tip, and in the centre
OWN = INSIDE + CORNERS + 1  # how many marbles of each seat are in its target
HOME = OWN + CORNERS  # the corner of each seat
TURN = HOME + CORNERS
SEATS = TURN + 1
GONE = SEATS + 1  # a bit for each seat that has left
REST_FREE = GONE + 1
LOCK = REST_FREE + 1
WINNER = LOCK + 1  # EMPTY while there is none, STUCK when nobody can move
KEY = WINNER + 1
WAY = KEY + 1  # the way each seat has left, where it is known
STAMP = WAY + CORNERS  # counts searches for hops, so that SEEN need not be wiped
SEEN = STAMP + 1
QUEUE = SEEN + SIZE
LENGTH = QUEUE + SIZE

NEXT: NDArray[np.uint32] = np.full((SIZE + 1, 6), AT_WALL, np.uint32)
"""The neighbour of each hole in each direction; the wall's is the wall.

It is looked up more than anything else; numbers without a sign spare a check with every look.
"""
for _hole, _lines in enumerate(LINES):
    for _direction, _line in enumerate(_lines):
        if _line:
            NEXT[_hole, _direction] = _line[0]

CORNER: Numbers = np.array([CENTRE if c is None else c for c in CORNER_OF], np.int64)
IN_TIP = [[corner == CORNER_OF[hole] for hole in range(SIZE)] for corner in range(CORNERS)]
ALLOWED: Numbers = np.array([*OWN_GROUND, ANYWHERE, *IN_TIP], np.int64).ravel()
"""Where a move may end: a row for each home, one for `rest = free`, one for each locked target."""
TO_APEX: Numbers = np.array([DISTANCE[apex] for apex in APEX], np.int64).ravel()
AXIS: Numbers = np.array([(-r, q, q + r, r, -q, -q - r) for q, r in HOLES], np.int64).T.ravel()
"""How far each hole lies in the direction of each corner."""
_TO_TIP = [[[DISTANCE[hole][end] for end in tip] for hole in range(SIZE)] for tip in TIPS]
TO_TIP: Numbers = np.array(_TO_TIP, np.int64).min(axis=2).ravel()
_PLACE = {hole: place for tip in TIPS for place, hole in enumerate(tip)}
BIT: Numbers = np.array([1 << _PLACE.get(hole, 0) for hole in range(SIZE)], np.int64)
"""For a hole of a tip: its bit among the ten."""
RINGS = 10
WITHIN: Numbers = np.array(
    [
        [
            [
                sum(1 << i for i, way in enumerate(ways) if way <= min(ways) + ring)
                for ring in range(RINGS)
            ]
            for ways in tip
        ]
        for tip in _TO_TIP
    ],
    np.int64,
).ravel()
"""For each tip and hole: which holes of the tip are nearest, at most one further, and so on."""
ALL_OF_TIP = (1 << MARBLES) - 1

_RANDOM, _ = Rng("chinese-checkers positions").block(8 * CORNERS * (SIZE + 1))
HASH: Numbers = np.frombuffer(_RANDOM, np.int64).copy()
TURN_HASH = CORNERS * SIZE

"""The array of the fast lane: where things are in it, and the tables that its kernels use.

All boards lie on the largest one. A smaller board has walls where it ends, and so has one whose
outer rings have fallen: one set of tables serves every radius.
"""

import numpy as np
from numpy.typing import NDArray

from meadhall.core.rng import Rng
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.pieces import MOST_SEATS

Numbers = NDArray[np.int64]

LARGEST = grid(10)
"""The board with the largest radius that the options allow."""
CELLS = len(LARGEST.hexes)
NOWHERE = CELLS
"""One more cell, a wall: where dead pieces are, and whatever leads off the largest board."""
THRONE = LARGEST.throne

# What stands on a cell: a piece, which is its seat times MEN and its number, or one of these.
MEN = 6  # a Jarl, number 0, and at most five Warriors
PIECES = MOST_SEATS * MEN
EMPTY, HOLE, SHIELD, WALL = PIECES, PIECES + 1, PIECES + 2, PIECES + 3
CODES = PIECES + 4
NO_SIDE = -1

# Where things are in the array; the board comes first.
AT = CELLS + 1  # the cell of each piece
SIDE = AT + PIECES  # by code, whom it fights for
GROUND = SIDE + CODES  # by cell, what is there without the pieces, to raise fallen rings again
FALLEN = GROUND + CELLS  # the dead in the order of their deaths, each with its last cell
DEAD = FALLEN + PIECES  # how many they are
SEATS = DEAD + 1
RADIUS = SEATS + 1
TURN = RADIUS + 1
FIRST = TURN + 1
QUIET = FIRST + 1
HUNGER = QUIET + 1  # a bit for each seat that has to choose, then what was chosen; 0: no famine
RESULT = HUNGER + 1  # ONGOING, or DRAWN with a bit for each winner above it
KEY = RESULT + 1  # the hash of the pieces on their cells
THRONE_HOLDS = KEY + 1  # whether the Throne stops even Jarls that are pushed
STARVE_AFTER = THRONE_HOLDS + 1  # 0: never
STARVE_AGAIN = STARVE_AFTER + 1
DRAW_AFTER = STARVE_AGAIN + 1  # 0: never
SUDDEN_DEATH = DRAW_AFTER + 1
LENGTH = SUDDEN_DEATH + 1

ONGOING, DRAWN = 0, 1

# A command is (cell * 6 + direction) * 2, and one more if it is two hexes long.
STEPS = 2
STARVE = CELLS * 6 * STEPS
"""From here on, a move is a choice in a famine: the cell of who shall starve is added."""
MOST_MOVES = MEN * 6 * STEPS

CHOICE_BITS = 3
CHOICE = (1 << CHOICE_BITS) - 1
ASKED = (1 << MOST_SEATS) - 1

NEXT: Numbers = np.full((CELLS + 1) * 6, NOWHERE, np.int64)
"""The neighbour of each cell in each direction."""
for _cell, _rays in enumerate(LARGEST.rays):
    for _direction, _ray in enumerate(_rays):
        if _ray:
            NEXT[_cell * 6 + _direction] = _ray[0]

DEPTH: Numbers = np.array(LARGEST.depth, np.int64)
INWARDS: Numbers = np.full((CELLS, 2), NOWHERE, np.int64)
"""The one or two neighbours of each cell that are nearer to the Throne; one stands here twice."""
for _cell, _steps in enumerate(LARGEST.jarl_steps):
    _nearer = [_one for _, _one, _ in _steps if DEPTH[_one] < DEPTH[_cell]]
    if _nearer:
        INWARDS[_cell] = _nearer[0], _nearer[-1]

RINGS: Numbers = np.argsort(DEPTH, kind="stable").astype(np.int64)
"""All cells, ring by ring from the Throne outwards."""
RING: Numbers = np.array([0, *(3 * r * (r + 1) + 1 for r in range(12))], np.int64)
"""Where in RINGS the ring of each radius begins."""

_RANDOM, _ = Rng("jarls positions").block(8 * 2 * MOST_SEATS * CELLS)
HASH: Numbers = np.frombuffer(_RANDOM, np.int64).copy()
"""A random number for each seat's Jarl and each seat's Warriors on each cell.

Holes and Shields are the same in all positions of a match, so they need none.
"""
STIR = 0x5851F42D4C957F2D

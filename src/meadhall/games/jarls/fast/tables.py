"""The layout of the lane's array, and the tables that its kernels read.

All boards lie on the largest one, with walls where they end; a ring that falls becomes wall. So one
set of tables serves every radius.
"""

import numpy as np
from numpy.typing import NDArray

from meadhall.core.rng import Rng
from meadhall.games.jarls.options import MOST_WARRIORS
from meadhall.games.jarls.rules.board import OFF, grid
from meadhall.games.jarls.rules.pieces import MOST_SEATS

Numbers = NDArray[np.int64]

LARGEST = grid(10)
"""The board with the largest radius that the options allow."""
CELLS = len(LARGEST.hexes)
NOWHERE = CELLS
"""One more cell, a wall: the cell of dead pieces, and the neighbour beyond the largest board."""
THRONE = LARGEST.throne

# What stands on a cell: a piece (its seat times PER_SEAT plus its number) or one of these.
PER_SEAT = MOST_WARRIORS + 1  # the Jarl has number 0
PIECES = MOST_SEATS * PER_SEAT
EMPTY, HOLE, SHIELD, WALL = PIECES, PIECES + 1, PIECES + 2, PIECES + 3
CODES = PIECES + 4
NO_SIDE = -1

# Where things are in the array; the board comes first.
AT = CELLS + 1  # the cell of each piece
SIDE = AT + PIECES  # by code, the side it fights for
GROUND = SIDE + CODES  # by cell, what is there without the pieces, to restore rings that fell
FALLEN = GROUND + CELLS  # the dead in the order of their deaths, each with its last cell
DEAD = FALLEN + PIECES  # how many are dead
SEATS = DEAD + 1
RADIUS = SEATS + 1
TURN = RADIUS + 1
FIRST = TURN + 1
QUIET = FIRST + 1
FAMINE = QUIET + 1  # a bit for each seat that has to choose, then the choices; 0: no famine
RESULT = FAMINE + 1  # ONGOING, or DRAWN with a bit for each winner above it
KEY = RESULT + 1  # the hash of the pieces on their cells
THRONE_HOLDS = KEY + 1  # whether the Throne stops pushed Jarls too
STARVE_AFTER = THRONE_HOLDS + 1  # 0: never
STARVE_AGAIN = STARVE_AFTER + 1
DRAW_AFTER = STARVE_AGAIN + 1  # 0: never
SUDDEN_DEATH = DRAW_AFTER + 1
FIXED = SUDDEN_DEATH + 1  # whether the same seat begins every round
SWAP = FIXED + 1  # SWAP_AHEAD, SWAP_OPEN or SWAP_OVER
LENGTH = SWAP + 1

ONGOING, DRAWN = 0, 1
# Sides can be swapped after the next move, now, or no more.
SWAP_OVER, SWAP_OPEN, SWAP_AHEAD = 0, 1, 2

# A move is (cell * 6 + direction) * 2, plus 1 if it is two hexes long.
STEPS = 2
STARVE = CELLS * 6 * STEPS
"""From this number on, a move is a choice in a famine: STARVE plus the cell of the piece."""
SWAP_MOVE = STARVE + CELLS
MOST_MOVES = PER_SEAT * 6 * STEPS + 1

CHOICE_BITS = 4
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
"""The one or two neighbours of each cell nearer to the Throne; a single one is listed twice."""
SIDEWAYS: Numbers = np.full((CELLS, 2), NOWHERE, np.int64)
"""The two neighbours of each cell that are as far from the Throne; the Throne has none."""
BEYOND_INWARDS, BEYOND_SIDEWAYS = INWARDS.copy(), SIDEWAYS.copy()
"""The cells behind those, in the same direction."""
for _cell, _steps in enumerate(LARGEST.jarl_steps):
    _nearer = [_step for _step in _steps if DEPTH[_step[1]] < DEPTH[_cell]]
    _beside = [_step for _step in _steps if DEPTH[_step[1]] == DEPTH[_cell]]
    for _number in range(2 if _nearer else 0):
        INWARDS[_cell, _number], BEYOND_INWARDS[_cell, _number] = _nearer[-_number][1:]
        SIDEWAYS[_cell, _number], BEYOND_SIDEWAYS[_cell, _number] = _beside[_number][1:]
# What is beyond the largest board is no cell.
BEYOND_SIDEWAYS[BEYOND_SIDEWAYS == OFF] = NOWHERE

CELLS_BY_RING: Numbers = np.argsort(DEPTH, kind="stable").astype(np.int64)
"""All cells, ring by ring from the Throne outwards."""
RING_START: Numbers = np.array([0, *(3 * r * (r + 1) + 1 for r in range(12))], np.int64)
"""Where in CELLS_BY_RING the ring of each radius begins."""

_RANDOM, _ = Rng("jarls positions").block(8 * 2 * MOST_SEATS * CELLS)
HASH: Numbers = np.frombuffer(_RANDOM, np.int64).copy()
"""A random number for each seat's Jarl, and for its Warriors, on each cell (Zobrist hashing).

Holes and Shields are the same in all positions of a match, so they need none.
"""
HASH_MIX = 0x5851F42D4C957F2D

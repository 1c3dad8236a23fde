"""Kernels: what the network of duels sees, and what it adds to the score."""

import numpy as np
from numpy.typing import NDArray

from meadhall.games.jarls.bots.network import CELLS as SEEN_CELLS
from meadhall.games.jarls.bots.network import PLIES, RACE, RADIUS, network, warrior_inputs
from meadhall.games.jarls.fast.tables import AT, LARGEST, NOWHERE, PER_SEAT, TURN, Numbers
from meadhall.games.jarls.rules.board import grid
from meadhall.kit.compiled import kernel
from meadhall.kit.network import SHIFT
from meadhall.kit.network_kernels import add_row, weigh

ROWS: NDArray[np.int16] = np.array(network().rows, np.int16)
START: Numbers = np.array(network().start, np.int64)
OUTPUT: Numbers = np.array(network().output, np.int64)
HIDDEN = len(START)
WARRIOR_INPUTS: NDArray[np.int16] = np.array(warrior_inputs(), np.int16)
SEEN_CELL: NDArray[np.int16] = np.array(
    [grid(RADIUS).number.get(hex_, 0) for hex_ in LARGEST.hexes], np.int16
)
"""By cell of the largest board, its number on the board of the network."""
MOST_INPUTS = 2 * PER_SEAT


@kernel
def list_inputs(state: Numbers, viewer: int, mine: int, theirs: int, found: Numbers) -> int:
    """Writes the inputs that are true for the viewer, as `bots.network.inputs`; how many."""
    found[0] = RACE + min(mine, PLIES - 1) * PLIES + min(theirs, PLIES - 1)
    own, count = viewer * PER_SEAT, 1
    row = WARRIOR_INPUTS[SEEN_CELL[state[AT + own]]]
    for piece in range(2 * PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE and piece != own:
            kind = 0 if piece // PER_SEAT == viewer else 1 if piece % PER_SEAT else 2
            found[count] = row[SEEN_CELL[cell]] + kind * SEEN_CELLS
            count += 1
    return count


@kernel
def weigh_side(state: Numbers, viewer: int, mine: int, theirs: int, weights: Numbers) -> int:
    """What the viewer's hidden sums amount to."""
    found, sums = np.empty(MOST_INPUTS, np.int64), START.copy()
    for number in range(list_inputs(state, viewer, mine, theirs, found)):
        add_row(sums, ROWS[found[number]])
    return int(weigh(sums, weights))


@kernel
def network_score(state: Numbers, seat: int, mine: int, theirs: int) -> int:
    """What the network adds to the score of the seat, which arrives at ply `mine`."""
    is_mover = seat == state[TURN]
    total = weigh_side(state, seat, mine, theirs, OUTPUT[:HIDDEN] if is_mover else OUTPUT[HIDDEN:])
    total += weigh_side(
        state, 1 - seat, theirs, mine, OUTPUT[HIDDEN:] if is_mover else OUTPUT[:HIDDEN]
    )
    return int(total >> SHIFT if is_mover else -(total >> SHIFT))

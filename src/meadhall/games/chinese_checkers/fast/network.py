"""The network's sums of both sides, kept up to date move by move."""

import numpy as np
from numpy.typing import NDArray

from meadhall.games.chinese_checkers.bots.network import PAIR, network
from meadhall.games.chinese_checkers.fast.tables import (
    HIDDEN,
    PIECES,
    SEATS,
    SUMS,
    TURN,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import MARBLES, SIZE
from meadhall.kit.compiled import kernel
from meadhall.kit.network import SHIFT
from meadhall.kit.network_kernels import add_row, exchange_rows, weigh

ROWS: NDArray[np.int16] = np.array(network().rows, np.int16)
START: Numbers = np.array(network().start, np.int64)
OUTPUT: Numbers = np.array(network().output, np.int64)


@kernel
def input_number(viewer: int, owner: int, hole: int) -> int:
    """The input of a marble, as `bots.network.input_number` has it."""
    return (SIZE if owner != viewer else 0) + (SIZE - 1 - hole if viewer else hole)


@kernel
def inputs(state: Numbers, viewer: int, found: Numbers) -> int:
    """Write the inputs that are true for the viewer; returns their number."""
    for piece in range(PAIR * MARBLES):
        found[piece] = input_number(viewer, piece // MARBLES, state[PIECES + piece])
    return PAIR * MARBLES


@kernel
def refresh_sums(state: Numbers) -> None:
    """Compute the sums of both sides from the marbles; with more players there are none."""
    if state[SEATS] != PAIR:
        return
    for viewer in range(PAIR):
        sums = state[SUMS + viewer * HIDDEN : SUMS + (viewer + 1) * HIDDEN]
        sums[:] = START
        for piece in range(PAIR * MARBLES):
            add_row(sums, ROWS[input_number(viewer, piece // MARBLES, state[PIECES + piece])])


@kernel
def shift_sums(state: Numbers, seat: int, start: int, end: int) -> None:
    """A marble of the seat has moved: update the sums of both sides."""
    for viewer in range(PAIR):
        exchange_rows(
            state[SUMS + viewer * HIDDEN : SUMS + (viewer + 1) * HIDDEN],
            ROWS[input_number(viewer, seat, start)],
            ROWS[input_number(viewer, seat, end)],
        )


@kernel
def network_score(state: Numbers, seat: int) -> int:
    """What the network adds to the seat's score, as `bots.network.network_score` has it."""
    mover = state[TURN]
    own, other = SUMS + mover * HIDDEN, SUMS + (1 - mover) * HIDDEN
    total = weigh(state[own : own + HIDDEN], OUTPUT[:HIDDEN])
    total += weigh(state[other : other + HIDDEN], OUTPUT[HIDDEN:])
    return int(total >> SHIFT if seat == mover else -(total >> SHIFT))

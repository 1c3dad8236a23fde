"""The entry of the fast lane: states packed into arrays, and the kernels put together."""

from functools import cache

import numpy as np

from meadhall.core.fast_lane import EndTable, FastLane, Kernels, Learnable
from meadhall.games.chinese_checkers.bots.network import INPUTS, MIRROR, PAIR, network_file
from meadhall.games.chinese_checkers.fast.evaluate import alone, evaluate, lead, promise, way_left
from meadhall.games.chinese_checkers.fast.make import (
    hand,
    key,
    make,
    payoff,
    to_move,
    unmake,
    winner,
)
from meadhall.games.chinese_checkers.fast.moves import legal
from meadhall.games.chinese_checkers.fast.network import inputs, refresh_sums
from meadhall.games.chinese_checkers.fast.race_end import WAYS, apart, end_index, fill
from meadhall.games.chinese_checkers.fast.tables import (
    AT_WALL,
    CORNER,
    EMPTY,
    GONE,
    HASH,
    HOME,
    INSIDE,
    KEY,
    LENGTH,
    LOCK,
    OWN,
    PIECES,
    REST_FREE,
    SEATS,
    SLOT,
    TURN,
    TURN_HASH,
    UNKNOWN,
    WALL,
    WAY,
    WINNER,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import CORNERS, MARBLES, SEATINGS, SIZE
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.rules.moves import MOVES, move_number
from meadhall.games.chinese_checkers.types import Move, State


def pack(state: State) -> Numbers:
    """The state as an array. Of all endings, it can show only a win in the target."""
    array = np.zeros(LENGTH, np.int64)
    array[: AT_WALL + 1] = EMPTY
    array[AT_WALL] = WALL
    corners = SEATINGS[state.seats][state.seating]
    array[HOME : HOME + state.seats] = corners
    array[[TURN, SEATS, WINNER]] = state.turn, state.seats, EMPTY
    array[[REST_FREE, LOCK]] = state.options.rest == "free", state.options.lock_target
    array[WAY : WAY + CORNERS] = UNKNOWN
    array[GONE] = sum(1 << seat for seat in state.gone)
    array[KEY] = HASH[TURN_HASH + state.turn]
    for seat in range(state.seats):
        for number, hole in enumerate(marbles(state.board, seat)):
            array[hole] = seat
            array[PIECES + seat * MARBLES + number] = hole
            array[SLOT + hole] = PIECES + seat * MARBLES + number
            array[INSIDE + CORNER[hole]] += 1
            array[OWN + seat] += CORNER[hole] == (corners[seat] + 3) % CORNERS
            array[KEY] ^= HASH[seat * SIZE + hole]
    array[WINNER] = winner(array, state.turn)
    refresh_sums(array)
    return array


def number(state: State, move: Move) -> int:
    """The move as kernels and encoding number it."""
    return move_number(move.start, move.end)


def action(state: State, move: int) -> Move:
    """The move with this number."""
    return MOVES[move // SIZE][move % SIZE]


@cache
def lane() -> FastLane[State]:
    """The lane. Nothing is compiled before a kernel is first called."""
    kernels = Kernels(
        legal=legal,
        make=make,
        unmake=unmake,
        to_move=to_move,
        payoff=payoff,
        evaluate=evaluate,
        key=key,
        promise=promise,
        alone=alone,
        hand=hand,
        end_index=end_index,
    )
    return FastLane(
        kernels=kernels,
        pack=pack,
        number=number,
        action=action,
        most_moves=MARBLES * SIZE,
        end_table=EndTable("chinese-checkers-end-1", WAYS.positions, fill, apart),
        # Who hurries repeats no position, so without earlier moves no repetition can come up.
        proves=lambda state: not state.history,
        learnable=Learnable(
            inputs=inputs,
            base=lead,
            count=INPUTS,
            most_inputs=PAIR * MARBLES,
            mirrors=(MIRROR,),
            network=network_file,
            options=((),),
            way=way_left,
        ),
    )

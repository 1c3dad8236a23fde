"""Arrays as states again, to be drawn."""

from dataclasses import replace

from meadhall.games.jarls.fast.tables import (
    CHOICE,
    CHOICE_BITS,
    EMPTY,
    FAMINE,
    FIRST,
    HOLE,
    LARGEST,
    ONGOING,
    PER_SEAT,
    QUIET,
    RADIUS,
    RESULT,
    SEATS,
    SHIELD,
    SWAP,
    THRONE,
    TURN,
    Numbers,
)
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules import starvation
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import EMPTY as PURE_EMPTY
from meadhall.games.jarls.rules.pieces import HOLE as PURE_HOLE
from meadhall.games.jarls.rules.pieces import MOST_SEATS, NAMES, STRIDE
from meadhall.games.jarls.rules.scales import scale
from meadhall.games.jarls.types import Ending, Famine, Result, State, TurnState
from meadhall.kit.sealed import Sealed

_LATER = 2
"""The number of a turn in which sides can no longer be swapped."""


def unpack_state(array: Numbers, options: Options) -> State:
    """The state; the array does not know the last move, nor how many turns and rounds there were.

    Shields are numbered anew.
    """
    seats, radius = int(array[SEATS]), int(array[RADIUS])
    order = scale(options, seats).first_move
    number = _LATER - int(array[SWAP]) if order == "swap" else 0
    turn = TurnState(number, 0, int(array[FIRST]), int(array[TURN]), int(array[QUIET]))
    state = State(options, seats, radius, _board(array, radius), turn, order=order)
    if array[RESULT] != ONGOING:
        return replace(state, result=_result(array, seats))
    return replace(state, famine=_famine(array, state)) if array[FAMINE] else state


def _board(array: Numbers, radius: int) -> tuple[int, ...]:
    board, shields = [], 0
    for hex_ in grid(radius).hexes:
        code = int(array[LARGEST.number[hex_]])
        shields += code == SHIELD
        others = {EMPTY: PURE_EMPTY, HOLE: PURE_HOLE, SHIELD: shields}
        piece = STRIDE * (code // PER_SEAT + 1) + code % PER_SEAT
        board.append(others.get(code, piece))
    return tuple(board)


def _result(array: Numbers, seats: int) -> Result:
    """The winners, and the likeliest reason: a Jarl on the Throne has won by it."""
    winners = tuple(seat for seat in range(seats) if array[RESULT] >> (seat + 1) & 1)
    reason: Ending = "quiet"
    if winners:
        reason = "throne" if array[THRONE] < EMPTY else "lastStanding"
    return Result(winners, reason)


def _famine(array: Numbers, state: State) -> Famine:
    chosen = [
        int(array[FAMINE]) >> (MOST_SEATS + CHOICE_BITS * seat) & CHOICE
        for seat in range(state.seats)
    ]
    names = (NAMES[STRIDE * (seat + 1) + n] if n else None for seat, n in enumerate(chosen))
    return Famine(starvation.candidates(state), Sealed(tuple(names)))

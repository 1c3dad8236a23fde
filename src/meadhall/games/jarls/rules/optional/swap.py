"""The swap rule: after the first move, the second player may take over the first one's side."""

from dataclasses import replace
from functools import cache

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls.rules.pieces import BY_NAME, CODES, NAMES, STRIDE, owner
from meadhall.games.jarls.types import Event, SidesSwapped, State, Trace

_CHOOSING = 1
"""The turn, counted from 0, in which the second player may swap."""


def is_open(state: State) -> bool:
    """Whether the player to move may take over the other side now."""
    return state.order == "swap" and state.turn.number == _CHOOSING and state.phase == "playing"


def swap_sides(state: State, seat: Seat) -> Step[State, Event]:
    """Every piece changes its owner and keeps its place. The turn is not over yet."""
    codes, last = _swapped_codes(), state.last
    if last is not None:
        last = Trace(NAMES[codes[BY_NAME[last.piece]]], last.start, last.end)
    board = tuple(codes[code] for code in state.board)
    after = replace(state, board=board, last=last, swapped=True)
    return Step(after, (SidesSwapped(seat),))


@cache
def _swapped_codes() -> tuple[int, ...]:
    """By code, the code of the same piece of the other one of the first two seats."""
    shift = {0: STRIDE, 1: -STRIDE}
    return tuple(code + shift.get(owner(code), 0) for code in range(CODES))

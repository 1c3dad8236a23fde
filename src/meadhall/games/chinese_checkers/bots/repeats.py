"""Which moves lead back to an earlier position."""

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.rules.apply import apply
from meadhall.games.chinese_checkers.rules.marbles import shift
from meadhall.games.chinese_checkers.rules.repetition import earlier_boards, occurrences
from meadhall.games.chinese_checkers.types import Move, State


def repeats(state: State, seat: Seat, action: Move) -> bool:
    """Whether a legal move leads to a position that has occurred before."""
    if shift(state.board, action.start, action.end) not in earlier_boards(state):
        return False
    return occurrences(apply(state, seat, action).state) > 1  # the same seat must be to move

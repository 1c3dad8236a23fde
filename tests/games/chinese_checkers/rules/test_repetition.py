"""Positions that come back."""

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.repetition import occurrences
from meadhall.games.chinese_checkers.types import Options, State

pytestmark = pytest.mark.clause("End")


def there_and_back(state: State, times: int) -> State:
    for ply, text in enumerate(("6-14", "114-106", "14-6", "106-114") * times):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    return state


def test_c4_the_third_occurrence_of_a_position_is_adjudicated() -> None:
    state = there_and_back(start(GAME, Options(), 2, Rng("x")), 1)
    assert occurrences(state) == 2
    assert GAME.status(state) == ToAct((0,))
    state = there_and_back(state, 1)
    assert occurrences(state) == 3
    assert GAME.status(state) == Finished((0, 0), "repetition")


def test_c4_the_same_board_with_another_seat_to_move_is_another_position() -> None:
    """Seat 1 loses a move on the way: the board comes back, the turn does not."""
    state = start(GAME, Options(), 2, Rng("x"))
    for ply, text in enumerate(("6-14", "114-106", "14-15", "106-114", "15-6")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    assert state.board == start(GAME, Options(), 2, Rng("x")).board
    assert state.turn == 1
    assert occurrences(state) == 1

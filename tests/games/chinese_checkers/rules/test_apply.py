"""What a move, a timeout and leaving lead to."""

from dataclasses import replace

import pytest
from tests.games.chinese_checkers.positions import walled_in

from meadhall.core.game import Step, start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.legal import legal_moves
from meadhall.games.chinese_checkers.rules.marbles import shift
from meadhall.games.chinese_checkers.types import (
    Ended,
    Event,
    Left,
    Move,
    Moved,
    Options,
    Skipped,
    State,
)

pytestmark = pytest.mark.clause("Turns", "Leaving")


def test_nothing_is_captured() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    step = GAME.apply(state, 0, Move(3, 14))
    assert step.events == (Moved(0, (3, 14)),)
    assert step.state.board == shift(state.board, 3, 14)
    assert sorted(step.state.board) == sorted(state.board)


def test_the_turn_goes_round_in_seat_order() -> None:
    state = start(GAME, Options(starts="classic"), 6, Rng("x"))
    for seat in (0, 1, 2, 3, 4, 5, 0):
        assert state.turn == seat
        state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state


def test_default_action_is_a_legal_move() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert GAME.default_action(state, 0, Rng("clock")) in legal_moves(state, 0)


def test_a_seat_without_a_move_is_skipped_and_that_is_recorded() -> None:
    state, move = walled_in()
    step = GAME.apply(state, 3, move)
    assert Skipped(0) in step.events
    assert step.state.turn == 1
    assert GAME.present is not None
    assert any("was skipped" in note for note in GAME.present.scene(step.state).notes)


def test_all_seats_stuck_in_a_row_are_adjudicated() -> None:
    """Seat 4 leaves on its turn, and nobody else can move: seats 1 to 3 are packed in a corner."""
    state, _ = walled_in()
    packed = "".join("3" if hole == "." else hole for hole in state.board)
    step = _leave(replace(state, board=packed), 3)
    assert step.events == (Left(3), Skipped(0), Skipped(1), Skipped(2), Ended(2, "allStuck"))
    assert GAME.status(step.state) == Finished((-1, -1, 1, -1), "allStuck")


def _leave(state: State, seat: int) -> Step[State, Event]:
    assert GAME.leave is not None
    return GAME.leave(state, seat)


def test_a_seat_that_leaves_keeps_its_marbles_on_the_board_and_is_skipped() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    step = _leave(state, 0)
    assert step.events == (Left(0),)
    assert step.state.board == state.board
    assert GAME.status(step.state) == ToAct((1,))
    other = _leave(state, 2)
    assert GAME.status(other.state) == ToAct((0,))


def test_the_last_seat_playing_wins() -> None:
    state = _leave(start(GAME, Options(), 3, Rng("x")), 0).state
    step = _leave(state, 2)
    assert step.events == (Left(2), Ended(1, "lastLeft"))
    assert GAME.status(step.state) == Finished((-1, 1, -1), "lastLeft")


def test_leaving_twice_or_after_the_end_is_refused() -> None:
    state = _leave(start(GAME, Options(), 3, Rng("x")), 0).state
    with pytest.raises(Refused, match="ALREADY_LEFT"):
        _leave(state, 0)
    over = _leave(state, 1).state
    with pytest.raises(Refused, match="GAME_OVER"):
        _leave(over, 2)

"""Moves that lead back to an earlier position."""

from meadhall.core.game import start, strategy
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Move, Options


def test_a_move_that_repeats_a_position_is_known_before_it_is_played() -> None:
    repeats = strategy(GAME).repeats
    assert repeats is not None
    state = start(GAME, Options(), 2, Rng("x"))
    assert not any(repeats(state, 0, move) for move in GAME.legal_actions(state, 0))
    for ply, text in enumerate(("6-14", "114-106", "14-6")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    repeating = [m for m in GAME.legal_actions(state, 1) if repeats(state, 1, m)]
    assert repeating == [Move(106, 114)]


def test_a_board_that_comes_back_with_another_seat_to_move_is_no_repetition() -> None:
    repeats = strategy(GAME).repeats
    assert repeats is not None
    state = start(GAME, Options(), 2, Rng("x"))
    for ply, text in enumerate(("6-14", "114-106", "14-15", "106-114")):
        state = GAME.apply(state, ply % 2, GAME.notation.parse(text)).state
    assert not repeats(state, 0, Move(15, 6))

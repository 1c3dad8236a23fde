"""Impossible states."""

from dataclasses import replace

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Options


def test_impossible_states_are_named() -> None:
    sound = start(GAME, Options(), 2, Rng("x"))
    assert GAME.invariant(sound) == []
    assert GAME.invariant(replace(sound, board="short"))
    assert GAME.invariant(replace(sound, board=sound.board.replace("1", "2")))
    assert GAME.invariant(replace(sound, board="." + sound.board[1:]))
    assert GAME.invariant(replace(sound, turn=2))
    assert GAME.invariant(replace(sound, gone=(0,)))
    assert GAME.invariant(replace(sound, gone=(5,)))
    assert GAME.invariant(replace(sound, gone=(1, 1)))
    assert GAME.invariant(replace(sound, result=Finished((1,), "goal")))
    arrived = sound.board.translate(str.maketrans("01", "10"))
    assert GAME.invariant(replace(sound, board=arrived)) == ["seat 1 has already won"]

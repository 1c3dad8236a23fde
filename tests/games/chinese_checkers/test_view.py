"""What viewers see."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Move, Options

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_nothing_is_hidden_from_anybody() -> None:
    step = GAME.apply(FIRST, 0, Move(3, 14))
    for viewer in (0, 1, None):
        assert GAME.view(step.state, viewer) == step.state
        assert [GAME.view_event(event, viewer) for event in step.events] == list(step.events)
    assert GAME.resample(GAME.view(step.state, 1), Rng("other")) == step.state

"""The guided match."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import State


def test_the_guide_can_be_played_as_it_is_written() -> None:
    assert GAME.guide is not None
    state: State = start(GAME, GAME.guide.options, GAME.guide.seats, Rng(GAME.guide.seed))
    plies = [ply for step in GAME.guide.steps for ply in step.plies]
    for seat, text in plies:
        state = GAME.apply(state, seat, GAME.notation.parse(text)).state
    assert len(state.history) == len(plies)

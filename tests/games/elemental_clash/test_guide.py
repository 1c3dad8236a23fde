"""The guided first match."""

from tests.games.elemental_clash.positions import hand

from meadhall.core.record import Ply, Record, replay
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.types import (
    State,
)

FULL = hand("wall", "deflection", "continuous", "projectile")


def test_the_guided_match_plays_to_its_end() -> None:
    guide = GAME.guide
    assert guide is not None
    plies = tuple(Ply(seat, text) for step in guide.steps for seat, text in step.plies)
    record = Record("elemental-clash", 1, guide.seed, ("Learner", "Guide"), {}, plies)
    *_, last = replay(GAME, record)
    assert isinstance(last.state, State)
    assert last.state.outcome is not None
    assert last.state.outcome.payoffs == (1, -1)
    assert last.state.siege == 1
    assert len(set(guide.tips)) == len(guide.tips) > 5

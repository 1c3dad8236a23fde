"""What actions, clocks and leaving players lead to."""

import pytest
from tests.games.elemental_clash.positions import battle, hand

from meadhall.core.rng import Rng
from meadhall.core.status import ToAct
from meadhall.games.elemental_clash import GAME
from meadhall.games.elemental_clash.rules.events import Changed, Chosen
from meadhall.games.elemental_clash.types import Auto, Play, Side

pytestmark = pytest.mark.clause("Choosing")

FULL = hand("wall", "deflection", "continuous", "projectile")


def test_s4_a_choice_may_be_changed_until_both_have_chosen() -> None:
    state = battle(Side(hand=FULL), Side(hand=FULL))
    first = GAME.apply(state, 0, Play(FULL[0]))
    assert first.events == (Chosen(0, FULL[0], auto=False),)
    second = GAME.apply(first.state, 0, Play(FULL[1]))
    assert second.events == (Changed(0, FULL[1]),)
    assert GAME.status(second.state) == ToAct((1,))
    done = GAME.apply(second.state, 1, Play(FULL[3])).state
    assert done.history[-1][0] is not None
    assert done.history[-1][0].face == FULL[1].face


def test_s3_at_the_deadline_the_choice_that_was_made_counts() -> None:
    state = GAME.apply(battle(Side(hand=FULL), Side(hand=FULL)), 0, Play(FULL[1])).state
    late = GAME.refusal(state, 0, Auto(FULL[0]))
    assert late is not None
    assert late.code == "ALREADY_CHOSEN"
    auto = GAME.default_action(state, 1, Rng("clock"))
    step = GAME.apply(state, 1, auto)
    assert step.events[0] == Chosen(1, auto.card, auto=True)
    assert step.state.turn == 3


def test_who_leaves_loses_in_the_draft_as_in_the_battle() -> None:
    assert GAME.leave is not None
    drafting = GAME.initial(GAME.types.options(), 2, Rng("leave"))
    for state in (drafting, battle(Side(hand=FULL), Side(hand=FULL))):
        outcome = GAME.leave(state, 0).state.outcome
        assert outcome is not None
        assert (outcome.payoffs, outcome.reason) == ((-1, 1), "left")


def test_time_is_ten_seconds_for_a_turn() -> None:
    assert GAME.time_limit is not None
    assert GAME.leave is not None
    state = battle(Side(hand=FULL), Side(hand=FULL))
    assert GAME.time_limit(state) == 10_000
    assert GAME.time_limit(GAME.leave(state, 0).state) is None

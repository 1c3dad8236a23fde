"""The stages of a game and the states of a turn: what follows what, and nothing else."""

from itertools import product
from typing import get_args

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.elemental_clash.rules.transitions import Trigger, next_stage, next_turn_state
from meadhall.games.elemental_clash.types import Stage, TurnState

pytestmark = pytest.mark.clause("Phases")

WAYS: set[tuple[Stage, Stage]] = {
    ("menu", "tutorial"),
    ("menu", "draft"),
    ("tutorial", "draft"),
    ("tutorial", "menu"),
    ("draft", "battle"),
    ("battle", "game_over"),
    ("game_over", "menu"),
    ("game_over", "draft"),
}
TURN: dict[tuple[TurnState, Trigger], TurnState] = {
    ("waiting", "BOTH_PLAYERS_LOCKED"): "locked",
    ("waiting", "TIMER_EXPIRED"): "locked",
    ("locked", "START_REVEAL"): "revealing",
    ("revealing", "REVEAL_COMPLETE"): "resolving",
    ("resolving", "RESOLUTION_COMPLETE"): "complete",
    ("complete", "NEXT_TURN"): "waiting",
}


@pytest.mark.parametrize(("stage", "to"), [*product(get_args(Stage), repeat=2)])
def test_a_game_goes_from_stage_to_stage_and_nowhere_else(stage: Stage, to: Stage) -> None:
    if (stage, to) in WAYS:
        assert next_stage(stage, to) == to
    else:
        with pytest.raises(Refused, match="WRONG_STAGE"):
            next_stage(stage, to)


@pytest.mark.parametrize(("state", "trigger"), [*product(get_args(TurnState), get_args(Trigger))])
def test_a_turn_goes_round_and_every_other_trigger_is_an_error(
    state: TurnState, trigger: Trigger
) -> None:
    if (state, trigger) in TURN:
        assert next_turn_state(state, trigger) == TURN[state, trigger]
    else:
        with pytest.raises(Refused, match="WRONG_TRIGGER"):
            next_turn_state(state, trigger)

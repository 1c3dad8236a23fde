"""The stages of a game and the states of a turn: what follows what, and nothing else."""

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.elemental_clash.machines import (
    STAGE_AFTER,
    TURN_STATE_AFTER,
    Stage,
    next_stage,
    next_turn_state,
)


@pytest.mark.parametrize("stage", STAGE_AFTER)
@pytest.mark.parametrize("to", STAGE_AFTER)
def test_a_game_goes_only_where_the_table_says(stage: Stage, to: Stage) -> None:
    if to in STAGE_AFTER[stage]:
        assert next_stage(stage, to) == to
    else:
        with pytest.raises(Refused, match="WRONG_STAGE"):
            next_stage(stage, to)


def test_a_turn_goes_round_and_every_other_trigger_is_an_error() -> None:
    states = {state for state, _ in TURN_STATE_AFTER}
    triggers = {trigger for _, trigger in TURN_STATE_AFTER}
    for state in states:
        for trigger in triggers:
            if (state, trigger) in TURN_STATE_AFTER:
                assert next_turn_state(state, trigger) in states
            else:
                with pytest.raises(Refused, match="WRONG_TRIGGER"):
                    next_turn_state(state, trigger)
    assert len(states) == 5

"""Three state machines: the stages of a game, the states of a turn, and the phases of a turn.

Each is a table. A step that is not in the table is refused.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from meadhall.core.refusal import Refused
from meadhall.games.elemental_clash.types import Phase, Stage, TurnState

Trigger: TypeAlias = Literal[
    "BOTH_PLAYERS_LOCKED",
    "TIMER_EXPIRED",
    "START_REVEAL",
    "REVEAL_COMPLETE",
    "RESOLUTION_COMPLETE",
    "NEXT_TURN",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""The thirteen phases of a turn, in their fixed order."""

STAGE_AFTER: Final[Mapping[Stage, tuple[Stage, ...]]] = {
    "menu": ("tutorial", "draft"),
    "tutorial": ("draft", "menu"),
    "draft": ("battle",),
    "battle": ("game_over",),
    "game_over": ("menu", "draft"),
}
TURN_STATE_AFTER: Final[Mapping[tuple[TurnState, Trigger], TurnState]] = {
    ("waiting", "BOTH_PLAYERS_LOCKED"): "locked",
    ("waiting", "TIMER_EXPIRED"): "locked",
    ("locked", "START_REVEAL"): "revealing",
    ("revealing", "REVEAL_COMPLETE"): "resolving",
    ("resolving", "RESOLUTION_COMPLETE"): "complete",
    ("complete", "NEXT_TURN"): "waiting",
}
TRIGGER_OF: Final[Mapping[Phase, Trigger]] = {
    "energy": "NEXT_TURN",
    "reveal": "START_REVEAL",
    "validation": "REVEAL_COMPLETE",
    "cleanup": "RESOLUTION_COMPLETE",
}
"""The phases that change the state of the turn when they begin."""


def next_stage(stage: Stage, to: Stage) -> Stage:
    """The stage `to`; refused unless it may follow `stage`."""
    if to not in STAGE_AFTER[stage]:
        raise Refused.because(
            "WRONG_STAGE", f"A game cannot go from {stage} to {to}.", stage, to, clause="Phases"
        )
    return to


def next_turn_state(state: TurnState, trigger: Trigger) -> TurnState:
    """The state that the trigger takes the turn to; refused where the trigger does not apply."""
    after = TURN_STATE_AFTER.get((state, trigger))
    if after is None:
        raise Refused.because(
            "WRONG_TRIGGER", f"{trigger} does not apply to a turn that is {state}.", clause="Phases"
        )
    return after


def next_phase(phase: Phase, to: Phase) -> Phase:
    """The phase `to`; refused unless it is the next one. The first phase follows the last."""
    due = PHASES[(PHASES.index(phase) + 1) % len(PHASES)]
    if to != due:
        raise Refused.because(
            "WRONG_PHASE", f"After {phase} comes {due}, not {to}.", phase, to, clause="Phases"
        )
    return to

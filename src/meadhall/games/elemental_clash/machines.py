"""The three orders of things: the stages of a game, the states of a turn, the thirteen phases.

Each is a table, and a step that the table does not have is refused.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from meadhall.core.refusal import Refused

Stage: TypeAlias = Literal["menu", "tutorial", "draft", "battle", "game_over"]
TurnState: TypeAlias = Literal["waiting", "locked", "revealing", "resolving", "complete"]
Trigger: TypeAlias = Literal[
    "BOTH_PLAYERS_LOCKED",
    "TIMER_EXPIRED",
    "START_REVEAL",
    "REVEAL_COMPLETE",
    "RESOLUTION_COMPLETE",
    "NEXT_TURN",
]
Phase: TypeAlias = Literal[
    "energy",
    "selection",
    "reveal",
    "validation",
    "deduction",
    "placement",
    "resolution",
    "payouts",
    "decay",
    "death_check",
    "victory_check",
    "cleanup",
    "advance",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""The thirteen phases of a turn, in the order that is never left."""

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
"""The phases that move the turn's state on when they begin."""


def next_stage(stage: Stage, to: Stage) -> Stage:
    """The stage that is asked for, if it may follow."""
    if to not in STAGE_AFTER[stage]:
        raise Refused.because(
            "WRONG_STAGE", f"A game cannot go from {stage} to {to}.", stage, to, clause="Phases"
        )
    return to


def next_turn_state(state: TurnState, trigger: Trigger) -> TurnState:
    """Where the trigger takes the turn."""
    after = TURN_STATE_AFTER.get((state, trigger))
    if after is None:
        raise Refused.because(
            "WRONG_TRIGGER", f"{trigger} means nothing to a turn that is {state}.", clause="Phases"
        )
    return after


def next_phase(phase: Phase, to: Phase) -> Phase:
    """The phase that is asked for, if it is the one that follows; the first follows the last."""
    due = PHASES[(PHASES.index(phase) + 1) % len(PHASES)]
    if to != due:
        raise Refused.because(
            "WRONG_PHASE", f"After {phase} comes {due}, not {to}.", phase, to, clause="Phases"
        )
    return to

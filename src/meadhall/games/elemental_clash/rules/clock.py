"""How long a seat may take to decide."""

from meadhall.games.elemental_clash.types import (
    DRAFT_MILLISECONDS,
    LATE_DRAFT_MILLISECONDS,
    LATE_ROUND,
    TURN_MILLISECONDS,
    State,
)


def time_limit(state: State) -> int | None:
    """Milliseconds for a pick or a choice. The last draft rounds have more cards to compare."""
    if state.stage == "battle":
        return TURN_MILLISECONDS
    if state.stage == "draft":
        return DRAFT_MILLISECONDS if state.round < LATE_ROUND else LATE_DRAFT_MILLISECONDS
    return None

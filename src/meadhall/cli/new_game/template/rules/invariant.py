"""Which states are impossible."""

from meadhall.cli.new_game.template.types import State


def invariant(state: State) -> list[str]:
    """What is wrong with the state, in words; nothing if it is sound."""
    sound = state.stones >= 0 and state.turn in (0, 1)
    return [] if sound else [f"impossible state: {state}"]

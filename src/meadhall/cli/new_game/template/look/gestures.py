"""What a player clicks."""

from meadhall.cli.new_game.template.types import Take


def gesture(action: Take) -> tuple[str, ...]:
    """The ids to click for the action: one button of the scene."""
    return (f"take-{action.count}",)

"""What moves when something happens."""

from meadhall.cli.new_game.template.types import Taken
from meadhall.core.scene import Motion


def motions(event: Taken) -> tuple[Motion, ...]:
    """The taken stones vanish together."""
    gone = range(event.left, event.left + event.count)
    return tuple(Motion("vanish", f"stone-{i}") for i in gone)

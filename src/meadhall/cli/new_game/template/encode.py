"""Actions and views as numbers, for learning agents."""

from meadhall.cli.new_game.template.types import MOST, Options, Take, View
from meadhall.core.capabilities import Learn
from meadhall.core.seats import Viewer


def action_count(options: Options, seats: int) -> int:
    """One number for each count of stones."""
    return MOST


def index(options: Options, seats: int, action: Take) -> int:
    """The number of an action: 0 takes one stone, 1 takes two, 2 takes three."""
    return action.count - 1


def action(options: Options, seats: int, number: int) -> Take:
    """The action of a number."""
    return Take(number + 1)


def shape(options: Options, seats: int) -> tuple[int, ...]:
    """The shape of an observation: one row of two numbers."""
    return (2,)


def observe(view: View, viewer: Viewer) -> tuple[int, ...]:
    """An observation: how many stones are left, and whose turn it is."""
    return view.stones, view.turn


LEARN: Learn[Options, Take, View] = Learn(
    action_count=action_count, index=index, action=action, shape=shape, observe=observe
)

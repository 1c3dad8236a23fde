"""Actions and views as numbers, for learning agents."""

from meadhall.cli.template.types import MOST, Options, Take, View
from meadhall.core.game import Encoding


def action_count(options: Options, seats: int) -> int:
    """One number for each count of stones."""
    return MOST


def index(options: Options, seats: int, action: Take) -> int:
    """Taking one stone is 0."""
    return action.count - 1


def action(options: Options, seats: int, number: int) -> Take:
    """The action of that number."""
    return Take(number + 1)


def shape(options: Options, seats: int) -> tuple[int, ...]:
    """One row of two numbers."""
    return (2,)


def observe(view: View) -> tuple[int, ...]:
    """The stones that are left, and whose turn it is."""
    return view.stones, view.turn


ENCODING: Encoding[Options, Take, View] = Encoding(
    action_count=action_count, index=index, action=action, shape=shape, observe=observe
)

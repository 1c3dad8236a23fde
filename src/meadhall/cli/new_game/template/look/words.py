"""Events, actions and results in words. They name seats; the page puts the players' names there."""

from meadhall.cli.new_game.template.types import Take, Taken
from meadhall.core.seats import seat_name
from meadhall.core.status import WIN, Finished


def sentence(event: Taken) -> str:
    """The event as a sentence."""
    return f"{seat_name(event.seat).capitalize()} takes {event.count}; {event.left} left."


def phrase(action: Take) -> str:
    """The action in a few words."""
    return f"take {action.count}"


def ending(result: Finished) -> str:
    """How the match ended."""
    winner = seat_name(result.payoffs.index(WIN))
    return f"{winner.capitalize()} wins: they took the last stone."

"""What each viewer may know. Nothing is hidden in this game, so everybody sees the state."""

from meadhall.cli.new_game.template.types import State, Taken, View
from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer


def view(state: State, viewer: Viewer) -> View:
    """What the viewer may know of the state: all of it."""
    return state


def view_event(event: Taken, viewer: Viewer) -> Taken | None:
    """What the viewer may know of the event: all of it."""
    return event


def resample(view: View, rng: Rng) -> State:
    """A state that looks like this view, for bots to think from; there is only one."""
    return view

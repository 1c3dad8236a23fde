"""What each seat may know. Nothing is hidden here, so a view is the state."""

from meadhall.cli.template.types import State, Taken, View
from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer


def view(state: State, viewer: Viewer) -> View:
    """The same for everybody."""
    return state


def view_event(event: Taken, viewer: Viewer) -> Taken | None:
    """Everybody sees what was taken."""
    return event


def resample(seen: View, rng: Rng) -> State:
    """The one state that looks like this view."""
    return seen

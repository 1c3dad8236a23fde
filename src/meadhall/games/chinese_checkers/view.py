"""What each seat may know. Nothing is hidden here, so a view is the state."""

from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.games.chinese_checkers.types import Event, State, View


def view(state: State, viewer: Viewer) -> View:
    """The same for everybody."""
    return state


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """Everybody sees everything."""
    return event


def resample(seen: View, rng: Rng) -> State:
    """The one state that looks like this view."""
    return seen

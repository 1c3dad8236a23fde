"""What each viewer may know. Nothing is hidden, so a view is the state itself."""

from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.games.chinese_checkers.types import Event, State, View


def view(state: State, viewer: Viewer) -> View:
    """The state, for every viewer."""
    return state


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """The event, for every viewer."""
    return event


def resample(view: View, rng: Rng) -> State:
    """The only state that fits the view."""
    return view

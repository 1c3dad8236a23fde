"""What each seat may know: all but sealed choices of others and, with fog, what is out of sight."""

from dataclasses import replace

from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.games.jarls import fog
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Event,
    Famine,
    Moved,
    Pushed,
    State,
    View,
)
from meadhall.kit.sealed import Sealed


def view(state: State, viewer: Viewer) -> View:
    """The state without what is hidden from the viewer."""
    famine = state.famine
    if famine is not None:
        shown, locked = _own_choice(famine, viewer), famine.sealed.locked()
        return View(viewer, replace(state, famine=shown), locked)
    if fog.is_fogged(state):
        known, unseen = fog.hidden_view(state, viewer)
        return View(viewer, known, unseen=unseen)
    return View(viewer, state)


def _own_choice(famine: Famine, viewer: Viewer) -> Famine:
    choices = enumerate(famine.sealed.choices)
    own = tuple(choice if seat == viewer else None for seat, choice in choices)
    return Famine(famine.candidates, Sealed(own))


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """The event, unless it happens in fog that hides it from the viewer."""
    if not isinstance(event, Moved | Pushed | Blocked | Compressed) or event.seers is None:
        return event
    return replace(event, seers=None) if viewer in event.seers else None


def resample(seen: View, rng: Rng) -> State:
    """A state that looks like this: a guess for every envelope and every piece in the fog."""
    famine = seen.state.famine
    if famine is None:
        unseen = seen.unseen
        return fog.guess(seen.state, seen.viewer, unseen, rng) if unseen else seen.state
    sealed = famine.sealed
    for seat, locked in enumerate(seen.locked):
        if locked and sealed.choice(seat) is None:
            choice, rng = rng.choice(famine.candidates[seat])
            sealed = sealed.put(seat, choice)
    return replace(seen.state, famine=Famine(famine.candidates, sealed))

"""What each viewer may know: all but the sealed choices of others and pieces hidden in fog."""

from dataclasses import replace

from meadhall.core.rng import Rng
from meadhall.core.seats import Viewer
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.optional.fog import hide, is_fogged, sight
from meadhall.games.jarls.rules.pieces import EMPTY, is_jarl
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
        shown, locked = _own_choice(famine, viewer), famine.sealed.have_chosen()
        return View(viewer, replace(state, famine=shown), locked)
    if is_fogged(state):
        known, unseen = hide(state, viewer)
        return View(viewer, known, unseen=unseen)
    # Nothing is hidden now. All viewers get an equal view, so that the server draws it only once.
    return View(None, state)


def _own_choice(famine: Famine, viewer: Viewer) -> Famine:
    choices = enumerate(famine.sealed.choices)
    own = tuple(choice if seat == viewer else None for seat, choice in choices)
    return Famine(famine.candidates, Sealed(own))


def view_event(event: Event, viewer: Viewer) -> Event | None:
    """The event, or `None` if fog hides it from the viewer."""
    if not isinstance(event, Moved | Pushed | Blocked | Compressed) or event.seers is None:
        return event
    return replace(event, seers=None) if viewer in event.seers else None


def resample(view: View, rng: Rng) -> State:
    """A state that fits the view, with a sampled choice or hex for everything that is hidden."""
    famine = view.state.famine
    if famine is None:
        return sample_fog(view, rng) if view.unseen else view.state
    sealed = famine.sealed
    for seat, locked in enumerate(view.locked):
        if locked and sealed.choice(seat) is None:
            choice, rng = rng.choice(famine.candidates[seat])
            sealed = sealed.put(seat, choice)
    return replace(view.state, famine=Famine(famine.candidates, sealed))


def sample_fog(view: View, rng: Rng) -> State:
    """The state with the unseen pieces on any hexes out of sight where they could be."""
    known = view.state
    throne = grid(known.radius).throne
    # Only a Jarl can be on the Throne: `_cells_for` adds it where there is no other room.
    excluded = sight(known, view.viewer) | {throne}
    dark = [c for c, code in enumerate(known.board) if code == EMPTY and c not in excluded]
    free, _ = rng.shuffle(dark)
    board = list(known.board)
    for code, cell in zip(view.unseen, _cells_for(view.unseen, free, throne), strict=True):
        board[cell] = code
    return replace(known, board=tuple(board))


def _cells_for(unseen: tuple[int, ...], free: tuple[int, ...], throne: int) -> list[int]:
    """A cell for each piece; a Jarl gets the Throne if there is no other room."""
    cells, jarls = list(free), [index for index, code in enumerate(unseen) if is_jarl(code)]
    if len(cells) < len(unseen):
        cells.insert(jarls[0], throne)  # cells and pieces are paired by index
    return cells[: len(unseen)]

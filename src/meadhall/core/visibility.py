"""What a viewer sees of a ply: its events, what moves, and whether they may read its notation.

Everything that shows a log (server, terminal, laws) uses these functions, so that no log shows more
than the events do.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from meadhall.core.game import AnyGame
from meadhall.core.scene import Motion, MotionsOfEvents, beat_count, delay
from meadhall.core.seats import Seat, Viewer

E = TypeVar("E")


def visible_events(game: AnyGame, events: Iterable[object], viewer: Viewer) -> tuple[object, ...]:
    """The events as the viewer may see them, without those that are hidden from them."""
    views = [game.view_event(event, viewer) for event in events]
    return tuple([event for event in views if event is not None])


def motions_of(game: AnyGame, events: Sequence[object]) -> tuple[Motion, ...]:
    """What moves when a viewer sees these events."""
    return tuple(chain(*game.present.motions(events))) if game.present else ()


def in_turn(motions: Callable[[E], tuple[Motion, ...]]) -> MotionsOfEvents[E]:
    """The motions of events that are watched one after the other, given those of one event."""

    def motions_in_turn(events: Sequence[E]) -> list[tuple[Motion, ...]]:
        moving: list[tuple[Motion, ...]] = []
        for event in events:
            batch = motions(event)
            moving.append(delay(batch, beat_count(chain(*moving))) if moving else batch)
        return moving

    return motions_in_turn


def may_read(
    game: AnyGame, seat: Seat, action: object, events: tuple[object, ...], viewer: Viewer
) -> bool:
    """Whether the viewer may read the notation of an action, in a match that hides something.

    Notation says everything about an action. So the player may read it, and a viewer who may see
    every event of the action; if it has no events, nobody else may. Only its player may read a
    sealed action. This is for matches that are still going on.
    """
    if viewer == seat:
        return True
    if isinstance(action, tuple(game.types.sealed)) or not events:
        return False
    return all(game.view_event(event, viewer) is not None for event in events)

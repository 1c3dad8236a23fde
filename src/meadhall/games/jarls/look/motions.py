"""What moves when events happen. A push moves a whole chain at once; its last piece may fall."""

from collections.abc import Sequence
from functools import singledispatch
from itertools import chain, pairwise
from typing import TypeAlias

from meadhall.core.scene import Motion, beat_count, delay
from meadhall.games.jarls.look.words import sentence
from meadhall.games.jarls.types import (
    Blocked,
    Compressed,
    Eliminated,
    Event,
    GameEnded,
    Moved,
    PlayerEliminated,
    Pushed,
    RingFell,
    ShieldPlaced,
    SidesSwapped,
    StarvationTriggered,
    TurnSkipped,
)
from meadhall.kit.hexgrid import distance, key

Consequence: TypeAlias = PlayerEliminated | TurnSkipped | StarvationTriggered | RingFell | GameEnded
"""What may come of a move. It is said, after what was done has been watched."""
_FALL_MS = 620
"""A piece that is pushed over the edge or into a hole first slides there."""


def move_motions(events: Sequence[Event]) -> list[tuple[Motion, ...]]:
    """For each event, what moves with it; what a push does, it does at once."""
    moving, start = list[tuple[Motion, ...]](), 0
    for before, event in pairwise(chain([None], events)):
        if not _happen_together(before, event):
            start = beat_count(chain(*moving))
        moving.append(delay(_fall(before, event) or motions(event), start))
    return moving


def _happen_together(before: Event | None, event: Event | None) -> bool:
    if isinstance(event, Pushed):
        return isinstance(before, Moved | Eliminated | Pushed)
    return isinstance(event, Eliminated) and isinstance(before, Moved | Eliminated | RingFell)


def _fall(before: Event | None, event: Event | None) -> tuple[Motion, ...]:
    """How the last piece of a chain falls: on in the direction of the push, from where it stood."""
    if not (isinstance(before, Moved) and isinstance(event, Eliminated)):
        return ()
    (q, r), (from_q, from_r), (to_q, to_r) = event.at, before.start, before.end
    steps = distance(before.start, before.end)
    behind = (q - (to_q - from_q) // steps, r - (to_r - from_r) // steps)
    way = (key(behind), key(event.at))
    return (Motion("fall", event.piece, way, milliseconds=_FALL_MS),)


@singledispatch
def motions(event: object) -> tuple[Motion, ...]:
    """The motions of an event; none for kinds that are not registered below."""
    return ()


@motions.register
def _(event: Moved) -> tuple[Motion, ...]:
    if event.start == event.end:
        return (Motion("shake", event.piece),)
    return (Motion("slide", event.piece, (key(event.start), key(event.end))),)


@motions.register
def _(event: Blocked) -> tuple[Motion, ...]:
    return (Motion("shake", event.defender, beat=1),)


@motions.register
def _(event: Compressed) -> tuple[Motion, ...]:
    return tuple(Motion("shake", piece, beat=1) for piece in event.chain)


@motions.register
def _(event: Pushed) -> tuple[Motion, ...]:
    return (Motion("push", event.piece, (key(event.start), key(event.end))),)


@motions.register
def _(event: Eliminated) -> tuple[Motion, ...]:
    falls = event.cause in ("edge", "hole", "collapse")
    return (Motion("fall" if falls else "vanish", event.piece, (key(event.at),), beat=1),)


@motions.register
def _(event: ShieldPlaced) -> tuple[Motion, ...]:
    return (Motion("appear", event.shield, (key(event.at),)),)


@motions.register(Consequence | SidesSwapped)
def _(event: Consequence | SidesSwapped) -> tuple[Motion, ...]:
    return (Motion("say", "", text=sentence(event), beat=2),)

"""What messages for one pair of eyes are made of, from a match."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Literal, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from meadhall.core.codec import encode
from meadhall.core.game import AnyGame
from meadhall.core.scene import Motion, Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.server.changes import Stage
from meadhall.server.protocol import AudienceCard, Entry

T = TypeVar("T")

to_json = msgspec.json.Encoder().encode


class Played(Struct, frozen=True, gc=False):
    """A ply with what it led to."""

    ply: int
    seat: Seat
    text: str
    cause: Literal["played", "clock", "left"]
    events: tuple[object, ...]


def encoded(value: T) -> T:
    """The value in JSON already, to stand in a message wherever the value itself would."""
    return cast(T, Raw(to_json(value)))


def seen(game: AnyGame, events: Iterable[object], viewer: Viewer) -> tuple[object, ...]:
    """The events as the viewer gets to know them."""
    views = [game.view_event(event, viewer) for event in events]
    return tuple([event for event in views if event is not None])


def told(game: AnyGame, events: Iterable[object]) -> tuple[str, ...]:
    """Events, already as somebody sees them, in sentences."""
    if game.present is None:
        return ()
    return tuple(filter(None, map(game.present.tell, events)))


def motions(game: AnyGame, events: Iterable[object]) -> tuple[Motion, ...]:
    """What moves when these events happen; the beats of one event come after the one before."""
    if game.present is None:
        return ()
    moving: list[Motion] = []
    for event in events:
        beat = _beats(moving) if moving else 0
        batch = game.present.motions(event)
        moving += (shifted(motion, beat) for motion in batch) if beat else batch
    return tuple(moving)


def stages(game: AnyGame, view: object, events: Iterable[object]) -> tuple[Stage, ...]:
    """How cells change while these events, which follow the view, are watched one by one."""
    if game.present is None or game.present.follow is None:
        return ()
    watched = tuple(events)
    ends = accumulate(_beats(game.present.motions(event)) for event in watched)
    looks = game.present.follow(view, watched)
    return tuple([Stage(end, cells) for end, cells in zip(ends, looks, strict=True) if cells])


def _beats(batch: Iterable[Motion]) -> int:
    """How many beats these motions take together."""
    return 1 + max((motion.beat for motion in batch), default=-1)


def shifted(motion: Motion, beat: int) -> Motion:
    """The motion, so many beats later."""
    return Motion(motion.kind, motion.target, motion.path, motion.text, motion.beat + beat)


def entry(game: AnyGame, played: Played, events: Iterable[object], *, text: str) -> Entry:
    """The ply for a log whose reader saw these events and may read that text."""
    return Entry(played.ply, played.seat, text, told(game, events), played.cause)


def readable(game: AnyGame, played: Played, viewer: Viewer, *, over: bool) -> str:
    """The ply in notation, empty where it is sealed for the viewer."""
    sealed = game.types.sealed
    if not sealed or over or viewer == played.seat or not played.text:
        return played.text
    return "" if type(game.notation.parse(played.text)) in sealed else played.text


def entries(
    game: AnyGame, log: Iterable[Played], viewer: Viewer, *, over: bool
) -> tuple[Entry, ...]:
    """The log as the viewer may read it."""
    return tuple(
        entry(game, played, seen(game, played.events, viewer),
              text=readable(game, played, viewer, over=over))
        for played in log
    )  # fmt: skip


def scene(game: AnyGame, view: object) -> Scene | None:
    """What to draw for a view."""
    return game.present.scene(view) if game.present else None


def audiences(game: AnyGame, state: object, seat: Viewer) -> tuple[AudienceCard, ...]:
    """Whom the seat can talk to."""
    if seat is None or game.audiences is None or state is None:
        return ()
    return tuple(AudienceCard(a.id, a.label, a.seats) for a in game.audiences(state, seat))


class Sight(Struct, gc=False):
    """A position through somebody's eyes. It is drawn when somebody first asks for that."""

    game: AnyGame
    view: object
    drawn: Scene | None = None

    def scene(self) -> Scene | None:
        """What to draw, where the game can be drawn."""
        if self.drawn is None:
            self.drawn = scene(self.game, self.view)
        return self.drawn


def sights(game: AnyGame, state: object, viewers: Iterable[Viewer]) -> dict[Viewer, Sight]:
    """The position for each viewer; those who see the same share one sight."""
    if not game.spec.hidden:
        return dict.fromkeys(viewers, Sight(game, game.view(state, None)))
    found: list[Sight] = []
    result: dict[Viewer, Sight] = {}
    for viewer in viewers:
        view = game.view(state, viewer)
        same = next((s for s in found if s.view == view), None)
        if same is None:
            same = Sight(game, view)
            found.append(same)
        result[viewer] = same
    return result


def raw_view(view: object) -> Raw:
    """A view as programs get it."""
    return Raw(encode(view))

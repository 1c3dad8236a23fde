"""The steps that plies are told in: one for everybody at a table, with what is theirs to know."""

from functools import cache

from msgspec import Raw, Struct, field

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat, Viewer
from meadhall.core.status import Finished, ToAct
from meadhall.server.changes import SceneChange, Stage
from meadhall.server.frames import (
    Played,
    Sight,
    entry,
    motions,
    raw_view,
    readable,
    seen,
    sights,
    stages,
    to_json,
)
from meadhall.server.protocol import ClockFace, Entry, Outcome, no_view
from meadhall.server.room import Room, Show
from meadhall.server.tables import clock_face, outcome


class Story(Struct, gc=False):
    """Plies as somebody gets to know them."""

    entries: tuple[Entry, ...]
    motions: tuple[Motion, ...] = ()
    stages: tuple[Stage, ...] = ()
    scene: SceneChange | None = None
    written: bytes = b""
    """The first half of a step, once it has been written; all who have seen the same share it."""


class Shared(Struct, tag_field="kind", tag="step", omit_defaults=True, gc=False):
    """The half of a `protocol.Step` that is the same for all who have seen the same."""

    version: int
    now: int
    ply: int
    turn: int
    to_act: tuple[Seat, ...]
    clock: ClockFace
    entries: tuple[Entry, ...] = ()
    motions: tuple[Motion, ...] = ()
    stages: tuple[Stage, ...] = ()
    scene: SceneChange | None = None
    result: Outcome | None = None


class Own(Struct, omit_defaults=True, gc=False):
    """The half that is the viewer's own, but for `moves`, which are written already."""

    seat: Viewer
    view: Raw = field(default_factory=no_view)
    answers: str = ""


class Steps(Struct, gc=False):
    """Plies on their way to one table. They are narrated, and sent with what may follow.

    What is equal for several viewers is worked out and written once.
    """

    room: Room
    fresh: list[Played]
    actor: Seat
    answers: str
    stories: dict[Viewer, Story] = {}
    moves: dict[Viewer, bytes] = {}

    def narrate(self) -> None:
        """Find what everybody has seen happen; where nothing is hidden, all have seen the same."""
        room = self.room
        old, room.shown = room.shown, sights(room.game, room.public.state, room.shown)
        if room.game.spec.hidden:
            self._narrate_to_each(old)
        else:
            one = next(iter(old))
            self.stories = dict.fromkeys(old, self._for_all(old[one], room.shown[one]))

    def offer(self) -> None:
        """Find what everybody can do now."""
        match, moves = self.room.public, self.room.scribe.moves
        if not isinstance(match.status, Finished):
            self.moves = {viewer: moves(match.state, viewer) for viewer in self.stories}

    def send(self, now: int) -> None:
        """Tell everybody."""
        for (viewer, show), group in self.room.audience.items():
            story = self.stories[viewer]
            if show == "view":  # programs do without pictures
                story = Story(story.entries)
            if not story.written:
                story.written = self._shared(story, now)
            frame = self._whole(story.written, viewer, show)
            for outlet in group:
                outlet.put(frame)

    def _shared(self, story: Story, now: int) -> bytes:
        """The first half of a step, up to where the other one goes on."""
        match, status, ply = self.room.public, self.room.public.status, self.fresh[-1].ply
        asked = status.seats if isinstance(status, ToAct) else ()
        half = Shared(
            match.version, now, ply, match.turn, asked, clock_face(match, now),
            story.entries, story.motions, story.stages, story.scene, outcome(status),
        )  # fmt: skip
        return to_json(half)[:-1] + b","

    def _whole(self, shared: bytes, viewer: Viewer, show: Show) -> bytes:
        """The step, whose first half is written."""
        own, moves = self._own(viewer, show), self.moves.get(viewer)
        return b'%b%b,"moves":[%b]}' % (shared, own, moves) if moves else b"%b%b}" % (shared, own)

    def _own(self, viewer: Viewer, show: Show) -> bytes:
        """The second half, from where the other one ends, without its moves and its brace."""
        answers = self.answers if viewer == self.actor else ""
        if show == "scene":
            return _inside(Own(viewer, answers=answers)) if answers else _plain(viewer)
        return _inside(Own(viewer, raw_view(self.room.shown[viewer].view), answers))

    def _narrate_to_each(self, old: dict[Viewer, Sight]) -> None:
        changes: dict[tuple[int, int], SceneChange] = {}
        for viewer, before in old.items():
            after = self.room.shown[viewer]
            told, watched = self._witnessed(viewer)
            key = id(before), id(after)
            if key not in changes:
                changes[key] = self.room.scribe.change(before, after, watched)
            self.stories[viewer] = self._story(told, watched, before, changes[key])

    def _for_all(self, before: Sight, after: Sight) -> Story:
        """What happened in an open game: usually one ply, which is told as it was before."""
        scribe = self.room.scribe
        if len(self.fresh) > 1:
            told, watched = self._witnessed(None)
            return self._story(told, watched, before, scribe.change(before, after, watched))
        [played] = self.fresh
        events, telling = played.events, scribe.telling(played.events)
        line = Entry(played.ply, played.seat, played.text, telling.told, played.cause)
        looks = stages(self.room.game, before.view, events)
        return Story((line,), telling.motions, looks, scribe.change(before, after, events))

    def _witnessed(self, viewer: Viewer) -> tuple[tuple[Entry, ...], list[object]]:
        """The plies for the viewer's log, and the events that the viewer sees."""
        game, over = self.room.game, self.room.public.result is not None
        told: list[Entry] = []
        watched: list[object] = []
        for played in self.fresh:
            events = seen(game, played.events, viewer)
            text = readable(game, played, viewer, over=over)
            told.append(entry(game, played, events, text=text))
            watched += events
        return tuple(told), watched

    def _story(
        self, told: tuple[Entry, ...], watched: list[object], before: Sight, change: SceneChange
    ) -> Story:
        game = self.room.game
        return Story(told, motions(game, watched), stages(game, before.view, watched), change)


@cache
def _plain(viewer: Viewer) -> bytes:
    """The viewer's own half where nothing is answered and no view was asked for."""
    return _inside(Own(viewer))


def _inside(half: Own) -> bytes:
    """What is written between the braces."""
    return to_json(half)[1:-1]

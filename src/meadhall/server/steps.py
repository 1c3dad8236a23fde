"""The steps that plies are told in: one for everybody at a table, with what is theirs to know."""

from collections.abc import Sequence

from msgspec import Struct

from meadhall.core.scene import Motion
from meadhall.core.seats import Seat, Viewer
from meadhall.server.changes import SceneChange, Stage
from meadhall.server.frames import (
    Played,
    change,
    encoded,
    entry,
    motions,
    raw_view,
    readable,
    seen,
    sights,
    stages,
    to_json,
)
from meadhall.server.protocol import NO_VIEW, Entry, Move, Step
from meadhall.server.room import Room
from meadhall.server.tables import clock_face, outcome


class Story(Struct, frozen=True):
    """Plies as somebody gets to know them; programs do without pictures."""

    entries: tuple[Entry, ...]
    motions: tuple[Motion, ...] = ()
    stages: tuple[Stage, ...] = ()
    scene: SceneChange | None = None


class Steps:
    """Plies on their way to one table. They are narrated, and sent with what may follow.

    What is equal for several viewers is worked out once.
    """

    def __init__(self, room: Room, fresh: Sequence[Played], answers: tuple[Seat, str]) -> None:
        self._room, self._fresh, self._answers = room, fresh, answers
        self._eyes = dict.fromkeys([viewer for viewer, _ in room.audience])
        self._old = room.shown
        self._stories: dict[Viewer, Story] = {}
        self._changes: dict[tuple[int, int], SceneChange] = {}
        self._moves: dict[Viewer, tuple[Move, ...]] = {}

    def narrate(self) -> None:
        """Find what everybody has seen happen; where nothing is hidden, all have seen the same."""
        room = self._room
        room.shown = sights(room.game, room.public.state, self._old)
        if room.game.spec.hidden:
            self._stories = {viewer: self._story(viewer) for viewer in self._eyes}
        else:
            self._stories = dict.fromkeys(self._eyes, self._story(next(iter(self._eyes))))

    def offer(self) -> None:
        """Find what everybody can do now."""
        match, moves = self._room.public, self._room.moves
        if match.result is None:
            self._moves = {viewer: moves.of(match.state, viewer) for viewer in self._eyes}

    def send(self, now: int) -> None:
        """Tell everybody."""
        match, (actor, name) = self._room.public, self._answers
        face, result = clock_face(match, now), outcome(match)
        ply, asked = len(match.plies), match.asked
        for (viewer, show), group in self._room.audience.items():
            story, view = self._stories[viewer], NO_VIEW
            if show == "view":
                story, view = Story(story.entries), raw_view(self._room.shown[viewer].view)
            moves, answers = self._moves.get(viewer, ()), name if viewer == actor else ""
            step = Step(
                viewer, match.version, now, ply, match.turn, asked, face, story.entries,
                story.motions, story.stages, story.scene, moves, view, result, answers,
            )  # fmt: skip
            frame = to_json(step)
            for outlet in group:
                outlet.put(frame)

    def _story(self, viewer: Viewer) -> Story:
        game, over = self._room.game, self._room.public.result is not None
        told: list[Entry] = []
        watched: list[object] = []
        for played in self._fresh:
            events = seen(game, played.events, viewer)
            text = readable(game, played, viewer, over=over)
            told.append(entry(game, played, events, text=text))
            watched += events
        return Story(
            tuple(told),
            motions(game, watched),
            stages(game, self._old[viewer].view, watched),
            self._change(viewer),
        )

    def _change(self, viewer: Viewer) -> SceneChange:
        """What of the viewer's scene is different."""
        before, after = self._old[viewer], self._room.shown[viewer]
        key = id(before), id(after)
        if key not in self._changes:
            self._changes[key] = encoded(change(before, after))
        return self._changes[key]

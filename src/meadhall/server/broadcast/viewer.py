"""What one viewer sees of positions and events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Literal

from msgspec import Struct

from meadhall.core.game import AnyGame
from meadhall.core.scene import Motion, Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.match.match import Match
from meadhall.server.protocol.messages import AudienceCard
from meadhall.server.protocol.scene_delta import SceneChange, SceneStage, scene_delta

NO_CHANGE: Final = SceneChange()


class LogEntry(Struct, frozen=True, gc=False):
    """A ply and its events, before anything is hidden."""

    ply: int
    seat: Seat
    text: str
    cause: Literal["played", "clock", "left"]
    events: tuple[object, ...]


class ViewerPosition(Struct, gc=False):
    """A position as a viewer sees it. Its scene is drawn when it is first asked for."""

    game: AnyGame
    view: object
    drawn: Scene | None = None

    def scene(self) -> Scene | None:
        """What to draw; `None` where the game cannot be drawn."""
        if self.drawn is None and self.game.present is not None:
            self.drawn = self.game.present.scene(self.view)
        return self.drawn


def viewer_positions(match: Match, viewers: Iterable[Viewer]) -> dict[Viewer, ViewerPosition]:
    """The present position for each viewer. Viewers who may know the same share one object."""
    game, state = match.game, match.state
    if not match.traits.hidden:
        return dict.fromkeys(viewers, ViewerPosition(game, game.view(state, None)))
    different: list[ViewerPosition] = []
    positions: dict[Viewer, ViewerPosition] = {}
    for viewer in viewers:
        view = game.view(state, viewer)
        same = next((known for known in different if known.view == view), None)
        if same is None:
            same = ViewerPosition(game, view)
            different.append(same)
        positions[viewer] = same
    return positions


def sentences(game: AnyGame, events: Iterable[object]) -> tuple[str, ...]:
    """Events, as a viewer sees them, in sentences."""
    return tuple(filter(None, map(game.present.sentence, events))) if game.present else ()


def watch(
    before: ViewerPosition, events: Sequence[object]
) -> tuple[tuple[Motion, ...], tuple[SceneStage, ...]]:
    """What moves while these events, which follow the position, are watched; how it changes."""
    present = before.game.present
    if present is None:
        return (), ()
    moving = present.motions(events)
    motions = tuple(chain(*moving))
    # What the only moment of a step changes is in the step's own change.
    if present.follow is None or not any(moving[1:]):
        return motions, ()
    moments = _moments(moving, events)
    if len(moments) <= 1:
        return motions, ()
    shown = before.scene() or Scene("")
    scenes = present.follow(before.view, shown, [*filter(None, moments.values())])
    return motions, tuple(_stages(moments, shown, scenes)) if scenes else ()


def _moments(
    moving: Sequence[tuple[Motion, ...]], events: Sequence[object]
) -> dict[int, list[object]]:
    """The events by the beat before which they are watched; none where a pause ends.

    A scene is drawn for each moment, not for each event: a third fewer in Elemental Clash.
    """
    end, found = 0, dict[int, list[object]]()
    # What changes after the last motion is in the step's own change.
    last = max((number for number, motions in enumerate(moving, 1) if motions), default=0)
    for event, motions in zip(events, moving[:last], strict=False):
        moved = end
        for motion in motions:
            end = max(end, motion.beat + 1)
            if motion.kind != "pause":
                moved = max(moved, motion.beat + 1)
        found.setdefault(moved, []).append(event)
        if moved < end:  # a pause, in which nothing changes
            found.setdefault(end, [])
    return found


def _stages(
    moments: Mapping[int, Sequence[object]], shown: Scene, scenes: Iterable[Scene]
) -> Iterator[SceneStage]:
    """The changes of the scene, moment by moment, each at the beat at which it is shown."""
    following = iter(scenes)
    for beat, events in moments.items():
        if events:
            before, shown = shown, next(following)
            yield SceneStage(beat, scene_delta(before, shown))
        else:
            yield SceneStage(beat, NO_CHANGE)


def audiences(game: AnyGame, state: object, viewer: Viewer) -> tuple[AudienceCard, ...]:
    """The groups that the viewer can talk to."""
    if viewer is None or game.audiences is None or state is None:
        return ()
    return tuple(AudienceCard(a.id, a.label, a.seats) for a in game.audiences(state, viewer))

"""What one viewer sees of positions and events."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal

from msgspec import Struct

from meadhall.core.game import AnyGame
from meadhall.core.scene import Motion, Scene, SceneDiff, beat_count
from meadhall.core.seats import Seat, Viewer
from meadhall.match.match import Match
from meadhall.server.protocol.messages import AudienceCard
from meadhall.server.protocol.scene_delta import SceneChange, SceneStage, scene_delta


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
    game: AnyGame, view: object, events: Sequence[object]
) -> tuple[tuple[Motion, ...], tuple[SceneStage, ...]]:
    """What moves while these events, which follow the view, are watched; how the scene changes."""
    if game.present is None:
        return (), ()
    moving = game.present.motions(events)
    motions = tuple(chain(*moving))
    # What a single event changes, or several without motions, is in the step's own change.
    if game.present.follow is None or len(events) <= 1 or not motions:
        return motions, ()
    diffs = game.present.follow(view, events)
    return motions, _stages(moving, diffs) if diffs else ()


def _stages(
    moving: Sequence[tuple[Motion, ...]], diffs: Sequence[SceneDiff | None]
) -> tuple[SceneStage, ...]:
    """The changes of the scene, event by event, each at the beat at which it is shown."""
    last, end, found = beat_count(chain(*moving)), 0, list[SceneStage]()
    for motions, diff in zip(moving, diffs, strict=True):
        moved = max(end, beat_count(m for m in motions if m.kind != "pause"))
        # What changes after the last motion is in the step's own change.
        if diff is not None and (motions or end < last):
            found.append(SceneStage(moved, scene_delta(diff.before, diff.after)))
        end = max(end, beat_count(motions))
        if moved < end:  # a pause, in which nothing changes
            found.append(SceneStage(end, SceneChange()))
    return tuple(found)


def audiences(game: AnyGame, state: object, viewer: Viewer) -> tuple[AudienceCard, ...]:
    """The groups that the viewer can talk to."""
    if viewer is None or game.audiences is None or state is None:
        return ()
    return tuple(AudienceCard(a.id, a.label, a.seats) for a in game.audiences(state, viewer))

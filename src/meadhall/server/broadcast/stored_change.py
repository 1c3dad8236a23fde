"""A stored command on its way to the people at its table."""

from collections.abc import Sequence

from msgspec import Struct

from meadhall.core.scene import Motion
from meadhall.core.seats import Viewer
from meadhall.match.facts import Fact
from meadhall.match.match import Match, Outcome
from meadhall.server.broadcast.channel import Channel
from meadhall.server.broadcast.viewer import LogEntry
from meadhall.server.protocol.messages import AudienceCard, Entry
from meadhall.server.protocol.moves_change import MovesChange
from meadhall.server.protocol.scene_delta import SceneChange, SceneStage


class StepContent(Struct, gc=False):
    """What viewers who saw the same are told of plies, encoded but for the stages."""

    entries: tuple[Entry, ...]
    motions: tuple[Motion, ...] = ()
    stages: tuple[SceneStage, ...] = ()
    scene: SceneChange | None = None


class StoredChange(Struct, gc=False):
    """A command that has been stored: its table, the match before it, and what came of it.

    The other fields are filled by the stages of `publish`.
    """

    channel: Channel
    before: Match
    outcome: Outcome
    kinds: set[type[Fact]] = set()
    plies: Sequence[LogEntry] = ()
    contents: dict[Viewer, StepContent] = {}
    """What each viewer is told of the plies."""
    moves: dict[Viewer, MovesChange | None] = {}
    """What has changed of each viewer's legal moves."""
    audiences: dict[Viewer, tuple[AudienceCard, ...]] = {}
    """Whom viewers can write to, where that has changed."""
    seconds: float = 0.0
    """How long the stages have taken."""

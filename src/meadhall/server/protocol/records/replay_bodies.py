"""The bodies of HTTP requests and responses about records, replays and analyses, as JSON."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meadhall.bots.review.match_analysis import Analysis
from meadhall.core.scene import Motion, Scene
from meadhall.core.seats import Viewer
from meadhall.core.seed_proof import SeedProof
from meadhall.server.protocol.bodies import (
    MOST_SEATS,
    RECORD_LENGTH,
    ClockPlan,
    OptionValues,
    ReservationText,
    SeatPlan,
)
from meadhall.server.protocol.messages import Entry, OutcomeView
from meadhall.server.protocol.scene_delta import SceneChange, SceneStage


class ReplayStep(Struct):
    """One ply: the move and the change of the scene."""

    entry: Entry
    motions: tuple[Motion, ...]
    stages: tuple[SceneStage, ...]
    scene: SceneChange


class Analysed(Struct):
    """An analysis: `done` of `total` moves; then the result, or in `trouble` what went wrong."""

    id: str
    done: int
    total: int
    analysis: Analysis | None = None
    trouble: str = ""


class Replay(Struct):
    """A match from its first position to its last, as one viewer saw it."""

    game: str
    title: str
    players: tuple[str, ...]
    options: OptionValues
    seat: Viewer
    first: Scene | None
    steps: tuple[ReplayStep, ...]
    result: OutcomeView | None
    analysis: Analysed | None
    """The analysis, if someone has started one."""
    seed: str = ""
    proof: SeedProof | None = None
    """What the seed was made of, if it was not given."""
    hidden: bool = False
    """Some viewer saw less than another."""


class RecordUpload(Struct, forbid_unknown_fields=True):
    """A record of a finished match, to be stored and shared."""

    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]


class ReplayRequest(Struct, forbid_unknown_fields=True):
    """A record to be replayed without storing it."""

    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]
    seat: Viewer = None


class AnalysisRequest(Struct, forbid_unknown_fields=True):
    """A finished match (`match`) or a record to be analysed."""

    match: Annotated[str, Meta(max_length=64)] = ""
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)] = ""


class Continuation(Struct, forbid_unknown_fields=True):
    """A new match from a position of a finished match (`match`) or of a record.

    If something is hidden: `revealed` continues from the true position, `resampled` from one that
    looks the same to `seat`. With an open seat nobody may know more than the others: what is hidden
    is `resampled`, for a spectator or for a seat of yours.
    """

    ply: Annotated[int, Meta(ge=0)]
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    match: Annotated[str, Meta(max_length=64)] = ""
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)] = ""
    hidden: Literal["revealed", "resampled"] = "revealed"
    seat: Viewer = None
    clock: ClockPlan = ClockPlan()
    reservation: ReservationText = ""

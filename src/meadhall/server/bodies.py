"""What goes over HTTP: the bodies of requests and responses. All are JSON.

Errors are problem documents (RFC 9457) with a `code` for programs and a `detail` for people.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from meadhall.bots.analysis import Analysis
from meadhall.core.game import GuideStep
from meadhall.core.options import OptionSpec
from meadhall.core.scene import Motion, Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.server.changes import SceneChange, Stage
from meadhall.server.protocol import Entry, Outcome, Phase

NAME_LENGTH = 40
TEXT_LENGTH = 2000
PASSWORD_LENGTH = 200
MOST_SEATS = 16
RECORD_LENGTH = 2_000_000

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Secret: TypeAlias = Annotated[str, Meta(max_length=PASSWORD_LENGTH)]
NewSecret: TypeAlias = Annotated[str, Meta(min_length=8, max_length=PASSWORD_LENGTH)]
Slug: TypeAlias = Annotated[str, Meta(max_length=64)]
OptionValues: TypeAlias = dict[str, str | int | bool | None]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=30 * 24 * 3600 * 1000)]


# Games -------------------------------------------------------------------------------------------


class LevelCard(Struct):
    """A strength of opponent."""

    name: str
    text: str


class GameCard(Struct):
    """A game as the hall shows it, and all that a set-up form needs."""

    slug: str
    title: str
    summary: str
    players: tuple[int, ...]
    simultaneous: bool
    chance: bool
    hidden: bool
    options: tuple[OptionSpec, ...]
    levels: tuple[LevelCard, ...]
    marks: tuple[str, ...]
    colours: tuple[str, ...]
    notation: str
    """How moves are written, for the text box."""
    timed: bool
    """The rules themselves set time limits."""
    guided: bool


class GuideCard(Struct):
    """Guided play: the learner's match and its steps, and tips that fit anywhere.

    Played as a match on one device with these seats, options and seed; the learner has seat 0.
    """

    seats: int
    options: OptionValues
    seed: str
    steps: tuple[GuideStep, ...]
    tips: tuple[str, ...]


class GamePage(Struct):
    """A game with its rules to read, and its guide where it has one."""

    game: GameCard
    rules: str
    """Markdown."""
    guide: GuideCard | None
    scene: Scene | None
    """The first position of the normal set-up, for a picture."""


# People ------------------------------------------------------------------------------------------


class Person(Struct):
    """Who is asking. `token` is the session for programs; pages get it as a cookie."""

    id: str
    name: str
    account: bool
    token: str = ""


class NewGuest(Struct, forbid_unknown_fields=True):
    """A name to play under at once."""

    name: Name


class Credentials(Struct, forbid_unknown_fields=True):
    """Sign in, or make an account."""

    name: Name
    password: NewSecret


class Farewell(Struct, forbid_unknown_fields=True):
    """The password, to be sure that the account is to go."""

    password: Secret


class PasswordChange(Struct, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Secret
    new: NewSecret


# Tables ------------------------------------------------------------------------------------------


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of time.

    `rules`: as the rules of the game say, if they say anything. `none`: no time counts. `turn`:
    `base` per turn. `fischer`: `base` for the match, `increment` after each turn. `days`: `base`
    per turn in whole days, and nobody is waited for. Milliseconds.
    """

    mode: Literal["rules", "none", "turn", "fischer", "days"] = "rules"
    base: Milliseconds = 0
    increment: Milliseconds = 0


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who is to sit there: anybody, a bot of a level, or a person at this device."""

    kind: Literal["open", "bot", "mine"] = "open"
    level: Slug = ""
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class NewMatch(Struct, forbid_unknown_fields=True):
    """A table to be set up. It starts at once where no seat is open."""

    game: Slug
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    options: OptionValues = {}
    clock: Clock = Clock()
    password: Secret = ""
    listed: bool = True
    takeover: bool = True
    """A bot may take the seat of somebody who left."""
    seed: Annotated[str, Meta(max_length=64)] = ""
    """Empty: drawn by the server. A given seed makes the same match again, so no seat is open."""


class MatchCard(Struct):
    """A match in a list. `players` has a name per seat, empty where the seat is open."""

    match: str
    code: str
    game: str
    title: str
    phase: Phase
    players: tuple[str, ...]
    mine: tuple[Seat, ...]
    """The seats that are one's own."""
    locked: bool
    """A password is asked for."""
    created: int
    result: str = ""
    """Why it ended; `closed` where it never began."""
    waiting: bool = False
    """There is an open seat, and somebody is at the table or was just now."""


class MatchList(Struct):
    """Matches, newest first. `next` goes on after the last one, as `before`."""

    matches: tuple[MatchCard, ...]
    next: str | None = None


class SeatClaim(Struct, forbid_unknown_fields=True):
    """Sit down: at this seat, or at any open one."""

    seat: Seat | None = None
    password: Secret = ""


class QuickMatch(Struct, forbid_unknown_fields=True):
    """Any open table of the game in its normal form; where there is none, a new one."""

    game: Slug
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None


class Seated(Struct):
    """A match and the tokens of one's seats in it. A token is the key to a seat: keep it."""

    match: str
    code: str
    tokens: tuple[str, ...]


class SeatLink(Struct):
    """Opens one's seat on another device, for some minutes."""

    link: str
    expires: int


class CodeFound(Struct):
    """The match that has the code."""

    match: str


class LinkClaim(Struct, forbid_unknown_fields=True):
    """A link from another device."""

    link: Annotated[str, Meta(max_length=1000)]


# Records and replays -----------------------------------------------------------------------------


class ReplayStep(Struct):
    """One ply: what was played and how the scene changed."""

    entry: Entry
    motions: tuple[Motion, ...]
    stages: tuple[Stage, ...]
    scene: SceneChange


class Analysed(Struct):
    """How far an analysis is: `done` of `total` moves, then the whole of it, or what went wrong."""

    id: str
    done: int
    total: int
    analysis: Analysis | None = None
    trouble: str = ""


class Replay(Struct):
    """A match from its first position to its last, through one pair of eyes."""

    game: str
    title: str
    players: tuple[str, ...]
    options: OptionValues
    seat: Viewer
    first: Scene | None
    steps: tuple[ReplayStep, ...]
    result: Outcome | None
    analysis: Analysed | None
    """Where somebody has asked for one."""


class RecordUpload(Struct, forbid_unknown_fields=True):
    """A record of a finished match, to be kept and shared."""

    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]


class ReplayRequest(Struct, forbid_unknown_fields=True):
    """A record to look at without keeping it."""

    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]
    seat: Viewer = None


class AnalysisRequest(Struct, forbid_unknown_fields=True):
    """A finished match (`match`) or a record to be analysed."""

    match: Annotated[str, Meta(max_length=64)] = ""
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)] = ""


class Continuation(Struct, forbid_unknown_fields=True):
    """A new match from a position of a finished match (`match`) or of a record.

    Where something is hidden: `revealed` goes on from the very position, `resampled` from one that
    looks the same to `seat`.
    """

    ply: Annotated[int, Meta(ge=0)]
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    match: Annotated[str, Meta(max_length=64)] = ""
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)] = ""
    hidden: Literal["revealed", "resampled"] = "revealed"
    seat: Viewer = None
    clock: Clock = Clock()


class Problem(Struct, omit_defaults=True):
    """What went wrong, as RFC 9457 has it, with our code."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    objects: tuple[str, ...] = ()

"""What goes over a table's WebSocket, both ways: one JSON object per text message, told by `kind`.

The client opens `/api/matches/{id}/socket` and sends `join` first. It is answered with `welcome`:
the whole table as its seats see it. From then on the server sends what changes, and the client
sends what its player does. Every message of the client that carries an `id` is answered by exactly
one message with that `id`: an `act` by the `step` that `answers` it, by `accepted` where it had
been done before, or by `rejected`. What was answered is stored and survives a killed server.

A connection may hold several seats (one device passed around). It then gets one `step` per seat.
`version` counts the facts of a match: after a lost connection the client says in `join` up to where
it knows, and gets the present position with the log from there on.
"""

from typing import Literal, TypeAlias

from msgspec import Raw, Struct, field

from meadhall.core.refusal import Refusal
from meadhall.core.scene import Motion, Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.server.changes import SceneChange, Stage

PROTOCOL = 1
"""Raised when a client written for the number before would misunderstand us."""

Move: TypeAlias = tuple[tuple[str, ...], str]
"""A legal action: the ids to click, in order, and the same in notation, which is sent back."""

Phase: TypeAlias = Literal["open", "playing", "finished"]

NO_VIEW = Raw(b"null")


def no_view() -> Raw:
    """What stands for the view where none was asked for."""
    return NO_VIEW


# From the client ---------------------------------------------------------------------------------


class Join(Struct, tag_field="kind", tag="join", forbid_unknown_fields=True):
    """The first message: which seats this connection holds, and what it knows already.

    Without tokens one watches. `since` is the version up to which all its seats have been told.
    `show` asks for scenes to draw, or for views: the game's own values, for programs.
    """

    tokens: tuple[str, ...] = ()
    since: int = 0
    name: str = ""
    password: str = ""
    show: Literal["scene", "view"] = "scene"


class Act(Struct, tag_field="kind", tag="act", forbid_unknown_fields=True, gc=False):
    """Play an action, in notation. `turn` is the turn it answers, as last told.

    `id` makes it safe to send again: the same id gives the same answer and acts once.
    """

    id: str
    seat: Seat
    turn: int
    text: str


class Ask(Struct, tag_field="kind", tag="ask", forbid_unknown_fields=True):
    """Why not, and what if? What was clicked so far, or an action in notation; see `why`."""

    id: str
    seat: Seat
    gesture: tuple[str, ...] = ()
    text: str = ""


class Say(Struct, tag_field="kind", tag="say", forbid_unknown_fields=True):
    """A message to an audience of the game, or to chosen seats. A spectator has no seat."""

    id: str
    text: str
    seat: Viewer = None
    audience: str = "everyone"
    seats: tuple[Seat, ...] = ()


Deed: TypeAlias = Literal[
    "ready", "unready", "start", "resign", "leave", "offer-draw", "accept-draw", "decline-draw",
    "undo", "allow-undo", "refuse-undo", "rematch", "no-rematch", "restart", "call-bot",
]  # fmt: skip
"""What a seat can do about the match that is no action of the game.

`leave` before the start frees the seat. `undo` takes back where that is free and asks the others
where it is not; `rematch` asks, or says yes. `restart` begins the same match again where all people
at the table are oneself. `call-bot` gives the seat of who has been away for two minutes to a bot.
"""


class Do(Struct, tag_field="kind", tag="do", forbid_unknown_fields=True):
    """Do something about the match itself."""

    id: str
    seat: Seat
    deed: Deed
    target: Viewer = None
    """The seat that `call-bot` is about."""


class Look(Struct, tag_field="kind", tag="look", forbid_unknown_fields=True):
    """How did it look after ply N, for this seat? Answered by `looked`."""

    id: str
    ply: int
    seat: Viewer = None


class Ping(Struct, tag_field="kind", tag="ping", forbid_unknown_fields=True):
    """Are you there? Answered by `pong`, which also tells the server's clock."""

    id: str


FromClient: TypeAlias = Join | Act | Ask | Say | Do | Look | Ping


# What messages are made of -----------------------------------------------------------------------


class SeatCard(Struct):
    """One seat as everybody sees it."""

    seat: Seat
    name: str
    """Empty while the seat is open."""
    kind: Literal["open", "person", "bot"]
    level: str = ""
    ready: bool = False
    here: bool = False
    """Somebody who holds the seat is connected."""
    left: bool = False


class ClockFace(Struct, gc=False):
    """The clock. Milliseconds; `left` has one number per seat, empty where nobody has a budget."""

    mode: str
    left: tuple[int, ...] = ()
    running: tuple[Seat, ...] = ()
    deadline: int | None = None
    """When the asked seats' time is up, by the server's clock (`now`)."""
    paused: bool = False


class Outcome(Struct):
    """How it ended: one payoff per seat and the reason in a word."""

    payoffs: tuple[int, ...]
    reason: str


class Offer(Struct):
    """Something that waits for the others' consent."""

    what: Literal["draw", "undo", "rematch"]
    by: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...]


class AudienceCard(Struct):
    """Somebody a seat can talk to."""

    id: str
    label: str
    seats: tuple[Seat, ...]


class Table(Struct):
    """The match apart from the position: who sits where, on what terms, and how it stands."""

    match: str
    code: str
    game: str
    title: str
    options: dict[str, str | int | bool | None]
    phase: Phase
    seats: tuple[SeatCard, ...]
    clock: ClockFace
    to_act: tuple[Seat, ...] = ()
    turn: int = 0
    ply: int = 0
    result: Outcome | None = None
    offer: Offer | None = None
    rematch: str = ""
    """The next match between these people, once there is one."""
    watching: int = 0
    device: bool = False
    """All people at this table share one device."""


class Entry(Struct, gc=False):
    """One ply of the log, as far as this viewer may know it."""

    ply: int
    seat: Seat
    text: str
    """In notation; empty while it is sealed."""
    told: tuple[str, ...] = ()
    cause: Literal["played", "clock", "left"] = "played"


class Face(Struct):
    """The position as one pair of eyes sees it."""

    seat: Viewer
    scene: Scene | None
    moves: tuple[Move, ...] = ()
    audiences: tuple[AudienceCard, ...] = ()
    view: Raw = field(default_factory=no_view)
    """The game's own view, where the connection asked for views."""
    log: tuple[Entry, ...] = ()
    """In a `welcome`: what was played after what the client knows."""


class ChatLine(Struct):
    """Something that was said."""

    number: int
    """Counts the messages of a match, so that none is shown twice."""
    seat: Viewer
    """`None` for a spectator, who has a `name` only."""
    name: str
    audience: str
    text: str
    turn: int
    at: int


# From the server ---------------------------------------------------------------------------------


class Welcome(Struct, tag_field="kind", tag="welcome"):
    """The whole table, to draw from nothing. Logs and chat begin after `since` of the join.

    The client keeps `since_ply` plies of the log it has, drops the rest (taken back meanwhile) and
    appends the log of its face.
    """

    protocol: int
    version: int
    now: int
    table: Table
    seats: tuple[Seat, ...]
    """The seats this connection holds; none for one who watches."""
    faces: tuple[Face, ...]
    since_ply: int
    chat: tuple[ChatLine, ...]


class Step(Struct, tag_field="kind", tag="step", omit_defaults=True):
    """Something happened in the game. `seat` says through whose eyes this is told.

    `moves` are the seat's own; they are there whenever the seat can do something now. `answers` is
    the id of the seat's own `act` that led to this: it is stored. A `result` ends the match.
    """

    seat: Viewer
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
    moves: tuple[Move, ...] = ()
    view: Raw = field(default_factory=no_view)
    result: Outcome | None = None
    answers: str = ""


class Reset(Struct, tag_field="kind", tag="reset"):
    """Draw anew: laid out (start) or put back (undo). The log is cut after `table.ply` plies."""

    version: int
    now: int
    table: Table
    face: Face


class Tables(Struct, tag_field="kind", tag="table"):
    """Who sits where, who is here, what is offered: this is how it is now."""

    version: int
    now: int
    table: Table


class Said(Struct, tag_field="kind", tag="said"):
    """Somebody said something that the seats of this connection may hear."""

    version: int
    line: ChatLine


class Thinking(Struct, tag_field="kind", tag="thinking"):
    """A bot is at work, or (`done`) has chosen. What it thought is told where nothing is hidden."""

    seat: Seat
    done: bool
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None  # to win, in thousandths


class Accepted(Struct, tag_field="kind", tag="accepted"):
    """Done and stored. `version` is the match's after it."""

    id: str
    version: int


class Rejected(Struct, tag_field="kind", tag="rejected"):
    """Not done; nothing has changed. The refusal says why, in a code and in a sentence.

    `id` is empty where the message could not be read.
    """

    id: str
    refusal: Refusal


class Why(Struct, tag_field="kind", tag="why"):
    """The answer to `ask`: the reason, or `null` where it can be done.

    `foreseen` is what can be known beforehand of an action that was asked for in notation.
    """

    id: str
    refusal: Refusal | None
    foreseen: str = ""


class Looked(Struct, tag_field="kind", tag="looked"):
    """The answer to `look`."""

    id: str
    ply: int
    seat: Viewer
    scene: Scene | None
    entry: Entry | None


class Pong(Struct, tag_field="kind", tag="pong"):
    """The answer to `ping`."""

    id: str
    now: int


class Rematched(Struct, tag_field="kind", tag="rematched"):
    """There is a next match between these people; here are this connection's seats in it."""

    match: str
    tokens: tuple[str, ...]


class Closing(Struct, tag_field="kind", tag="closing"):
    """The server stops; nothing is lost. Come back after so many milliseconds."""

    retry: int


FromServer: TypeAlias = (
    Welcome | Step | Reset | Tables | Said | Thinking | Accepted | Rejected | Why | Looked | Pong
    | Rematched | Closing
)  # fmt: skip

CLOSE_CODES = {
    1000: "Goodbye.",
    1001: "The page went away.",
    1009: "The message was too large.",
    1012: "The server is being restarted; come back and resume.",
    4400: "That was no message of this protocol, again and again.",
    4401: "A seat token is not valid (any more).",
    4403: "The page was not served by this server, or the password is wrong.",
    4404: "There is no such match.",
    4408: "No `join` came in time.",
    4409: "The seat was given to somebody else.",
    4429: "Too many messages, or too many connections or passwords from this address.",
    4503: "The client reads too slowly; come back and resume.",
}
"""Why the server closes a socket. After 1012, 1006 and 4503 a client comes back by itself."""

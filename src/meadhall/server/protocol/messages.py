"""The messages on a table's WebSocket: one JSON object per text message, with a `kind`.

The client opens `/api/matches/{id}/socket` and first sends `join`. The server answers `welcome`:
the whole table as the client's seats see it. From then on the server sends changes, and the client
sends what its player does. Every message of the client with an `id` gets exactly one answer with
that `id`. An `act` is answered by the `step` that `answers` it, by `accepted` if it had been done
before, or by `rejected`. Whatever was answered is stored and survives a crash of the server.

A connection may hold several seats (one device for several players). It then gets one `step` per
seat. `version` counts the facts of a match except chat: after a lost connection the client names in
`join` the last version it knows, and gets the present position with log and chat from then on.
"""

from typing import Literal, TypeAlias, cast

from msgspec import Raw, Struct

from meadhall.core.refusal import Refusal
from meadhall.core.scene import DangerMark, Motion, Preview, Scene
from meadhall.core.seats import Seat, Viewer
from meadhall.server.protocol.chat_messages import ChatLine, ChatPage, ChatRequest
from meadhall.server.protocol.clock_view import ClockView, TournamentMatch
from meadhall.server.protocol.moves_change import Move, MovesChange
from meadhall.server.protocol.scene_delta import SceneChange, SceneStage

PROTOCOL = 3
"""The version, raised when older clients would misunderstand messages."""

Phase: TypeAlias = Literal["open", "playing", "finished"]

NO_VIEW = cast(Raw, None)
"""Stands for no view: `null` in JSON. msgspec cannot decode `Raw | None`, the true type."""


# From the client ---------------------------------------------------------------------------------


class Join(Struct, tag_field="kind", tag="join", forbid_unknown_fields=True):
    """The first message: the seats of this connection, and what it knows already.

    Without tokens it is a spectator, or a `glance` from a list, which is not counted. `since` is
    the last version that its seats know. `show` asks for scenes, or for views for programs.
    """

    tokens: tuple[str, ...] = ()
    since: int = 0
    name: str = ""
    password: str = ""
    show: Literal["scene", "view"] = "scene"
    glance: bool = False


class ActMessage(Struct, tag_field="kind", tag="act", forbid_unknown_fields=True, gc=False):
    """Play an action, in notation. `turn` is the turn it is for, as the server last sent it.

    The message may be sent again with the same `id`: it is carried out once.
    """

    id: str
    seat: Seat
    turn: int
    text: str


class Ask(Struct, tag_field="kind", tag="ask", forbid_unknown_fields=True):
    """Ask why an action is not possible, or for its preview: clicks so far, or notation.

    With `dangers`, ask what the seat has to fear next.
    """

    id: str
    seat: Seat
    gesture: tuple[str, ...] = ()
    text: str = ""
    dangers: bool = False


class SayMessage(Struct, tag_field="kind", tag="say", forbid_unknown_fields=True):
    """Send a chat message to an audience of the game or to chosen seats."""

    id: str
    text: str
    seat: Viewer = None
    audience: str = "everyone"
    seats: tuple[Seat, ...] = ()


MatchRequest: TypeAlias = Literal[
    "ready", "unready", "start", "resign", "leave", "offer-draw", "accept-draw", "decline-draw",
    "undo", "allow-undo", "refuse-undo", "rematch", "no-rematch", "restart", "call-bot",
    "uncovered", "berserk",
]  # fmt: skip
"""What a seat can request that is not an action of the game.

`leave` before the start frees the seat. `undo` takes moves back, or asks the others if that needs
their consent. `rematch` proposes a rematch, or agrees to one. `restart` starts the match again if
one person holds all seats. `call-bot` gives a seat to a bot after two minutes of absence.
`uncovered` says that its player has the shared device. `berserk` halves a seat's own time.
"""


class Do(Struct, tag_field="kind", tag="do", forbid_unknown_fields=True):
    """Make a request about the match."""

    id: str
    seat: Seat
    request: MatchRequest
    target: Viewer = None
    """The seat for `call-bot`."""
    share: str = ""
    """What you add to the seed of the next match: for `rematch` and `restart`."""
    reservation: str = ""
    """The token of the match that `restart`, or the first `rematch`, shall open."""


class Look(Struct, tag_field="kind", tag="look", forbid_unknown_fields=True):
    """Ask how the position looked to a seat after a ply. Answered by `looked`."""

    id: str
    ply: int
    seat: Viewer = None


class Ping(Struct, tag_field="kind", tag="ping", forbid_unknown_fields=True):
    """Check the connection. Answered by `pong`, which has the server's time."""

    id: str


FromClient: TypeAlias = Join | ActMessage | Ask | SayMessage | Do | Look | ChatRequest | Ping


# Parts of messages -------------------------------------------------------------------------------


class SeatCard(Struct):
    """One seat as everyone sees it."""

    seat: Seat
    name: str
    """Empty while the seat is open."""
    kind: Literal["open", "person", "bot"]
    level: str = ""
    ready: bool = False
    here: bool = False
    """The player is connected."""
    left: bool = False


class OutcomeView(Struct):
    """How the match ended: one payoff per seat, the reason in one word, and a sentence.

    The sentence names seats (`seat 1`), as the log does.
    """

    payoffs: tuple[int, ...]
    reason: str
    text: str = ""
    final: bool = True
    """Nothing can be undone any more."""


class Offer(Struct):
    """A proposal that needs the consent of other seats."""

    what: Literal["draw", "undo", "rematch"]
    by: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    match: str = ""
    """The id that the rematch will have."""
    commitment: str = ""
    """The hash of the server's secret for the dice of the rematch."""


class DeclinedOffer(Struct):
    """A proposal that another seat has declined, in words or by playing on."""

    what: Literal["draw", "undo", "rematch"]
    by: Seat
    declined_by: Seat


class AudienceCard(Struct):
    """A group of seats that a seat can send messages to."""

    id: str
    label: str
    seats: tuple[Seat, ...]


class TableView(Struct):
    """Everything about a match but the position: seats, options, clock, offers, result."""

    match: str
    code: str
    game: str
    title: str
    options: dict[str, str | int | bool | None]
    phase: Phase
    seats: tuple[SeatCard, ...]
    clock: ClockView
    to_act: tuple[Seat, ...]
    turn: int
    ply: int
    result: OutcomeView | None
    offer: Offer | None
    declined: DeclinedOffer | None
    """The last proposal, if it was declined; until its author moves or somebody proposes."""
    rematch: str
    """The id of the rematch, if there is one."""
    watching: int
    device: bool
    """One person holds all seats that are not bots."""
    commitment: str
    """The hash of the server's secret for the dice; empty if the seed was given."""
    secrets_known: bool
    """It goes on from a match whose secrets everybody may have read."""
    rated: bool
    tournament: TournamentMatch | None = None
    behind: int = 0  # seconds that this spectator sees the match late


class Entry(Struct, gc=False):
    """One ply of the log, as far as this viewer may know it."""

    ply: int
    seat: Seat
    text: str
    """In notation; empty while it is secret."""
    told: tuple[str, ...] = ()
    cause: Literal["played", "clock", "left"] = "played"


class SeatView(Struct):
    """The position as one viewer sees it."""

    seat: Viewer
    scene: Scene | None
    moves: tuple[Move, ...] = ()
    audiences: tuple[AudienceCard, ...] = ()
    view: Raw = NO_VIEW
    """The game's own view, if the connection asked for views."""
    log: tuple[Entry, ...] = ()
    """In a `welcome`: the plies after those that the client knows."""


# From the server ---------------------------------------------------------------------------------


class Welcome(Struct, tag_field="kind", tag="welcome"):
    """The whole table. The log starts after `since` of the join; the chat is its newest page.

    The client keeps the first `since_ply` plies of its log, drops the rest (they were taken back)
    and appends the log of the seat view.
    """

    protocol: int
    version: int
    now: int
    table: TableView
    seats: tuple[Seat, ...]
    """The seats of this connection; empty for a spectator."""
    seat_views: tuple[SeatView, ...]
    since_ply: int
    chat: tuple[ChatLine, ...]
    earlier_chat: bool
    """Whether there are older lines, to be asked for with `chat`."""


class StepMessage(Struct, tag_field="kind", tag="step", omit_defaults=True):
    """One or more plies, as the viewer `seat` sees them.

    `moves` is what has changed of the seat's legal moves; if it is absent, nothing has. The same
    holds for `audiences`, which has all of them. `answers` is the id of the seat's `act` that led
    to this step; it is stored. With a `result` the match is over. `receipt` is the seat's for its
    sealed choice: keep it, and the record will show that the choice was not exchanged.
    """

    seat: Viewer
    version: int
    now: int
    ply: int
    turn: int
    to_act: tuple[Seat, ...]
    clock: ClockView
    entries: tuple[Entry, ...] = ()
    motions: tuple[Motion, ...] = ()
    stages: tuple[SceneStage, ...] = ()
    scene: SceneChange | None = None
    moves: MovesChange | None = None
    audiences: tuple[AudienceCard, ...] | None = None
    view: Raw = NO_VIEW
    result: OutcomeView | None = None
    answers: str = ""
    receipt: str = ""


class Reset(Struct, tag_field="kind", tag="reset"):
    """A new position, by a start or an undo. The client cuts its log after `table.ply` plies."""

    version: int
    now: int
    table: TableView
    seat_view: SeatView


class TableUpdate(Struct, tag_field="kind", tag="table"):
    """The table has changed: players, presence, offers or clock."""

    version: int
    now: int
    table: TableView


class SaidMessage(Struct, tag_field="kind", tag="said"):
    """A chat message that this connection may read."""

    version: int
    line: ChatLine


class Thinking(Struct, tag_field="kind", tag="thinking"):
    """A bot is thinking, or has chosen (`done`). Its thoughts are sent only in open games."""

    seat: Seat
    done: bool
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    line: tuple[str, ...] = ()
    note: str = ""
    chance: int | None = None
    """To win, in thousandths."""


class Accepted(Struct, tag_field="kind", tag="accepted"):
    """Carried out and stored. `version` is the match's version now."""

    id: str
    version: int


class Rejected(Struct, tag_field="kind", tag="rejected"):
    """Not carried out; nothing has changed. The refusal has a code and a sentence.

    `id` is empty if the message has none, or none could be read.
    """

    id: str
    refusal: Refusal


class Why(Struct, tag_field="kind", tag="why"):
    """The answer to `ask`: the refusal, or `null` if the action is possible.

    `preview` tells what would happen, as far as can be known. Only for actions in notation.
    `dangers` tells what the next moves of others could do, where that was asked.
    """

    id: str
    refusal: Refusal | None
    preview: Preview = Preview()
    dangers: tuple[DangerMark, ...] = ()


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


class RematchedMessage(Struct, tag_field="kind", tag="rematched"):
    """There is a rematch. `tokens` are those of this connection's seats in it."""

    match: str
    tokens: tuple[str, ...]


class Closing(Struct, tag_field="kind", tag="closing"):
    """The server is stopping. Reconnect after `retry` milliseconds; nothing is lost."""

    retry: int


FromServer: TypeAlias = (
    Welcome | StepMessage | Reset | TableUpdate | SaidMessage | Thinking | Accepted | Rejected
    | Why | Looked | ChatPage | Pong | RematchedMessage | Closing
)  # fmt: skip

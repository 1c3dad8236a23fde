"""What can be asked of a match. Who may speak for a seat is the server's business, not the match's.

An `id` is the client's own name for a command: sent twice, it is carried out once. Clients make
them up at random, so that two tabs of one player do not choose the same.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.core.value import value
from meadhall.match.facts import Matter, Player


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat."""

    seat: Seat
    player: Player
    kind: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True)
class StandUp:
    """Free a seat before the start."""

    seat: Seat
    kind: Literal["standUp"] = "standUp"


@dataclass(frozen=True, slots=True)
class Ready:
    """Say whether the person on the seat is ready."""

    seat: Seat
    ready: bool = True
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Start:
    """Begin, once every seat is taken and every person ready."""

    kind: Literal["start"] = "start"


@dataclass(frozen=True, slots=True)
class Close:
    """The hall gives up a table that has not begun and where nothing has happened since then."""

    since: int
    kind: Literal["close"] = "close"


@value()
class Act:
    """Play an action, one of the game's own, as the answer to question number `turn`."""

    seat: Seat
    action: object
    turn: int
    id: str = ""
    kind: Literal["act"] = "act"


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: play for those whose clock has run out."""

    kind: Literal["tick"] = "tick"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match."""

    seat: Seat
    kind: Literal["resign"] = "resign"


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up and go: a bot takes over where the match allows it, else it is giving up."""

    seat: Seat
    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Put another player on a seat in the middle of a match."""

    seat: Seat
    player: Player
    kind: Literal["takeOver"] = "takeOver"


@dataclass(frozen=True, slots=True)
class Abandon:
    """The hall ends a match that nobody plays on."""

    kind: Literal["abandon"] = "abandon"


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the others for a draw, an undo or a rematch; where nobody is to be asked, it is done."""

    seat: Seat
    matter: Matter
    kind: Literal["propose"] = "propose"


@dataclass(frozen=True, slots=True)
class Answer:
    """Say yes or no to what is proposed."""

    seat: Seat
    matter: Matter
    agree: bool
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Link:
    """Say which match is the agreed rematch."""

    match: str
    kind: Literal["link"] = "link"


@dataclass(frozen=True, slots=True)
class Say:
    """Send a message: to `everyone`, to an audience of the game, to chosen `seats`.

    A spectator (no seat, but a name) talks to `spectators`.
    """

    seat: Seat | None
    text: str
    to: str = "everyone"
    seats: tuple[Seat, ...] = ()
    name: str = ""
    id: str = ""
    kind: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class GoAway:
    """The person on the seat is not there any more."""

    seat: Seat
    kind: Literal["goAway"] = "goAway"


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The person on the seat is there again."""

    seat: Seat
    kind: Literal["comeBack"] = "comeBack"


@dataclass(frozen=True, slots=True)
class Reopen:
    """The hall was closed since that instant; its clocks must not have run."""

    since: int
    kind: Literal["reopen"] = "reopen"


Named: TypeAlias = Act | Say
"""The commands that a client may give an id, to repeat them without harm."""
LobbyCommand: TypeAlias = Sit | StandUp | Ready | Start | Close
PlayCommand: TypeAlias = Act | Tick | Resign | Leave | Abandon
TableCommand: TypeAlias = Propose | Answer | Link | Say
PresenceCommand: TypeAlias = GoAway | ComeBack | Reopen | TakeOver
Command: TypeAlias = LobbyCommand | PlayCommand | TableCommand | PresenceCommand

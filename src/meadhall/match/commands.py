"""What a match can be asked to do. The server checks who may act for a seat; the match does not.

An `id` is chosen by the client: a command that is sent twice with one id is carried out once.
Clients choose ids at random, so that two tabs of one player do not choose the same.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.core.value import value
from meadhall.match.facts import Matter, Player, Reserved


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat. `share` is what the player adds to the seed, as hexadecimal digits."""

    seat: Seat
    player: Player
    share: str = ""
    kind: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True)
class StandUp:
    """Free a seat before the start."""

    seat: Seat
    kind: Literal["standUp"] = "standUp"


@dataclass(frozen=True, slots=True)
class Ready:
    """The person on the seat is ready to start, or no longer."""

    seat: Seat
    ready: bool = True
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Start:
    """Start to play. Every seat must be taken and every person ready."""

    kind: Literal["start"] = "start"


@dataclass(frozen=True, slots=True)
class Close:
    """The server closes a table that has not started and where nothing happened since `since`."""

    since: int
    kind: Literal["close"] = "close"


@value()
class Act:
    """Play an action of the game, as the answer to question number `turn`."""

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
    """Leave for good: a bot takes over where the match allows it, else the seat gives up."""

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
    """The server ends a match that nobody plays any more."""

    kind: Literal["abandon"] = "abandon"


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the others for a draw, an undo or a rematch; done at once where nobody has to agree.

    `rematch` is the match that a rematch would be, and `share` what the seat adds to its seed.
    """

    seat: Seat
    matter: Matter
    share: str = ""
    rematch: Reserved | None = None
    kind: Literal["propose"] = "propose"


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to the open proposal, or decline it. `share` is added to the seed of a rematch."""

    seat: Seat
    matter: Matter
    agree: bool
    share: str = ""
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Link:
    """Name the match that is the agreed rematch."""

    match: str
    kind: Literal["link"] = "link"


@dataclass(frozen=True, slots=True)
class Say:
    """Send a message to `everyone`, to an audience that the game names, or to chosen `seats`.

    A spectator has no seat but a name, and talks to `spectators`.
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
    """The person on the seat is no longer connected."""

    seat: Seat
    kind: Literal["goAway"] = "goAway"


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The person on the seat is connected again."""

    seat: Seat
    kind: Literal["comeBack"] = "comeBack"


@dataclass(frozen=True, slots=True)
class SetVacation:
    """The person on the seat is on vacation until then; a past time ends the vacation."""

    seat: Seat
    until: int
    kind: Literal["setVacation"] = "setVacation"


@dataclass(frozen=True, slots=True)
class Uncover:
    """The next player at a shared device has it: from now on the time of that seat counts."""

    seat: Seat
    kind: Literal["uncover"] = "uncover"


@dataclass(frozen=True, slots=True)
class Hasten:
    """Play on with half of the time, for an extra point in the tournament."""

    seat: Seat
    kind: Literal["hasten"] = "hasten"


@dataclass(frozen=True, slots=True)
class Reopen:
    """The server was down since that instant; clocks did not run meanwhile."""

    since: int
    kind: Literal["reopen"] = "reopen"


Named: TypeAlias = Act | Say
"""The commands that may have an id, so that a client can send them again safely."""
LobbyCommand: TypeAlias = Sit | StandUp | Ready | Start | Close
PlayCommand: TypeAlias = Act | Tick | Resign | Leave | Abandon
ProposalCommand: TypeAlias = Propose | Answer | Link
PresenceCommand: TypeAlias = GoAway | ComeBack | Uncover | Hasten | Reopen | TakeOver | SetVacation
Command: TypeAlias = LobbyCommand | PlayCommand | ProposalCommand | PresenceCommand | Say

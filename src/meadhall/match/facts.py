"""What happened at a table. A match is its facts in order, and nothing else is stored.

Every fact says when it happened. Actions are kept in the game's notation, so that a fact can be
read without knowing the game, and what chance or a clock decided is written down, not decided anew.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from meadhall.core.options import Value
from meadhall.core.seats import Seat
from meadhall.core.value import value
from meadhall.match.clock import BY_RULES, Clock

Matter: TypeAlias = Literal["draw", "undo", "rematch"]
"""What the people at a table can agree on."""

Shown: TypeAlias = Literal["revealed", "resampled"]
"""How a match goes on from a position with secrets: open on the table, or dealt anew."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat. Seats with one `holder` are one person's, on one device or several.

    `bot` is the level that plays here; empty for a person.
    """

    name: str
    holder: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The position a match starts from, where it is not the game's first one.

    `state` is the position in JSON, as the codec writes it; `match` and `ply` say where it is from.
    """

    state: str
    match: str = ""
    ply: int = 0
    shown: Shown = "revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is settled before anybody sits down. The seed is a secret.

    `takeover` names the bot level that takes the seat of somebody who leaves; empty: nobody does.
    `code` is what people type to find the table; `lock` the hash of its password, if it has one.
    `follows` is the match that this one is a rematch of.
    """

    id: str
    game: str
    rules_version: int
    seats: int
    seed: str = field(repr=False)
    options: tuple[tuple[str, Value], ...] = ()
    clock: Clock = BY_RULES
    takeover: str = ""
    code: str = ""
    lock: str = field(default="", repr=False)
    listed: bool = True
    follows: str = ""
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """A table was opened. Always the first fact."""

    at: int
    setup: Setup
    kind: Literal["created"] = "created"


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody, or a bot, took a seat before the start."""

    at: int
    seat: Seat
    player: Player
    kind: Literal["seated"] = "seated"


@dataclass(frozen=True, slots=True)
class Unseated:
    """A seat became free again before the start."""

    at: int
    seat: Seat
    kind: Literal["unseated"] = "unseated"


@dataclass(frozen=True, slots=True)
class Readied:
    """A person is ready to start, or no longer."""

    at: int
    seat: Seat
    ready: bool
    kind: Literal["readied"] = "readied"


@dataclass(frozen=True, slots=True)
class Started:
    """Play began."""

    at: int
    kind: Literal["started"] = "started"


@value()
class Acted:
    """A seat did something, in answer to the question number `turn`.

    `id` is the client's own name for it; `left` what the clock showed, in milliseconds.
    """

    at: int
    seat: Seat
    action: str
    turn: int
    id: str = ""
    left: int | None = None
    kind: Literal["acted"] = "acted"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A clock ran out and played this for the seat."""

    at: int
    seat: Seat
    action: str
    turn: int
    kind: Literal["timedOut"] = "timedOut"


@dataclass(frozen=True, slots=True)
class Left:
    """A seat gave up: the others play on where the game allows it, else the match is over."""

    at: int
    seat: Seat
    turn: int
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Another player, a bot as a rule, sits down on a seat in the middle of a match."""

    at: int
    seat: Seat
    player: Player
    kind: Literal["takenOver"] = "takenOver"


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Nobody came back."""

    at: int
    kind: Literal["abandoned"] = "abandoned"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat asked the others to agree to something. `to_ply` is where an undo would lead."""

    at: int
    seat: Seat
    matter: Matter
    to_ply: int | None = None
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A seat said yes to what is proposed."""

    at: int
    seat: Seat
    kind: Literal["agreed"] = "agreed"


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat said no, or took its own proposal back; nothing is proposed any more."""

    at: int
    seat: Seat
    kind: Literal["declined"] = "declined"


@dataclass(frozen=True, slots=True)
class Drew:
    """All agreed to a draw."""

    at: int
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Undone:
    """Play went back to the position after `to_ply` plies."""

    at: int
    to_ply: int
    kind: Literal["undone"] = "undone"


@dataclass(frozen=True, slots=True)
class Rematched:
    """The next match between these players has been opened."""

    at: int
    match: str
    kind: Literal["rematched"] = "rematched"


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `to` names the audience; `seats` are those who were in it at that moment.

    A spectator has no seat; `name` is who wrote.
    """

    at: int
    seat: Seat | None
    name: str
    to: str
    seats: tuple[Seat, ...]
    text: str
    turn: int
    id: str = ""
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class WentAway:
    """The person on a seat lost the connection or closed the page."""

    at: int
    seat: Seat
    kind: Literal["wentAway"] = "wentAway"


@dataclass(frozen=True, slots=True)
class CameBack:
    """The person on a seat is there again."""

    at: int
    seat: Seat
    kind: Literal["cameBack"] = "cameBack"


@dataclass(frozen=True, slots=True)
class Reopened:
    """The hall itself was closed from `since` until now, and clocks stood still."""

    at: int
    since: int
    kind: Literal["reopened"] = "reopened"


Ply: TypeAlias = Acted | TimedOut | Left
"""The facts that move the game itself."""

LobbyFact: TypeAlias = Seated | Unseated | Readied | Started
TableFact: TypeAlias = Proposed | Agreed | Declined | Drew | Undone | Rematched | Abandoned
PresenceFact: TypeAlias = WentAway | CameBack | Reopened | TakenOver

Fact: TypeAlias = Created | LobbyFact | Ply | TableFact | PresenceFact | Said

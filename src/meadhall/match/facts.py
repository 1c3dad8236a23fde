"""What happened at a table. A match is its facts in order, and nothing else is stored.

Every fact has its time (`at`, in milliseconds). Actions are in the game's notation, so that a fact
can be read without the game. What a clock played is in the fact, so a replay does not choose again.

Database files hold these classes as JSON: their fields and their `kind` cannot be renamed.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from meadhall.core.options import Value
from meadhall.core.seats import Seat
from meadhall.core.value import value
from meadhall.match.clock import BY_RULES, Clock

Matter: TypeAlias = Literal["draw", "undo", "rematch"]
"""What the players can agree on."""

Shown: TypeAlias = Literal["revealed", "resampled"]
"""What becomes of secrets in a position from which a new match starts.

`revealed`: they stay as they were. `resampled`: they are dealt again.
"""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat. Seats with the same `holder` belong to one person.

    `bot` is the level that plays here; empty for a person.
    """

    name: str
    holder: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The position that a match starts from, if not from the game's first one.

    `state` is the position in JSON, as the codec writes it; `match` and `ply` say where it was.
    """

    state: str
    match: str = ""
    ply: int = 0
    shown: Shown = "revealed"


@dataclass(frozen=True, slots=True)
class Reserved:
    """A match to come: its id, and the secret of its seed. Players know the hash of the secret.

    The id is part of the seed, so it has to be fixed together with the secret.
    """

    match: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """What is different in a match of a tournament, which has this id.

    `draws`: the players may agree to a draw. `haste`: a player may begin with half of the time.
    """

    tournament: str
    draws: bool = True
    haste: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is fixed when a table is opened. The seed is a secret.

    With a `secret`, the seed is made of it and of the seats' shares at the start, and is empty
    before. Without one, the seed was given: nothing can be proved about it. `drawn_for` is the
    match whose id is in the seed, if this one was made from its record.
    `takeover` is the bot level that takes the seat of a player who leaves; empty for none. `code`
    is what people type to find the table; `lock` is the hash of its password, if it has one.
    `guided`: somebody learns the game here, so the match is in no list. `rated`: its result counts
    for the players' ratings. `follows` is the match that this one is a rematch of. `tournament` has
    the rules of the tournament that it belongs to, if any.
    """

    id: str
    game: str
    rules_version: int
    seats: int
    seed: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)
    drawn_for: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    clock: Clock = BY_RULES
    takeover: str = ""
    code: str = ""
    lock: str = field(default="", repr=False)
    listed: bool = True
    guided: bool = False
    rated: bool = False
    follows: str = ""
    origin: Origin | None = None
    tournament: TournamentRules | None = None

    @property
    def counts(self) -> bool:
        """Whether the result counts, for ratings or in a tournament: nothing can be taken back."""
        return self.rated or self.tournament is not None


@dataclass(frozen=True, slots=True)
class Created:
    """A table was opened. Always the first fact."""

    at: int
    setup: Setup
    kind: Literal["created"] = "created"


@dataclass(frozen=True, slots=True)
class Seated:
    """A person or a bot took a seat before the start.

    `share` is what the player's page adds to the seed, as hexadecimal digits; bots add nothing.
    """

    at: int
    seat: Seat
    player: Player
    share: str = ""
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
    """A seat played an action, as the answer to question number `turn`.

    `id` was chosen by the client; `left` is what the clock showed, in milliseconds.
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
    """A clock ran out, and this action was played for the seat."""

    at: int
    seat: Seat
    action: str
    turn: int
    kind: Literal["timedOut"] = "timedOut"


@dataclass(frozen=True, slots=True)
class Left:
    """A seat gave up. The others play on where the game allows it, else the match is over."""

    at: int
    seat: Seat
    turn: int
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Another player, usually a bot, took a seat during play."""

    at: int
    seat: Seat
    player: Player
    kind: Literal["takenOver"] = "takenOver"


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The server ended a match or closed a table that nobody came back to."""

    at: int
    kind: Literal["abandoned"] = "abandoned"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat asked the others to agree. `to_ply` is how many plies an undo would leave.

    `rematch` is the match that a rematch would be, and `share` what the seat adds to its seed.
    """

    at: int
    seat: Seat
    matter: Matter
    to_ply: int | None = None
    share: str = ""
    rematch: Reserved | None = None
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A seat agreed to the open proposal. `share` is what it adds to the seed of a rematch."""

    at: int
    seat: Seat
    share: str = ""
    kind: Literal["agreed"] = "agreed"


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat declined the open proposal, or withdrew its own."""

    at: int
    seat: Seat
    kind: Literal["declined"] = "declined"


@dataclass(frozen=True, slots=True)
class Drew:
    """All players agreed to a draw."""

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
    """The rematch was opened."""

    at: int
    match: str
    kind: Literal["rematched"] = "rematched"


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `to` names the audience; `label` and `seats` are what it was called and held then.

    `name` is the writer's; a spectator has no seat.
    """

    at: int
    seat: Seat | None
    name: str
    to: str
    seats: tuple[Seat, ...]
    text: str
    turn: int
    id: str = ""
    label: str = ""
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class WentAway:
    """The person on a seat lost the connection or closed the page."""

    at: int
    seat: Seat
    kind: Literal["wentAway"] = "wentAway"


@dataclass(frozen=True, slots=True)
class CameBack:
    """The person on a seat is connected again."""

    at: int
    seat: Seat
    kind: Literal["cameBack"] = "cameBack"


@dataclass(frozen=True, slots=True)
class VacationSet:
    """The person on a seat is on vacation until then, and a daily clock waits; or back already."""

    at: int
    seat: Seat
    until: int
    kind: Literal["vacationSet"] = "vacationSet"


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The next player at a shared device took it and uncovered the board."""

    at: int
    seat: Seat
    kind: Literal["uncovered"] = "uncovered"


@dataclass(frozen=True, slots=True)
class Hastened:
    """A seat chose to play with half of its time and without increments, for an extra point."""

    at: int
    seat: Seat
    kind: Literal["hastened"] = "hastened"


@dataclass(frozen=True, slots=True)
class Reopened:
    """The server was down from `since` until now, and no clock ran."""

    at: int
    since: int
    kind: Literal["reopened"] = "reopened"


Ply: TypeAlias = Acted | TimedOut | Left
"""The facts that change the state of the game."""

LobbyFact: TypeAlias = Seated | Unseated | Readied | Started
TableFact: TypeAlias = Proposed | Agreed | Declined | Drew | Undone | Rematched | Abandoned
PresenceFact: TypeAlias = (
    WentAway | CameBack | Uncovered | Hastened | Reopened | TakenOver | VacationSet
)

Fact: TypeAlias = Created | LobbyFact | Ply | TableFact | PresenceFact | Said

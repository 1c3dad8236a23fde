"""What happened in a tournament. A tournament is its facts in order, and nothing else is stored.

Players have numbers, from 1 in the order in which they came: only `Entered` and `Renamed` name a
person. Every fact has its time (`at`, in milliseconds).

Database files hold these classes as JSON: their fields and their `kind` cannot be renamed.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import Value
from meadhall.match.clock import Clock, Daily
from meadhall.match.facts import Player

Format: TypeAlias = Literal["arena", "swiss", "roundRobin", "knockOut"]
Departure: TypeAlias = Literal["left", "absent", "elsewhere"]
"""Why somebody plays no more: by choice, absent from a match, or playing elsewhere."""
Ending: TypeAlias = Literal["finished", "closed", "tooFew"]
"""How a tournament ended: played to its end, closed by its host, or with too few players."""
Number: TypeAlias = int
"""A player of the tournament, from 1 in the order in which they came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    """What is fixed when a tournament is announced.

    `sizes` are the numbers of players that a match can have, in ascending order. `starts` is a time
    of day. `rounds` counts those of a Swiss tournament, 0 for as many as the players need.
    `minutes` is how long an arena pairs, and `pause` how long, in milliseconds, a round waits after
    the one before. `draws`: players may agree to a draw. `haste`: they may go berserk.
    """

    id: str
    title: str
    format: Format
    host: str
    host_name: str
    game: str
    sizes: tuple[int, ...]
    options: tuple[tuple[str, Value], ...]
    clock: Clock
    starts: int
    rounds: int = 0
    minutes: int = 0
    pause: int = 0
    most: int = 200
    rated: bool = False
    draws: bool = True
    haste: bool = False

    @property
    def size(self) -> int:
        """How many players a match has, if enough are there."""
        return self.sizes[-1]

    @property
    def is_live(self) -> bool:
        """Whether players have to be there at the same time: its clock is not one of days."""
        return not isinstance(self.clock, Daily)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the tournament, and who plays there, seat by seat."""

    match: str
    seats: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class PairingResult:
    """How a match of the tournament ended.

    `hasty` players went berserk; for the `idle` ones the clock alone moved.
    """

    match: str
    payoffs: tuple[int, ...]
    hasty: tuple[Number, ...] = ()
    idle: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced:
    """Somebody made the tournament. Always the first fact."""

    at: int
    plan: TournamentPlan
    kind: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class Entered:
    """A player came, or came back under the same number. `rating` is 0 where there is none."""

    at: int
    number: Number
    player: Player
    rating: int = 0
    kind: Literal["entered"] = "entered"


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A player is not paired any more. Points stay."""

    at: int
    number: Number
    why: Departure
    kind: Literal["withdrew"] = "withdrew"


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player deleted the account: an alias without a name takes its place, and plays no more."""

    at: int
    number: Number
    player: Player
    kind: Literal["renamed"] = "renamed"


@dataclass(frozen=True, slots=True)
class Begun:
    """The tournament started, with so many rounds to play; 0 in an arena."""

    at: int
    rounds: int
    kind: Literal["begun"] = "begun"


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round was paired. In an arena, everybody who waited then is in the same round."""

    at: int
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Number, ...] = ()
    kind: Literal["roundPaired"] = "roundPaired"


@dataclass(frozen=True, slots=True)
class Scored:
    """Matches ended, in this order."""

    at: int
    results: tuple[PairingResult, ...]
    kind: Literal["scored"] = "scored"


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """The tournament is over. Matches that are still being played do not count."""

    at: int
    why: Ending
    kind: Literal["closed"] = "closed"


TournamentFact: TypeAlias = (
    Announced | Entered | Withdrew | Renamed | Begun | RoundPaired | Scored | TournamentClosed
)

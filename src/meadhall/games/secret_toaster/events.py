"""What happens in a match, as it is told. Views of events hide what is still secret."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import HexId
from meadhall.games.secret_toaster.types import Alliance, Objective, Order


@dataclass(frozen=True, slots=True)
class Planned:
    """A player has so many orders now; only the player sees the one just written."""

    seat: Seat
    count: int
    order: Order | None = None
    kind: Literal["planned"] = "planned"


@dataclass(frozen=True, slots=True)
class Readied:
    """A player handed the orders in, or took them back."""

    seat: Seat
    ready: bool
    kind: Literal["readied"] = "readied"


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asks to be let into an alliance."""

    seat: Seat
    alliance: str
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Realigned:
    """A player is in this alliance now, having founded, joined, left, been expelled or lost."""

    seat: Seat
    alliance: Alliance | None
    how: Literal["founded", "joined", "left", "expelled", "renamed", "lost"]
    kind: Literal["realigned"] = "realigned"


@dataclass(frozen=True, slots=True)
class Marched:
    """A knight went to the next hex with so many troops."""

    seat: Seat
    number: int
    knight: str
    origin: HexId
    to: HexId
    troops: int
    kind: Literal["marched"] = "marched"


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle: who met whom with how many and what bonus, and what was left.

    `defender` is `None` for neutral land; `trace` is the troops of both sides from time to time.
    """

    hex: HexId
    attacker: Seat
    defender: Seat | None
    troops: tuple[int, int]
    bonuses: tuple[int, int]
    left: tuple[int, int]
    exchanges: int
    owner: Seat | None
    fallen: tuple[str, ...]
    trace: tuple[tuple[int, int], ...]
    skirmish: bool = False
    kind: Literal["fought"] = "fought"


@dataclass(frozen=True, slots=True)
class Fortified:
    """Troops were raised where the knight stands."""

    seat: Seat
    number: int
    knight: str
    hex: HexId
    troops: int
    kind: Literal["fortified"] = "fortified"


@dataclass(frozen=True, slots=True)
class Promoted:
    """A new knight was made of a hundred troops."""

    seat: Seat
    number: int
    knight: str
    hex: HexId
    kind: Literal["promoted"] = "promoted"


@dataclass(frozen=True, slots=True)
class Voided:
    """An order could not be carried out; only its player sees which, and why."""

    seat: Seat
    number: int
    code: str | None = None
    order: Order | None = None
    kind: Literal["voided"] = "voided"


@dataclass(frozen=True, slots=True)
class Returned:
    """A reserve knight takes the field."""

    seat: Seat
    knight: str
    hex: HexId
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A player is eliminated, or has given up."""

    seat: Seat
    how: Literal["out", "left"]
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class Threatened:
    """An alliance's objectives all hold: once more, unchanged, and it wins."""

    alliance: str
    members: tuple[Seat, ...]
    kind: Literal["threatened"] = "threatened"


@dataclass(frozen=True, slots=True)
class Crowned:
    """An alliance has held the castle at so many round ends in a row."""

    alliance: str
    members: tuple[Seat, ...]
    rounds: int
    kind: Literal["crowned"] = "crowned"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All orders are carried out; this round begins now."""

    round: int
    kind: Literal["round_ended"] = "round_ended"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over and the objectives are open."""

    winners: tuple[Seat, ...]
    reason: str
    objectives: tuple[Objective | None, ...]
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Planned
    | Readied
    | Asked
    | Realigned
    | Marched
    | Fought
    | Fortified
    | Promoted
    | Voided
    | Returned
    | Dropped
    | Threatened
    | Crowned
    | RoundEnded
    | Ended
)

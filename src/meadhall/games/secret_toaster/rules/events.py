"""What happens in a match. `view_event` hides what is still secret."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.types import Alliance, HexId, Objective, Order


@dataclass(frozen=True, slots=True)
class Planned:
    """A player has `count` orders now; only the player sees the last one."""

    seat: Seat
    count: int
    order: Order | None = None
    kind: Literal["planned"] = "planned"


@dataclass(frozen=True, slots=True)
class Readied:
    """A player is ready, or no longer ready."""

    seat: Seat
    ready: bool
    kind: Literal["readied"] = "readied"


@dataclass(frozen=True, slots=True)
class AskedToJoin:
    """A player asks to join an alliance."""

    seat: Seat
    alliance: str
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Realigned:
    """A player is in this alliance now; `how` says why."""

    seat: Seat
    alliance: Alliance | None
    how: Literal["founded", "joined", "left", "expelled", "renamed", "lost"]
    kind: Literal["realigned"] = "realigned"


@dataclass(frozen=True, slots=True)
class Marched:
    """A knight went to a neighbouring hex with troops."""

    seat: Seat
    number: int
    knight: str
    origin: HexId
    to: HexId
    troops: int
    kind: Literal["marched"] = "marched"


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle: troops and bonuses of attacker and defender before it, and troops left after it.

    `defender` is `None` for neutral land. `trace` holds the troops of both sides after each throw.
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
    """A knight raised troops; the hex has `troops` of its player now."""

    seat: Seat
    number: int
    knight: str
    hex: HexId
    troops: int
    kind: Literal["fortified"] = "fortified"


@dataclass(frozen=True, slots=True)
class Promoted:
    """A hundred troops became a new knight."""

    seat: Seat
    number: int
    knight: str
    hex: HexId
    kind: Literal["promoted"] = "promoted"


@dataclass(frozen=True, slots=True)
class Voided:
    """An order could not be carried out; only its player sees the order and the reason."""

    seat: Seat
    number: int
    code: str | None = None
    order: Order | None = None
    kind: Literal["voided"] = "voided"


@dataclass(frozen=True, slots=True)
class Returned:
    """A reserve knight appears."""

    seat: Seat
    knight: str
    hex: HexId
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A player is eliminated (`out`) or gave up (`left`)."""

    seat: Seat
    how: Literal["out", "left"]
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True, slots=True)
class Threatened:
    """An alliance meets all its objectives. If it still does after the next round, it wins."""

    alliance: str
    members: tuple[Seat, ...]
    kind: Literal["threatened"] = "threatened"


@dataclass(frozen=True, slots=True)
class Crowned:
    """An alliance has held the castle at the end of `rounds` rounds in a row."""

    alliance: str
    members: tuple[Seat, ...]
    rounds: int
    kind: Literal["crowned"] = "crowned"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All orders of this round (counted from 1) are carried out."""

    round: int
    kind: Literal["round_ended"] = "round_ended"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over, and the objectives are revealed."""

    winners: tuple[Seat, ...]
    reason: str
    objectives: tuple[Objective | None, ...]
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Planned
    | Readied
    | AskedToJoin
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

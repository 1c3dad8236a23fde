"""What happens in a match, in the order it happens: frozen values, each with its `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Attack, Card, Face, MinerType
from meadhall.games.elemental_clash.types import Outcome


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat has taken a card; only the seat itself knows which."""

    seat: Seat
    card: Card | None
    auto: bool
    kind: Literal["picked"] = "picked"


@dataclass(frozen=True, slots=True)
class Offered:
    """The next draft round is open."""

    round: int
    kind: Literal["offered"] = "offered"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew cards, which only it can see."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began with these energies; in a siege nobody has a card left."""

    turn: int
    energy: tuple[int, ...]
    siege: int
    kind: Literal["turnBegan"] = "turnBegan"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat has put a card face down; only the seat itself knows which."""

    seat: Seat
    card: Card | None
    auto: bool
    kind: Literal["chosen"] = "chosen"


@dataclass(frozen=True, slots=True)
class Changed:
    """A seat has thought better of its choice; nobody else is told."""

    seat: Seat
    card: Card
    kind: Literal["changed"] = "changed"


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card was turned over."""

    seat: Seat
    face: Face
    kind: Literal["revealed"] = "revealed"


@dataclass(frozen=True, slots=True)
class Judged:
    """A revealed card does nothing, and why: it cannot be paid, or its place is taken."""

    seat: Seat
    face: Face
    reason: Literal["NOT_ENOUGH_ENERGY", "WALL_STANDS", "MINER_STANDS"]
    lost: bool
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class Paid:
    """A card was paid for; this much energy is left."""

    seat: Seat
    cost: int
    energy: int
    kind: Literal["paid"] = "paid"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card took effect: a shield or a bot stands, or a dodge is ready."""

    seat: Seat
    face: Face
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Struck:
    """An attack landed on the seat. `wall` and `hp` are what is left of its shield and base."""

    seat: Seat
    attack: Attack
    source: Literal["card", "miner"]
    reduced: int
    absorbed: int
    damage: int
    wall: int | None
    hp: int
    wall_destroyed: bool
    miner_killed: bool
    stopped_by: Literal["", "deflection", "deflection_miner"]
    kind: Literal["struck"] = "struck"


@dataclass(frozen=True, slots=True)
class Ticked:
    """A bot counted down; `paid` when that made it act."""

    seat: Seat
    miner: MinerType
    countdown: int
    paid: bool
    kind: Literal["ticked"] = "ticked"


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair bot did its work; `hp` is `None` where there was no shield to repair."""

    seat: Seat
    hp: int | None
    kind: Literal["repaired"] = "repaired"


@dataclass(frozen=True, slots=True)
class Decayed:
    """A shield wore down to this."""

    seat: Seat
    hp: int
    kind: Literal["decayed"] = "decayed"


@dataclass(frozen=True, slots=True)
class WallFell:
    """A shield that had worn down to nothing was taken away."""

    seat: Seat
    kind: Literal["wallFell"] = "wallFell"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    outcome: Outcome
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Picked
    | Offered
    | Drew
    | TurnBegan
    | Chosen
    | Changed
    | Revealed
    | Judged
    | Paid
    | Placed
    | Struck
    | Ticked
    | Repaired
    | Decayed
    | WallFell
    | Ended
)

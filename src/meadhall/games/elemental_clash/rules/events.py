"""What happens in a match, in the order it happens: frozen values, each with its `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.seats import Seat
from meadhall.games.elemental_clash.cards import Attack, Card, Face, MinerType
from meadhall.games.elemental_clash.types import Result


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat picked a card; only that seat knows which. `auto`: the clock picked it."""

    seat: Seat
    card: Card | None
    auto: bool
    kind: Literal["picked"] = "picked"


@dataclass(frozen=True, slots=True)
class Offered:
    """The next draft round began."""

    round: int
    kind: Literal["offered"] = "offered"


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A seat drew cards; only that seat sees them."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began with these energies. `siege` counts the siege's turns; 0 outside a siege."""

    turn: int
    energy: tuple[int, ...]
    siege: int
    kind: Literal["turnBegan"] = "turnBegan"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat chose a card; only that seat knows which. `auto`: the clock chose it."""

    seat: Seat
    card: Card | None
    auto: bool
    kind: Literal["chosen"] = "chosen"


@dataclass(frozen=True, slots=True)
class Changed:
    """A seat changed its choice; nobody else learns of it."""

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
    """A revealed card had no effect. `lost`: it also left the hand."""

    seat: Seat
    face: Face
    reason: Literal["NOT_ENOUGH_ENERGY", "WALL_STANDS", "MINER_STANDS"]
    lost: bool
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class Paid:
    """A seat paid for its card; `energy` is what it has left."""

    seat: Seat
    cost: int
    energy: int
    kind: Literal["paid"] = "paid"


@dataclass(frozen=True, slots=True)
class Placed:
    """A shield, bot or dodge took effect."""

    seat: Seat
    face: Face
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Struck:
    """An attack hit the seat. `wall` and `hp` are what is left of its shield and base."""

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
    """A bot counted down; `paid`: it reached zero and acts now."""

    seat: Seat
    miner: MinerType
    countdown: int
    paid: bool
    kind: Literal["ticked"] = "ticked"


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair bot acted; `hp` is `None` if there was no shield to repair."""

    seat: Seat
    hp: int | None
    kind: Literal["repaired"] = "repaired"


@dataclass(frozen=True, slots=True)
class Decayed:
    """A shield wore down; `hp` is what is left."""

    seat: Seat
    hp: int
    kind: Literal["decayed"] = "decayed"


@dataclass(frozen=True, slots=True)
class WallFell:
    """A shield that had worn down to 0 was removed."""

    seat: Seat
    kind: Literal["wallFell"] = "wallFell"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    outcome: Result
    kind: Literal["ended"] = "ended"


Event: TypeAlias = (
    Picked
    | Offered
    | CardsDrawn
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

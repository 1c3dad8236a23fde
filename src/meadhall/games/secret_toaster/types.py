"""What a match is made of: a table that everybody sees, one secret per seat, and a generator."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.games.secret_toaster.board import HexId

MOST_ORDERS = 3
MOST_KNIGHTS = 3
START_TROOPS = 100
MOST_TROOPS = 1_000_000
"""More than the longest match can raise."""
FORTIFY_TROOPS = 200
KNIGHT_PRICE = 100
RESERVES = 2
CROWN_ROUNDS = 3
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fox")
"""What the rulers are called, by seat."""
NAME_LENGTHS = (2, 40)

Ruleset: TypeAlias = Literal["standard", "legacy"]
Mode: TypeAlias = Literal["objectives", "crown", "none"]
OrderType: TypeAlias = Literal["move", "attack", "fortify", "promote"]
ORDER_TYPES: tuple[OrderType, ...] = ("move", "attack", "fortify", "promote")
Objective: TypeAlias = Literal["kingmaker", "expansionist-left", "expansionist-right", "defender"]
Standing: TypeAlias = Literal["in", "out", "left"]
"""A player is in play, was eliminated (`out`), or gave up (`left`)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match."""

    ruleset: Literal["standard", "legacy"] = option(
        "standard", "standard, or legacy: what the old program did, without a victory."
    )
    mode: Literal["auto", "objectives", "crown"] = option(
        "auto", "How to win: secret objectives or the castle; auto is the castle for two players."
    )
    round_limit: int = option(20, "After how many rounds the match ends.", low=1, high=40)
    open_letters: bool = option(
        default=False, text="Whether all messages are shown to everybody after the end."
    )


@dataclass(frozen=True, slots=True)
class Order:
    """One of a player's up to three orders for a round."""

    number: int
    type: OrderType
    knight: str
    origin: HexId
    to: HexId
    troops: int = 0


@dataclass(frozen=True, slots=True)
class Knight:
    """A living knight, his lord, and where he stands."""

    name: str
    owner: Seat
    hex: HexId


@dataclass(frozen=True, slots=True)
class Player:
    """What everybody knows of a player. `raised` counts the knights he has ever had."""

    name: str
    keep: HexId
    raised: int = 1
    reserves: int = 0
    ready: bool = False
    orders: int = 0
    standing: Standing = "in"


@dataclass(frozen=True, slots=True)
class Alliance:
    """Members in the order of their joining, the leader first; who asks to be let in."""

    id: int
    name: str
    members: tuple[Seat, ...]
    asking: tuple[Seat, ...] = ()

    @property
    def leader(self) -> Seat:
        """Who decides on members and name."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class Crown:
    """Which alliance has held the castle at how many round ends in a row."""

    alliance: int | None = None
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Threat:
    """An alliance whose objectives all held at the last round end, with its members then."""

    alliance: int
    members: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended; the objectives are open now."""

    winners: tuple[Seat, ...]
    reason: str
    objectives: tuple[Objective | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All that is public. `owners` and `troops` go by hex id, the troops of a hex by seat."""

    options: Options
    round: int
    players: tuple[Player, ...]
    owners: tuple[Seat | None, ...]
    troops: tuple[tuple[int, ...], ...]
    knights: tuple[Knight, ...]
    alliances: tuple[Alliance, ...]
    founded: int
    crown: Crown = Crown()
    threats: tuple[Threat, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """Where a knight is planned to stand after orders 1, 2 and 3."""

    knight: str
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """What only the player knows: the orders so far, the courses they set, the objective."""

    orders: tuple[Order, ...] = ()
    courses: tuple[Course, ...] = ()
    objective: Objective | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth."""

    table: Table
    secrets: tuple[Secret, ...]
    rng: Rng


@dataclass(frozen=True, slots=True)
class View:
    """The table and, for a player, the own secret."""

    seat: Seat | None
    table: Table
    secret: Secret | None


@dataclass(frozen=True, slots=True)
class Submit:
    """Write an order; an order of the same number and all later ones are replaced by it."""

    order: Order
    kind: Literal["submit"] = "submit"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back the order of that number and all later ones."""

    number: int
    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True)
class Ready:
    """Hand in the orders; the round is carried out when everybody has."""

    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Unready:
    """Take the orders back to work on them."""

    kind: Literal["unready"] = "unready"


@dataclass(frozen=True, slots=True)
class Create:
    """Found an alliance of that name and leave the old one."""

    name: str
    kind: Literal["create"] = "create"


@dataclass(frozen=True, slots=True)
class Join:
    """Enter an alliance at once, or found it: the old program's way."""

    name: str
    kind: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the leader of that alliance to be let in."""

    name: str
    kind: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True)
class Accept:
    """Let in somebody who asked."""

    seat: Seat
    kind: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the alliance and stand alone."""

    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Expel:
    """Put a member out of the own alliance."""

    seat: Seat
    kind: Literal["expel"] = "expel"


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the own alliance another name."""

    name: str
    kind: Literal["rename"] = "rename"


Diplomacy: TypeAlias = Create | Join | Ask | Accept | Leave | Expel | Rename
Action: TypeAlias = Submit | Withdraw | Ready | Unready | Diplomacy

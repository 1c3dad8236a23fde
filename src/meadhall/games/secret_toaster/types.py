"""The types of a match: a public table, one secret per seat, and a generator."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meadhall.core.options import OptionForm, option
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

MOST_ORDERS = 3
MOST_KNIGHTS = 3
START_TROOPS = 100
MOST_TROOPS = 1_000_000
"""More than a player can raise in the longest match."""
FORTIFY_TROOPS = 200
KNIGHT_PRICE = 100
RESERVES = 2
CROWN_ROUNDS = 3
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fox")
"""The players' names in the game, by seat."""
NAME_LENGTHS = (2, 40)

HexId: TypeAlias = int
Ruleset: TypeAlias = Literal["standard", "legacy"]
Mode: TypeAlias = Literal["objectives", "crown", "none"]
OrderType: TypeAlias = Literal["move", "attack", "fortify", "promote"]
ORDER_TYPES: tuple[OrderType, ...] = ("move", "attack", "fortify", "promote")
Objective: TypeAlias = Literal["kingmaker", "expansionist-left", "expansionist-right", "defender"]
Standing: TypeAlias = Literal["in", "out", "left"]
"""A player is in play, was eliminated (`out`), or gave up (`left`)."""

_STANDARD: Final = ("ruleset", "standard")
_MANY = (3, 4, 5, 6)
"""The numbers of players that can form alliances."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the players can choose before a match.

    Where an option is `None`, `standard` decides (see `rules.terms`).
    """

    ruleset: Literal["standard", "legacy"] = option(
        "standard",
        "Standard rules, or Legacy (as in the original program; no victory condition)",
        form=OptionForm("Rules", ("Standard", "Legacy: as in the original program, no winner")),
    )
    mode: Literal["auto", "objectives", "crown"] = option(
        "auto",
        "How to win: secret objectives or holding the castle. Auto: the castle for two players,"
        " objectives for more.",
        form=OptionForm(
            "How to win",
            ("Automatic", "Secret objectives", "Hold the castle"),
            needs=("ruleset", "standard"),
            seats=(3, 4, 5, 6),
        ),
    )
    standard: Literal["fair", "classic"] = option(
        "fair",
        "What 'automatic' means below: measured to be fair, or as it was before.",
        form=OptionForm("Standard", ("Fair", "Classic"), needs=_STANDARD, seats=_MANY),
    )
    alliance_size: int | None = option(
        None, "How many players fit into an alliance.", low=2, high=3,
        form=OptionForm("Alliances of", unit="players at most", unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    kingmakers: int | None = option(
        None, "How many players are Kingmakers (objectives only).", low=1, high=2,
        form=OptionForm("Kingmakers", unit="players", unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    shared_castle: bool | None = option(
        None, "Whether an ally may hold the castle for a Kingmaker (objectives only).",
        form=OptionForm("Allies hold the castle", ("Yes", "No"), unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    expansion: int | None = option(
        None, "How many hexes an Expansionist needs (objectives only).", low=8, high=20,
        form=OptionForm("Expansionists need", unit="hexes", unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    raid: int | None = option(
        None, "How many of them in the neighbour's homeland (objectives only).", low=1, high=7,
        form=OptionForm("Of these, at the neighbour's", unit="hexes", unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    defence: int | None = option(
        None, "How many hexes a Defender needs, the homeland among them (objectives only).",
        low=7, high=20,
        form=OptionForm("Defenders need", unit="hexes", unset="automatic",
                        needs=_STANDARD, seats=_MANY),
    )  # fmt: skip
    round_limit: int = option(
        20, "The match ends after this many rounds.", low=1, high=40,
        form=OptionForm("Length", unit="rounds"),
    )  # fmt: skip
    open_letters: bool = option(
        default=False,
        text="Show all private messages to everybody after the match.",
        form=OptionForm("Reveal letters at the end"),
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
    """A living knight: whose he is and where he stands."""

    name: str
    owner: Seat
    hex: HexId


@dataclass(frozen=True, slots=True)
class Player:
    """What everybody knows of a player. `raised` counts all knights the player ever had."""

    name: str
    keep: HexId
    raised: int = 1
    reserves: int = 0
    ready: bool = False
    orders: int = 0
    standing: Standing = "in"


@dataclass(frozen=True, slots=True)
class Alliance:
    """Members in the order in which they joined, leader first, and the seats that ask to join."""

    id: int
    name: str
    members: tuple[Seat, ...]
    asking: tuple[Seat, ...] = ()

    @property
    def leader(self) -> Seat:
        """The member who decides who joins and what the alliance is called."""
        return self.members[0]


@dataclass(frozen=True, slots=True)
class Crown:
    """The alliance that holds the castle, and for how many rounds in a row."""

    alliance: int | None = None
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Threat:
    """An alliance that met all its objectives after the last round, with its members then."""

    alliance: int
    members: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended, with everybody's objectives."""

    winners: tuple[Seat, ...]
    reason: str
    objectives: tuple[Objective | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All that is public. `owners` and `troops` are by hex id; the troops of a hex by seat.

    `founded` counts all alliances so far and gives the next one its id.
    """

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
    outcome: Result | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """Where a knight stands after orders 1, 2 and 3, as planned."""

    knight: str
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """What only the player knows: the orders, the knights' routes that follow, the objective."""

    orders: tuple[Order, ...] = ()
    courses: tuple[Route, ...] = ()
    objective: Objective | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth."""

    table: Table
    secrets: tuple[Secret, ...]
    rng: Rng


@dataclass(frozen=True, slots=True)
class View:
    """The table and, for a player, that player's secret."""

    seat: Seat | None
    table: Table
    secret: Secret | None


@dataclass(frozen=True, slots=True)
class Submit:
    """Write an order. It replaces the order of that number and removes all later ones."""

    order: Order
    kind: Literal["submit"] = "submit"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back the order of that number and all later ones."""

    number: int
    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True)
class Ready:
    """Hand in the orders. The round starts when everybody is ready."""

    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Unready:
    """Take the orders back to change them."""

    kind: Literal["unready"] = "unready"


@dataclass(frozen=True, slots=True)
class CreateAlliance:
    """Create an alliance of that name and leave the old one."""

    name: str
    kind: Literal["create"] = "create"


@dataclass(frozen=True, slots=True)
class JoinAlliance:
    """Join an alliance without permission, or create it (legacy rules only)."""

    name: str
    kind: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class AskToJoin:
    """Ask the leader of that alliance for permission to join."""

    name: str
    kind: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True)
class AcceptMember:
    """Accept a player who asked to join."""

    seat: Seat
    kind: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True)
class LeaveAlliance:
    """Leave the alliance and be alone."""

    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class ExpelMember:
    """Expel a member from one's own alliance."""

    seat: Seat
    kind: Literal["expel"] = "expel"


@dataclass(frozen=True, slots=True)
class RenameAlliance:
    """Rename one's own alliance."""

    name: str
    kind: Literal["rename"] = "rename"


Diplomacy: TypeAlias = (
    CreateAlliance
    | JoinAlliance
    | AskToJoin
    | AcceptMember
    | LeaveAlliance
    | ExpelMember
    | RenameAlliance
)
Action: TypeAlias = Submit | Withdraw | Ready | Unready | Diplomacy

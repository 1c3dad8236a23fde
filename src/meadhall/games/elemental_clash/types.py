"""What a match of Elemental Clash is made of: frozen values, each action with its `kind`.

A `State` is the whole truth. A `View` is what one viewer may know of it: the public part and, for a
seat, its `Own` part. Nobody knows the order of a deck, not even its owner.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meadhall.core.options import OptionForm, option
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.games.elemental_clash.cards import Card, Element, Face, MinerType
from meadhall.kit.sealed import Sealed

Stage: TypeAlias = Literal["menu", "tutorial", "draft", "battle", "game_over"]
"""The author's five stages. A match is only ever in the last three."""

TurnState: TypeAlias = Literal["waiting", "locked", "revealing", "resolving", "complete"]
Phase: TypeAlias = Literal[
    "energy",
    "selection",
    "reveal",
    "validation",
    "deduction",
    "placement",
    "resolution",
    "payouts",
    "decay",
    "death_check",
    "victory_check",
    "cleanup",
    "advance",
]
"""The thirteen phases of a turn, in order."""

SEATS: Final = (0, 1)
BASE_HP: Final = 20
START_ENERGY: Final = 5
MAX_ENERGY: Final = 10
ENERGY_PER_TURN: Final = 2
SIEGE_TURNS: Final = 6
ENDLESS_TURNS: Final = 40
TURN_MILLISECONDS: Final = 10_000
DRAFT_MILLISECONDS: Final = 12_000
LATE_DRAFT_MILLISECONDS: Final = 15_000
LATE_ROUND: Final = 5
"""From this draft round on, players have more time."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match."""

    strict: bool = option(
        default=False,
        text="A card that you cannot pay for is lost, and there is no siege.",
        form=OptionForm("Strict costs"),
    )
    endless: bool = option(
        default=False,
        text="Played cards go under your deck. After 40 turns, more HP wins.",
        form=OptionForm("Endless deck"),
    )


@dataclass(frozen=True, slots=True)
class Wall:
    """A standing shield, and the turn it was placed in."""

    hp: int
    element: Element
    placed: int


@dataclass(frozen=True, slots=True)
class Miner:
    """A bot at work; `countdown` is the number of payout phases until it acts."""

    type: MinerType
    countdown: int
    placed: int


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the table, with the cards that only this player may see.

    `dodging`: a deflection card is in effect. `dodged`: it has already stopped a projectile.
    `deck` is in an order that nobody knows. `under` are the cards played in an endless game, which
    lie under the deck.
    """

    hp: int = BASE_HP
    energy: int = START_ENERGY
    wall: Wall | None = None
    miner: Miner | None = None
    dodging: bool = False
    dodged: bool = False
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    under: tuple[Card, ...] = ()

    @property
    def deck_size(self) -> int:
        """The number of cards left to draw."""
        return len(self.deck) + len(self.under)


Verdict: TypeAlias = Literal["shown", "played", "wasted", "unaffordable"]
"""What became of a revealed card; `shown` until the validation phase has checked it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A revealed card, and what its player had at that moment. All of it is public.

    `energy`: before paying. `walled`, `mined`: a shield or a bot was already standing.
    """

    face: Face
    verdict: Verdict
    energy: int
    walled: bool
    mined: bool


TurnRecord: TypeAlias = tuple[Shown | None, ...]
"""What each seat revealed in a turn; `None` for a seat without cards."""


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended. `message` is stored in records; people read `look.words.ending`."""

    payoffs: tuple[int, ...]
    reason: Literal["base", "doubleLoss", "exhaustion", "turnLimit", "left"]
    message: str


NOTHING_SEALED: Final[Sealed[Card]] = Sealed((None, None))


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth. `sealed` holds this draft round's picks or this turn's choices."""

    options: Options
    rng: Rng
    wildcards: tuple[Face, ...]
    stage: Stage = "draft"
    picks: tuple[tuple[Card, ...], ...] = ((), ())
    sealed: Sealed[Card] = NOTHING_SEALED
    turn: int = 1
    # As at the end of a turn, so that the battle can begin with the phase after it, energy.
    phase: Phase = "advance"
    turn_state: TurnState = "complete"
    sides: tuple[Side, ...] = (Side(), Side())
    history: tuple[TurnRecord, ...] = ()
    siege: int = 0
    outcome: Result | None = None

    @property
    def round(self) -> int:
        """The current draft round, from 1; after the draft, the number of rounds plus one."""
        return len(self.picks[0]) + 1


@dataclass(frozen=True, slots=True)
class Pick:
    """Take this card in the draft."""

    card: Card
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class Play:
    """Choose this card for the turn. The seat may change it while the other is still choosing."""

    card: Card
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Auto:
    """What the clock picks or plays for a seat whose time is up."""

    card: Card
    kind: Literal["auto"] = "auto"


Action: TypeAlias = Pick | Play | Auto


@dataclass(frozen=True, slots=True)
class SideView:
    """What everybody sees of a side."""

    hp: int
    energy: int
    wall: Wall | None
    miner: Miner | None
    hand_size: int
    deck_size: int
    locked: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What only the seat itself sees.

    `offers` is empty outside the draft, `wildcards` until the wildcard round. `unseen` are the
    seat's cards that are still in its deck, in draft order, which says nothing about the deck's
    order. `under` are the cards it has played in an endless game.
    """

    seat: Seat
    offers: tuple[Card, ...]
    wildcards: tuple[Face, ...]
    picks: tuple[Card, ...]
    choice: Card | None
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    under: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know."""

    options: Options
    stage: Stage
    round: int
    turn: int
    phase: Phase
    turn_state: TurnState
    sides: tuple[SideView, ...]
    history: tuple[TurnRecord, ...]
    siege: int
    outcome: Result | None
    own: Own | None

    @property
    def viewer(self) -> Viewer:
        """The seat this view is for; `None` for a spectator."""
        return None if self.own is None else self.own.seat

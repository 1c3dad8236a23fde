"""What a match of Elemental Clash is made of: frozen values, each action with its `kind`.

A `State` is the whole truth. A `View` is what one pair of eyes may know of it: the public part, and
for a seat its `Own` part. Nobody, the owner included, knows the order of a deck.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, Viewer
from meadhall.games.elemental_clash.cards import Card, Element, Face, MinerType
from meadhall.games.elemental_clash.machines import Phase, Stage, TurnState
from meadhall.kit.sealed import Sealed

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
"""From this draft round on there is more time."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match."""

    strict: bool = option(
        default=False, text="A card that cannot be paid is lost, and there is no siege."
    )
    endless: bool = option(
        default=False, text="Played cards go under the deck; after 40 turns the HP decide."
    )


@dataclass(frozen=True, slots=True)
class Wall:
    """A standing shield."""

    hp: int
    element: Element
    placed: int


@dataclass(frozen=True, slots=True)
class Miner:
    """A bot at work; `countdown` is how many payout phases are left until it pays."""

    type: MinerType
    countdown: int
    placed: int


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the table, with the cards only its owner may see.

    `dodging`: a deflection card is in effect; `dodged`: it has already stopped a projectile.
    `deck` lies in an order nobody knows; `under` it, in an endless game, lie the played cards.
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
        """How many cards there are to draw."""
        return len(self.deck) + len(self.under)


Verdict: TypeAlias = Literal["shown", "played", "wasted", "unaffordable"]
"""What became of a revealed card; `shown` until the validation phase has looked at it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that was revealed, and what its player could do at that moment: public knowledge."""

    face: Face
    verdict: Verdict
    energy: int
    walled: bool
    mined: bool


TurnRecord: TypeAlias = tuple[Shown | None, ...]
"""What each seat revealed in a turn; `None` for a seat that had no card."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the match ended, with the sentence to show."""

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
    phase: Phase = "advance"
    turn_state: TurnState = "complete"
    sides: tuple[Side, ...] = (Side(), Side())
    history: tuple[TurnRecord, ...] = ()
    siege: int = 0
    outcome: Outcome | None = None

    @property
    def round(self) -> int:
        """The draft round that is on, from 1; after the draft the number of rounds plus one."""
        return len(self.picks[0]) + 1


@dataclass(frozen=True, slots=True)
class Pick:
    """Take this card in the draft."""

    card: Card
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class Play:
    """Choose this card for the turn; may be changed while the other seat is still choosing."""

    card: Card
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Auto:
    """What a run-out clock takes or plays for a seat."""

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

    `offers` are empty when nothing is to be drafted, `wildcards` until the seat has seen them.
    `unseen` are its cards that it has not drawn yet, in no order that means anything; `under` the
    deck lie, in an endless game, the cards it has played.
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
    """What one pair of eyes may know."""

    options: Options
    stage: Stage
    round: int
    turn: int
    phase: Phase
    turn_state: TurnState
    sides: tuple[SideView, ...]
    history: tuple[TurnRecord, ...]
    siege: int
    outcome: Outcome | None
    own: Own | None

    @property
    def viewer(self) -> Viewer:
        """Whose eyes these are."""
        return None if self.own is None else self.own.seat

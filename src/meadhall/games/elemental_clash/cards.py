"""The cards as data: costs, names, effects, and what each draft round offers.

Code and records use the words of the author's document, players read others: a continuous attack
is a Blast, a projectile a Shot, a wall a Shield, a deflection a Dodge, and a miner a Bot.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Attack: TypeAlias = Literal["continuous", "projectile"]
MinerType: TypeAlias = Literal[
    "deflection_miner", "projectile_miner", "continuous_miner", "repair_miner"
]
Subtype: TypeAlias = Literal[Attack, "wall", "deflection", MinerType]
CardType: TypeAlias = Literal["attack", "defense", "miner"]
Element: TypeAlias = Literal["fire", "water", "earth", "air", "ice", "lightning"]

SUBTYPES: Final[tuple[Subtype, ...]] = (
    "wall",
    "deflection",
    "continuous",
    "projectile",
    "deflection_miner",
    "projectile_miner",
    "continuous_miner",
    "repair_miner",
)
MINERS: Final[tuple[MinerType, ...]] = get_args(MinerType)

POWER: Final[Mapping[Attack, int]] = {"continuous": 8, "projectile": 3}
WALL_HP: Final = 12
WALL_DECAY: Final = 4
DEFLECTION_REDUCTION: Final = 2
INTERVAL: Final[Mapping[MinerType, int]] = {
    "deflection_miner": 0,  # it reacts and never counts down
    "projectile_miner": 2,
    "continuous_miner": 3,
    "repair_miner": 2,
}
PAYOUT: Final[Mapping[MinerType, Attack]] = {
    "projectile_miner": "projectile",
    "continuous_miner": "continuous",
}
"""The miners that attack, each with its attack."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """What all cards of a subtype share. Players read `noun` and `effect`."""

    type: CardType
    cost: int
    noun: str
    glyph: str
    effect: str


KINDS: Final[Mapping[Subtype, CardKind]] = {
    "continuous": CardKind("attack", 5, "Blast", "Bl", "8 damage; a shield takes it first"),
    "projectile": CardKind("attack", 3, "Shot", "Sh", "3 damage; ignores shields"),
    "wall": CardKind("defense", 2, "Shield", "Wa", "12 HP, loses 4 at the end of every turn"),
    "deflection": CardKind(
        "defense", 1, "Dodge", "Do", "this turn: stops a shot, takes 2 off a blast"
    ),
    "deflection_miner": CardKind("miner", 2, "Dodge Bot", "DB", "stops every shot"),
    "projectile_miner": CardKind("miner", 3, "Shot Bot", "SB", "a free shot every 2 turns"),
    "continuous_miner": CardKind("miner", 5, "Blast Bot", "BB", "a free blast every 3 turns"),
    "repair_miner": CardKind("miner", 3, "Repair Bot", "RB", "restores your shield every 2 turns"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows when it is turned over. The element changes nothing but its looks."""

    subtype: Subtype
    element: Element

    @property
    def kind(self) -> CardKind:
        """What it shares with all cards of its subtype."""
        return KINDS[self.subtype]

    @property
    def name(self) -> str:
        """The card's name for players. Faces outside the game have one too, for use in refusals."""
        return NAMES.get(self, f"{self.element.capitalize()} {self.kind.noun}")


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck: a face and the draft round it was picked in.

    The round tells two cards with the same face apart.
    """

    face: Face
    number: int

    @property
    def id(self) -> str:
        """Unique among a player's cards; also how notation writes the card."""
        return f"{self.face.element}-{self.face.subtype}-{self.number}"

    @property
    def subtype(self) -> Subtype:
        """What kind of card it is."""
        return self.face.subtype

    @property
    def cost(self) -> int:
        """What it costs; that depends on the subtype alone."""
        return KINDS[self.face.subtype].cost

    @property
    def is_miner(self) -> bool:
        """Whether it is a bot."""
        return KINDS[self.face.subtype].type == "miner"


# The order matters: `faces_in` cuts this list into groups of four, one for each fixed round.
NAMES: Final[Mapping[Face, str]] = {
    Face("wall", "fire"): "Fire Shield",
    Face("wall", "water"): "Water Shield",
    Face("wall", "earth"): "Stone Shield",
    Face("wall", "ice"): "Ice Shield",
    Face("deflection", "air"): "Air Dodge",
    Face("deflection", "water"): "Water Dodge",
    Face("deflection", "fire"): "Fire Dodge",
    Face("deflection", "earth"): "Earth Dodge",
    Face("continuous", "fire"): "Fire Blast",
    Face("continuous", "water"): "Water Blast",
    Face("continuous", "earth"): "Earth Blast",
    Face("continuous", "ice"): "Ice Blast",
    Face("projectile", "fire"): "Fire Shot",
    Face("projectile", "ice"): "Ice Shot",
    Face("projectile", "lightning"): "Thunder Shot",
    Face("projectile", "earth"): "Rock Shot",
    Face("deflection_miner", "lightning"): "Dodge Bot",
    Face("projectile_miner", "fire"): "Shot Bot",
    Face("continuous_miner", "fire"): "Blast Bot",
    Face("repair_miner", "earth"): "Repair Bot",
}
"""Every face of the game, in draft order, with its name."""

FACES: Final[tuple[Face, ...]] = tuple(NAMES)

Category: TypeAlias = Literal["wall", "deflection", "continuous", "projectile", "miner", "wildcard"]
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
"""What the six draft rounds offer, in order."""

OPTIONS_PER_ROUND: Final = 4
DRAFT_ROUNDS: Final = 6
WILDCARD_ROUND: Final = 6
DECK_SIZE: Final = 6
HAND_SIZE: Final = 4


def faces_in(category: Category) -> tuple[Face, ...]:
    """The four faces that a fixed round offers; for the wildcard round, all faces."""
    if category == "wildcard":
        return FACES
    first = CATEGORIES.index(category) * OPTIONS_PER_ROUND
    return FACES[first : first + OPTIONS_PER_ROUND]

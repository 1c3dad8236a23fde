"""How a battle lies in a row of integers, and the numbers of the rules that the kernels need.

A row is two sides and the counters:

    hp energy wall miner countdown hand-size pile-size choice hand[4] pile[6]   (twice)
    turn siege

A card is its place in `SUBTYPES`, and so is a miner; -1 is none. `choice` is the place in the hand
of a card that is already sealed. The pile is the deck and, in an endless game, the played cards
under it.
"""

from array import array
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final, TypeAlias, TypeVar

from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    HAND_SIZE,
    INTERVAL,
    KINDS,
    MINERS,
    POWER,
    SUBTYPES,
)
from meadhall.kit.compiled import kernel

F = TypeVar("F", bound=Callable[..., object])
Numbers: TypeAlias = "array[int]"
Decks: TypeAlias = tuple[Numbers, Numbers, Numbers]
"""The wildcards, and the deck of each seat."""


COMPILED: Final = find_spec("numba") is not None


def compile_if_possible(function: F) -> F:
    """The function as machine code where Numba is installed, else unchanged.

    The kernels are plain loops over integers, so both play the same battles.
    """
    return kernel(function) if COMPILED else function


# Places within a side; the second side begins at SIDE.
HP, ENERGY, WALL, MINER, COUNTDOWN, HAND_COUNT, PILE_COUNT, CHOICE = range(8)
HAND: Final = 8
PILE: Final = HAND + HAND_SIZE
SIDE: Final = PILE + DECK_SIZE
TURN: Final = 2 * SIDE
SIEGE: Final = TURN + 1
ROW: Final = TURN + 2

NONE: Final = -1
CODE: Final = {subtype: code for code, subtype in enumerate(SUBTYPES)}
W, D, C, P, DM, PM, CM, RM = (CODE[subtype] for subtype in SUBTYPES)
"""The codes of wall, deflection, continuous, projectile, and of the four miners by initials."""

# Tuples, because Numba compiles them in as constants; it cannot read the dictionaries.
COST: Final = tuple(KINDS[subtype].cost for subtype in SUBTYPES)
EVERY: Final = tuple(INTERVAL[s] if s in MINERS else 0 for s in SUBTYPES)
BLAST: Final = POWER["continuous"]
SHOT: Final = POWER["projectile"]
FIXED: Final = 4
"""The draft rounds in which all offers are of one subtype."""

RECORD: Final = 7
"""The numbers of a finished match: its result, whether a base fell, its turns, and the bot and
wildcard of each seat."""

OPEN, ONE, TWO, BOTH_LOSE, DRAWN = range(5)
"""The result of a battle: open, won by seat 1 or by seat 2, lost by both, drawn."""

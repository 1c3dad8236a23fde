"""How a whole match lies in an array: a battle's row, then the draft and which card is which.

A card is its number in the encoding, and a face its place in `FACES`. The row itself only knows
subtypes, so hands and piles are listed a second time as cards.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from meadhall.games.elemental_clash.cards import (
    DECK_SIZE,
    DRAFT_ROUNDS,
    FACES,
    HAND_SIZE,
    OPTIONS_PER_ROUND,
    SUBTYPES,
    WILDCARD_ROUND,
)
from meadhall.games.elemental_clash.fast.tables import CODE, ROW
from meadhall.games.elemental_clash.notation import CARDS

Numbers = NDArray[np.int64]

RULES: Final = ROW  # the options as `rule_bits` has them
STAGE: Final = RULES + 1
ROUND: Final = STAGE + 1
RESULT: Final = ROUND + 1
RANDOM: Final = RESULT + 1
WILD: Final = RANDOM + 1  # the four faces of the wildcard round
# By seat.
PICKS: Final = WILD + OPTIONS_PER_ROUND
SEALED: Final = PICKS + 2 * DECK_SIZE  # the card that is chosen, or -1
HELD: Final = SEALED + 2  # the cards in the hand
PILED: Final = HELD + 2 * HAND_SIZE  # the cards in the pile
IN_DECK: Final = PILED + 2 * DECK_SIZE  # how many of these are still the deck
SHOWN: Final = IN_DECK + 2  # how often each subtype was shown
WHOLE: Final = SHOWN + 2 * len(SUBTYPES)

DRAFT, BATTLE, GAME_OVER = range(3)
"""The stages."""

ALL_CARDS: Final = tuple(CARDS.values())
CARD_COUNT: Final = len(ALL_CARDS)
NUMBER: Final = {card: number for number, card in enumerate(ALL_CARDS)}
FACE_COUNT: Final = len(FACES)
SUBTYPE: Final[Numbers] = np.array([CODE[card.subtype] for card in ALL_CARDS], np.int64)
"""By card, its subtype as the row has it."""
OFFERED: Final[Numbers] = np.array(
    [
        [n for n, card in enumerate(ALL_CARDS) if card.number == round_][:OPTIONS_PER_ROUND]
        for round_ in range(1, DRAFT_ROUNDS + 1)
    ],
    np.int64,
)
"""By round, counted from 0, the first of the cards on offer; the wildcards are in the array."""
FIRST_WILD: Final = int(OFFERED[WILDCARD_ROUND - 1, 0])
"""The number of the first card of the wildcard round; the others follow in the order of faces."""

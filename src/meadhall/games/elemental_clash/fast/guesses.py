"""Guesses of what a side holds, from what everybody has seen of it.

What a side has shown so far is a row of `SHOWN` numbers per turn: the card (-1 for none), the
energy before paying, and whether a shield and a bot stood already. A guess is a random deck in a
random order that could have shown exactly that.
"""

from typing import Final

from meadhall.games.elemental_clash.cards import MINERS, OPTIONS_PER_ROUND
from meadhall.games.elemental_clash.fast.playouts import deal, next_random, shuffle
from meadhall.games.elemental_clash.fast.tables import (
    DM,
    ENERGY,
    FIXED,
    HAND,
    HAND_COUNT,
    MINER,
    NONE,
    PILE,
    PILE_COUNT,
    SIDE,
    TURN,
    WALL,
    Numbers,
    compile_if_possible,
)
from meadhall.games.elemental_clash.fast.turn import legal, refill, spend
from meadhall.games.elemental_clash.types import ENDLESS_TURNS

SHOWN: Final = 4
HISTORY: Final = (ENDLESS_TURNS + 1) * SHOWN
"""The room for what one side has shown; the second side's begins there."""
PRIOR: Final = len(MINERS) * (1 + OPTIONS_PER_ROUND)
"""How likely each bot is in a draft, and for each bot each wildcard on offer, in percent."""
_TRIES: Final = 20_000
_LUCK: Final = 1_000


@compile_if_possible
def note_play(row: Numbers, side: int, place: int, history: Numbers) -> None:
    """Write down what the side is about to show."""
    at = (HISTORY if side else 0) + (row[TURN] - 1) * SHOWN
    history[at] = NONE if place == NONE else row[side + HAND + place]
    history[at + 1] = row[side + ENERGY]
    history[at + 2], history[at + 3] = row[side + WALL], row[side + MINER]


@compile_if_possible
def draw_percent(prior: Numbers, start: int, count: int, luck: int) -> int:
    """A number below `count`, by the percentages that begin at `start`."""
    left = luck % 100
    for number in range(count - 1):
        left -= prior[start + number]
        if left < 0:
            return number
    return count - 1


@compile_if_possible
def guess_deck(deck: Numbers, wild: Numbers, prior: Numbers, seed: int) -> int:
    """Draft a deck by the prior. Returns the next seed."""
    for card in range(FIXED):
        deck[card] = card
    seed = next_random(seed)
    bot = draw_percent(prior, 0, len(MINERS), seed // _LUCK)
    seed = next_random(seed)
    first = len(MINERS) + bot * OPTIONS_PER_ROUND
    deck[FIXED] = DM + bot
    deck[FIXED + 1] = wild[draw_percent(prior, first, OPTIONS_PER_ROUND, seed // _LUCK)]
    return seed


@compile_if_possible
def _fits(scratch: Numbers, history: Numbers, first: int, turns: int, rules: int) -> bool:
    """Whether the dealt side could have shown all that; it holds afterwards what is left."""
    for turn in range(turns):
        at = first + turn * SHOWN
        card = history[at]
        if card == NONE:
            continue
        scratch[ENERGY] = history[at + 1]
        scratch[WALL], scratch[MINER] = history[at + 2], history[at + 3]
        bits, found = legal(scratch, 0), NONE
        for place in range(scratch[HAND_COUNT]):
            if bits >> place & 1 and scratch[HAND + place] == card:
                found = place
                break
        if found == NONE:
            return False
        spend(scratch, 0, found, rules)
        refill(scratch, 0)
    return True


@compile_if_possible
def guess_side(  # noqa: PLR0913, PLR0917 - a kernel
    row: Numbers,
    side: int,
    public: tuple[Numbers, Numbers, Numbers],
    work: tuple[Numbers, Numbers],
    rules: int,
    seed: int,
) -> int:
    """Give the side of the row cards that fit what it has shown. Returns the next seed.

    `public` are the wildcards on offer, the prior and the history; `work` is room for a row and a
    deck. A side that nothing fits keeps its cards.
    """
    wild, prior, history = public
    scratch, deck = work
    for _ in range(_TRIES):
        seed = guess_deck(deck, wild, prior, seed)
        seed = deal(scratch, 0, deck, seed)
        fits = _fits(scratch, history, HISTORY if side else 0, row[TURN] - 1, rules)
        if fits and scratch[HAND_COUNT] == row[side + HAND_COUNT]:
            for place in range(HAND, SIDE):
                row[side + place] = scratch[place]
            break
    return seed


@compile_if_possible
def shuffle_pile(row: Numbers, side: int, rules: int, seed: int) -> int:
    """Shuffle what nobody knows the order of. Returns the next seed."""
    # In an endless match the played cards lie under the deck, in an order that everybody knows.
    if rules & 2:
        return seed
    return shuffle(row, side + PILE, row[side + PILE_COUNT], seed)

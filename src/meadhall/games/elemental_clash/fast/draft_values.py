"""The draft: what each pair of decks is worth, and how likely each pick is.

Only the bot and the wildcard make a difference, so there are `DECKS` decks. `worth` has the value
of each pair of them to the first side. In the bot's round nobody knows the wildcards yet, so there
is one mix for all matches; the wildcard's mix depends on the offers and on one's own bot.
"""

from typing import Final

from meadhall.games.elemental_clash.cards import MINERS, OPTIONS_PER_ROUND, SUBTYPES
from meadhall.games.elemental_clash.fast.equilibrium import TABLE, WIDE, Floats, find_mixes
from meadhall.games.elemental_clash.fast.network import network_value
from meadhall.games.elemental_clash.fast.playouts import deal
from meadhall.games.elemental_clash.fast.tables import (
    DM,
    FIXED,
    SIDE,
    Numbers,
    compile_if_possible,
)
from meadhall.games.elemental_clash.fast.thinking import Desk

DECKS: Final = len(MINERS) * len(SUBTYPES)
_ROUNDS: Final = 100
_FULL: Final = (1 << OPTIONS_PER_ROUND) - 1


@compile_if_possible
def write_deck(deck: Numbers, number: int) -> None:
    """The cards of a deck by its number."""
    for card in range(FIXED):
        deck[card] = card
    deck[FIXED] = DM + number // len(SUBTYPES)
    deck[FIXED + 1] = number % len(SUBTYPES)


@compile_if_possible
def pair_worth(  # noqa: PLR0913, PLR0917 - a kernel
    desk: Desk, pair: tuple[int, int], weights: Numbers, rules: int, deals: int, seed: int
) -> tuple[int, int]:
    """The mean value of a pair of decks to the first side, over many deals; and the next seed."""
    _, _, _, _, _, _, _, (row, _, deck), _, (facts, sums, _) = desk
    total = 0
    for _ in range(deals):
        for side in range(2):
            write_deck(deck, pair[side])
            seed = deal(row, side * SIDE, deck, seed)
        total += network_value(row, rules, weights, facts, sums)
    return total // deals, seed


@compile_if_possible
def draft_mixes(desk: Desk, worth: Numbers, bots: Numbers, wild: Numbers) -> None:
    """Find the mix over the wildcards for each bot; the types on the desk are the bots.

    `bots`: how likely each bot is, in percent.
    """
    _, sizes, cells, sides, choices, likely, room, _, _, _ = desk
    sizes[0] = sizes[1] = len(MINERS)
    for one in range(len(MINERS)):
        for side in range(2):
            choices[side][one], likely[side][one] = _FULL, bots[one] / 100
        for two in range(len(MINERS)):
            table = (one * len(MINERS) + two) * TABLE
            for a in range(WIDE):
                for b in range(WIDE):
                    first, second = one * len(SUBTYPES) + wild[a], two * len(SUBTYPES) + wild[b]
                    cells[table + a * WIDE + b] = worth[first * DECKS + second]
    find_mixes(cells, sizes, sides, choices, likely, room, _ROUNDS)


@compile_if_possible
def find_prior(  # noqa: PLR0913, PLR0917 - a kernel
    desk: Desk, worth: Numbers, bots: Numbers, wild: Numbers, prior: Numbers, even: int
) -> None:
    """Write how likely each bot and wildcard is: `even` percent for all alike, the rest by mix."""
    draft_mixes(desk, worth, bots, wild)
    for bot in range(len(MINERS)):
        prior[bot] = ((100 - even) * bots[bot] + even * 25) // 100
        for pick in range(OPTIONS_PER_ROUND):
            share = desk[3][0][0][bot * WIDE + pick]
            at = len(MINERS) + bot * OPTIONS_PER_ROUND + pick
            prior[at] = int((100 - even) * share) + even // 4


@compile_if_possible
def bots_worth(desk: Desk, worth: Numbers, bots: Numbers, wild: Numbers, values: Floats) -> None:
    """Add what each bot is worth with these offers, if both sides play on by the mixes."""
    draft_mixes(desk, worth, bots, wild)
    _, _, cells, ((mine, _, _), (theirs, _, _)), _, likely, _, _, _, _ = desk
    for one in range(len(MINERS)):
        for two in range(len(MINERS)):
            table = (one * len(MINERS) + two) * TABLE
            for a in range(WIDE):
                for b in range(WIDE):
                    chance = mine[one * WIDE + a] * theirs[two * WIDE + b] * likely[1][two]
                    values[one] += chance * cells[table + a * WIDE + b]

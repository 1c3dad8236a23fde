"""Whole battles between two players that think alike, as positions to learn from."""

from typing import Final

from meadhall.games.elemental_clash.fast.draft_values import find_prior
from meadhall.games.elemental_clash.fast.equilibrium import WIDE, Floats
from meadhall.games.elemental_clash.fast.guesses import guess_deck, note_play
from meadhall.games.elemental_clash.fast.network import MOST_FACTS, find_facts
from meadhall.games.elemental_clash.fast.playouts import deal, next_random, pick_bit, shuffle
from meadhall.games.elemental_clash.fast.tables import (
    HAND_COUNT,
    NONE,
    OPEN,
    SIDE,
    Numbers,
    compile_if_possible,
)
from meadhall.games.elemental_clash.fast.thinking import (
    Desk,
    Public,
    is_narrow,
    only_choice,
    result_value,
    think,
)
from meadhall.games.elemental_clash.fast.turn import legal, turn
from meadhall.games.elemental_clash.types import ENDLESS_TURNS, SIEGE_TURNS

NOTED: Final = 2 * MOST_FACTS + 4
"""The numbers of a position, as `Pupils.play` lists them."""
MOST_NOTED: Final = ENDLESS_TURNS + SIEGE_TURNS
"""No match has more positions."""
_EVEN: Final = 60
"""The percentage of drafts without thinking: the network has to know all decks."""
_LUCK: Final = 1_000


@compile_if_possible
def draw_choice(mixes: Floats, at: int, bits: int, seed: int) -> int:
    """A choice by the mix that begins at `at`."""
    left = seed / 2147483647
    last = 0
    for place in range(WIDE):
        if bits >> place & 1:
            last = place
            left -= mixes[at + place]
            if left < 0.0:
                return place
    return last


@compile_if_possible
def set_up(  # noqa: PLR0913, PLR0917 - a kernel
    desk: Desk, row: Numbers, public: Public, draft: tuple[Numbers, Numbers], even: int, seed: int
) -> int:
    """Draw offers, draft and deal. Returns the next seed. `draft`: worth, and the bots' mix."""
    wild, prior, _ = public
    for card in range(len(wild)):
        wild[card] = card
    seed = shuffle(wild, 0, len(wild), seed)
    find_prior(desk, draft[0], draft[1], wild, prior, even)
    for side in range(2):
        deck = desk[7][2]
        seed = guess_deck(deck, wild, prior, seed)
        seed = deal(row, side * SIDE, deck, seed)
    return seed


@compile_if_possible
def true_value(cells: Floats, one: Floats, two: Floats) -> int:
    """The value of the first pair of types under their mixes."""
    total = 0.0
    for a in range(WIDE):
        for b in range(WIDE):
            total += one[a] * two[b] * cells[a * WIDE + b]
    return int(total)


@compile_if_possible
def _note(desk: Desk, row: Numbers, rules: int, out: Numbers, at: int) -> None:
    """Write down a position and what the players think of it."""
    facts = desk[9][0]
    for part in range(2):
        count = find_facts(row, part * SIDE, rules, facts)
        for place in range(MOST_FACTS):
            out[at] = facts[place] if place < count else NONE
            at += 1
    out[at] = true_value(desk[2], desk[3][0][0], desk[3][1][0])


@compile_if_possible
def _choose(desk: Desk, row: Numbers, side: int, tries: bool, seed: int) -> tuple[int, int]:  # noqa: FBT001 - a kernel
    """A choice of a side by its mix, or any; and the next seed."""
    if row[side * SIDE + HAND_COUNT] == 0:
        return NONE, seed
    seed, bits = next_random(seed), legal(row, side * SIDE)
    if tries:
        return pick_bit(bits, seed // _LUCK), seed
    return draw_choice(desk[3][side][0], 0, bits, seed), seed


@compile_if_possible
def play_positions(  # noqa: PLR0913, PLR0917 - a kernel
    desk: Desk,
    row: Numbers,
    public: Public,
    learned: tuple[Numbers, Numbers, Numbers],
    settings: tuple[int, int, int, int],
    out: Numbers,
    seed: int,
) -> tuple[int, int]:
    """Play a match; returns how many positions were noted in `out`, and the next seed.

    `learned`: weights, worth of decks, the bots' mix. `settings`: options, guesses, rounds, and in
    how many of a hundred choices a side tries something at random.
    """
    rules, count, rounds, curious = settings
    weights, worth, bots = learned
    seed = set_up(desk, row, public, (worth, bots), _EVEN, seed)
    result, noted = OPEN, 0
    while result == OPEN:
        first, second = only_choice(row, 0), only_choice(row, SIDE)
        if first < NONE or second < NONE:
            seed = think(desk, row, public, weights, (rules, count, 3, rounds), seed)
            seed = next_random(seed)
            tries = seed // _LUCK % 100
            if not is_narrow(row):  # elsewhere the network is not asked
                _note(desk, row, rules, out, noted * NOTED)
                out[noted * NOTED + NOTED - 3] = int(tries < curious)
                noted += 1
            first, seed = _choose(desk, row, 0, tries < curious // 2, seed)
            second, seed = _choose(desk, row, 1, curious // 2 <= tries < curious, seed)
        note_play(row, 0, first, public[2])
        note_play(row, SIDE, second, public[2])
        result = turn(row, first, second, rules)
    for number in range(noted):
        out[number * NOTED + NOTED - 2] = int(number == noted - 1)
        out[number * NOTED + NOTED - 1] = result_value(result)
    return noted, seed

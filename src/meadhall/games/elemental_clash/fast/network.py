"""The learned value of a battle: a small network over the facts of a row.

The network is of the kind that `meadhall.kit.network` describes. Each side sees the same facts from
its own point of view: HP, energy, shield, bot, hand and pile of both sides, the turn and the
options. Integers only, so compiled and plain code get the same number.
"""

from array import array
from math import exp
from typing import Final

from meadhall.games.elemental_clash.fast.tables import (
    COUNTDOWN,
    DM,
    ENERGY,
    HAND,
    HAND_COUNT,
    HP,
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
from meadhall.games.elemental_clash.types import BASE_HP, MAX_ENERGY
from meadhall.kit.network import CLIP, SHIFT, Network

# Where the facts of each kind begin, within one side's facts.
_ENERGIES: Final = BASE_HP
_WALLS: Final = _ENERGIES + MAX_ENERGY + 1
_BOTS: Final = _WALLS + 13
_HANDS: Final = _BOTS + 16
_PILES: Final = _HANDS + 16
_ONE_SIDE: Final = _PILES + 16
_RULES: Final = 2 * _ONE_SIDE
_TURNS: Final = _RULES + 2
_LAST_TURN: Final = 13
INPUTS: Final = _TURNS + 2 * (_LAST_TURN + 1)
MOST_FACTS: Final = 2 * (4 + 10) + 3
"""No battle has more facts at once: a side has four of its own, and ten places for cards."""

SCALE: Final = 10_000
"""The value of a won battle."""
LOGIT: Final = 1_000
"""The network's score that multiplies the odds by e."""
_PLACES: Final = (1 << 24) - 1
"""The bits of a place among the weights. Masking shows Numba that no place is negative: then the
loops use vector instructions, and a value takes a third of the time."""
_STEP: Final = 50
_END: Final = 6_000
CHANCE: Final = tuple(
    round(SCALE * (2 / (1 + exp(-score / LOGIT)) - 1)) for score in range(0, _END + _STEP, _STEP)
)
"""The value of the scores 0, 50, 100 and so on. In between, the value goes along a line."""


@compile_if_possible
def _cards(row: Numbers, start: int, count: int, facts: Numbers, at: int, base: int) -> int:  # noqa: PLR0913, PLR0917 - a kernel
    """Write a fact for each card; the second of a subtype has a fact of its own."""
    for place in range(count):
        card, copies = row[start + place], 0
        for earlier in range(place):
            copies += int(row[start + earlier] == card)
        facts[at] = base + 2 * card + min(copies, 1)
        at += 1
    return at


@compile_if_possible
def find_facts(row: Numbers, viewer: int, rules: int, facts: Numbers) -> int:
    """Write the facts that are true for the viewer, 0 or `SIDE`; returns their number."""
    at = 0
    for part in range(2):
        side, base = (viewer if part == 0 else SIDE - viewer), part * _ONE_SIDE
        facts[at] = base + min(max(row[side + HP], 1), BASE_HP) - 1
        facts[at + 1] = base + _ENERGIES + row[side + ENERGY]
        facts[at + 2] = base + _WALLS + row[side + WALL]
        at += 3
        if row[side + MINER] != NONE:
            bot = 4 * (row[side + MINER] - DM) + row[side + COUNTDOWN]
            facts[at] = base + _BOTS + bot
            at += 1
        at = _cards(row, side + HAND, row[side + HAND_COUNT], facts, at, base + _HANDS)
        at = _cards(row, side + PILE, row[side + PILE_COUNT], facts, at, base + _PILES)
    if rules & 1:
        facts[at] = _RULES
        at += 1
    if rules & 2:
        facts[at], facts[at + 1] = _RULES + 1, _TURNS + _LAST_TURN + 1 + row[TURN] // 3
        return at + 2
    facts[at] = _TURNS + min(row[TURN] - 1, _LAST_TURN)
    return at + 1


@compile_if_possible
def chance_value(score: int) -> int:
    """The value that belongs to a score, between -`SCALE` and `SCALE`."""
    size = min(abs(score), _END)
    step = min(size // _STEP, len(CHANCE) - 2)
    value = CHANCE[step] + (CHANCE[step + 1] - CHANCE[step]) * (size - step * _STEP) // _STEP
    return value if score >= 0 else -value


@compile_if_possible
def network_value(row: Numbers, rules: int, weights: Numbers, facts: Numbers, sums: Numbers) -> int:
    """The value of an open battle to the first side."""
    hidden, total = len(sums), 0
    start = INPUTS * hidden & _PLACES
    for part in range(2):
        count = find_facts(row, part * SIDE, rules, facts)
        for place in range(hidden):
            sums[place] = weights[start + place]
        for number in range(count):
            first = facts[number] * hidden & _PLACES
            for place in range(hidden):
                sums[place] += weights[first + place]
        output = start + hidden + part * hidden
        for place in range(hidden):
            total += min(max(sums[place], 0), CLIP) * weights[output + place]
    return chance_value(total >> SHIFT)


def flat_weights(network: Network) -> Numbers:
    """All weights of a network in one array, as the kernel reads them."""
    rows = [weight for row in network.rows for weight in row]
    return array("i", [*rows, *network.start, *network.output])

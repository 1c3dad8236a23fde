"""What `meadhall arena train` needs: self-play in bulk, and the file of what was learned."""

from array import array
from itertools import combinations
from typing import Final

from meadhall.core.rng import Rng
from meadhall.games.elemental_clash.bots.duel_knowledge import (
    Knowledge,
    read_knowledge,
    shipped_file,
    write_knowledge,
)
from meadhall.games.elemental_clash.cards import MINERS, OPTIONS_PER_ROUND, SUBTYPES
from meadhall.games.elemental_clash.fast.draft_values import DECKS, bots_worth, pair_worth
from meadhall.games.elemental_clash.fast.duels import MOST_NOTED, NOTED, play_positions
from meadhall.games.elemental_clash.fast.guesses import HISTORY, PRIOR
from meadhall.games.elemental_clash.fast.lane import SEEDS, zeros
from meadhall.games.elemental_clash.fast.network import INPUTS, LOGIT, MOST_FACTS, flat_weights
from meadhall.games.elemental_clash.fast.tables import ROW, Numbers
from meadhall.games.elemental_clash.fast.thinking import Desk, new_desk
from meadhall.kit.network import read_network

OPTIONS: Final = 4
"""How many sets of options there are: strict or not, endless or not."""
_RARE: Final = 40
"""One match in this many is played with each set of options other than the standard one."""
_CURIOUS: Final = 10
_DEALS, _LAST_DEALS = 60, 1_500
_STEPS: Final = 100


class ClashPupils:
    """Two players who think alike, and learn what battles and decks are worth."""

    inputs, most_inputs, logit = INPUTS, MOST_FACTS, LOGIT

    def shipped_file(self) -> str:
        """The file that ships with the game."""
        return shipped_file()

    def play(self, file: str, matches: int, thinking: tuple[int, int], rng: Rng) -> Numbers:
        """Positions of matches, as `Pupils` describes them."""
        known, out, noted = read_knowledge(file), zeros(NOTED * MOST_NOTED), array("q")
        weights, desk = flat_weights(known.network), new_desk(known.network.hidden, thinking[0])
        row, public = zeros(ROW), (zeros(len(SUBTYPES)), zeros(PRIOR), zeros(2 * HISTORY))
        seed = rng.below(SEEDS)[0] + 1
        for number in range(matches):
            rules = max(0, number % _RARE - _RARE + OPTIONS)
            learned = (weights, known.worth[rules], known.bots[rules])
            settings = (rules, *thinking, _CURIOUS)
            count, seed = play_positions(desk, row, public, learned, settings, out, seed)
            noted.extend(out[: count * NOTED])
        return noted

    def write(self, network: str, *, last: bool) -> str:
        """The file for this network: with what decks are worth by it, and the mixes over bots."""
        net = read_network(network)
        desk, weights = new_desk(net.hidden, len(MINERS)), flat_weights(net)
        deals = _LAST_DEALS if last else _DEALS
        worth = [_worth(desk, weights, rules, deals) for rules in range(OPTIONS)]
        return write_knowledge(Knowledge(net, worth, [_bots(desk, table) for table in worth]))


def _worth(desk: Desk, weights: Numbers, rules: int, deals: int) -> Numbers:
    """The worth of every pair of decks. What one side gains the other loses."""
    table, seed = zeros(DECKS * DECKS), 1
    for one in range(DECKS):
        for two in range(one):
            value, seed = pair_worth(desk, (one, two), weights, rules, deals, seed)
            table[one * DECKS + two], table[two * DECKS + one] = value, -value
    return table


def _bots(desk: Desk, worth: Numbers) -> Numbers:
    """The mix over bots in percent, by regret matching over all offers of wildcards."""
    offers = [array("q", each) for each in combinations(range(len(SUBTYPES)), OPTIONS_PER_ROUND)]
    regrets, sums = [0.0] * len(MINERS), [0.0] * len(MINERS)
    for step in range(1, _STEPS + 1):
        mix = _percent(regrets)
        values = array("d", [0.0] * len(MINERS))
        for wild in offers:
            bots_worth(desk, worth, mix, wild, values)
        result = sum(p * value for p, value in zip(mix, values, strict=True)) / 100
        regrets = [max(0.0, r + v - result) for r, v in zip(regrets, values, strict=True)]
        sums = [old + step * p for old, p in zip(sums, mix, strict=True)]
    return _percent(sums)


def _percent(weights: list[float]) -> Numbers:
    """The weights as whole percentages; even ones if all are zero."""
    total = sum(weights)
    parts = [round(100 * w / total) if total else 100 // len(weights) for w in weights]
    parts[parts.index(max(parts))] += 100 - sum(parts)
    return array("q", parts)

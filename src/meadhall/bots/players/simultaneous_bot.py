"""For games in which all seats choose at once and nobody sees everything.

The bot samples worlds that fit its view and fills a payoff table for each type of opponent that it
finds in them (`payoff_tables`). From the tables it takes the row that is best against random
replies, or a mixed strategy that cannot be exploited (`regret_matching`). With `guesses` it asks
the game's own solver instead, which also considers what the others may believe about its hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import proportions
from meadhall.bots.players.payoff_tables import SimultaneousSettings, TableFiller, solve_tables
from meadhall.bots.search.regret_matching import ONE, Mix
from meadhall.core.game import speed
from meadhall.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Plan:
    """A probability for each legal action, the value of that mix, and how it was found.

    `rows` is the value of each action by itself; `kinds` is the number of opponent types.
    """

    mix: Mix
    value: int
    rows: tuple[int, ...]
    kinds: int
    nodes: int


class SimultaneousBot:
    """Samples worlds, fills a table for each type of opponent, and chooses a row."""

    def __init__(self, settings: SimultaneousSettings) -> None:
        self.settings = settings

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best row, or one drawn from the mixed strategy."""
        if len(turn.legal) == 1:
            return Thought(turn.legal[0], note="the only action")
        plan = self.plan(turn, budget, rng.fork("worlds"))
        action = turn.legal[_draw(plan.mix, rng.fork("choice"))]
        line = (turn.game.notation.write(action),)
        chance = self.settings.chance(turn, plan.value)
        note = f"{plan.kinds} kinds of opponent; {_describe(turn, plan.mix)}"
        return Thought(action, plan.value, 1, plan.nodes, line, note, chance)

    def plan(self, turn: Turn, budget: Budget, rng: Rng) -> Plan:
        """The probability of each legal action, and its reasons."""
        if self.settings.guesses:
            return self._ask_game(turn, rng)
        filler = TableFiller(turn.game, turn.seat, self.settings, budget)
        types = filler.opponent_types(turn, rng)
        solution = solve_tables(types, self.settings)
        value, rows = solution.value[0], solution.rows
        return Plan(solution.mine, value, rows, len(types), filler.nodes)

    def _ask_game(self, turn: Turn, rng: Rng) -> Plan:
        """What the game's own solver says."""
        mix_choice = speed(turn.game).mix_choice
        if mix_choice is None:
            raise ValueError(f"{turn.game.spec.title} has no solver for `guesses`")
        thinking = (self.settings.guesses, self.settings.rounds)
        found = mix_choice(turn.view, turn.seat, turn.legal, thinking, rng)
        mix = proportions(found.weights, ONE)
        return Plan(mix, found.value, found.rows, self.settings.guesses, found.tables)


def _draw(mix: Mix, rng: Rng) -> int:
    point, _ = rng.below(ONE)
    return next(i for i, end in enumerate(accumulate(mix)) if point < end)


def _describe(turn: Turn, mix: Mix) -> str:
    """The mix in words, likeliest action first."""
    write = turn.game.notation.write
    parts: Sequence[tuple[int, str]] = [
        (100 * p // ONE, write(action)) for action, p in zip(turn.legal, mix, strict=True)
    ]
    return ", ".join(f"{name} {share} %" for share, name in sorted(parts, reverse=True) if share)

"""Plays by the rules of thumb that a game brings along."""

from collections.abc import Mapping

from meadhall.bots.blunder import blunder
from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.core.rng import Rng


class PolicyBot:
    """Asks the game's policy of that name, which sees the view and nothing else.

    With `blunders`, it does anything at all instead, so many times in a hundred.
    """

    def __init__(self, name: str, settings: Mapping[str, int]) -> None:
        self.name = name
        self.blunders = settings.get("blunders", 0)

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """What the policy says, or a blunder."""
        return blunder(turn, self.blunders, rng) or self._considered(turn, rng)

    def _considered(self, turn: Turn, rng: Rng) -> Thought:
        policy = turn.game.policies[self.name]
        return Thought(policy(turn.view, turn.seat, turn.legal, rng), note=f"policy {self.name}")

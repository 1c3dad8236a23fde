"""Plays by one of the rules of thumb that a game brings."""

from collections.abc import Mapping

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.players.blunder import maybe_blunder
from meadhall.core.game import strategy
from meadhall.core.rng import Rng


class PolicyBot:
    """Plays what the game's policy of that name says. The policy sees only the view.

    `blunders` (0) is how many times in a hundred it plays a random action instead.
    """

    def __init__(self, name: str, settings: Mapping[str, int]) -> None:
        self.name = name
        self.blunders = settings.get("blunders", 0)

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The policy's action, or a blunder."""
        return maybe_blunder(turn, self.blunders, rng) or self._ask_policy(turn, rng)

    def _ask_policy(self, turn: Turn, rng: Rng) -> Thought:
        known = strategy(turn.game)
        policy = {**known.policies, **known.beginners}[self.name]
        return Thought(policy(turn.view, turn.seat, turn.legal, rng), note=f"policy {self.name}")

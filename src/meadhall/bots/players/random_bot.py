"""Plays any legal action, all equally likely."""

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.core.rng import Rng


class RandomBot:
    """The weakest opponent, and the yardstick for all others."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """A uniform draw from the legal actions."""
        action, _ = rng.choice(turn.legal)
        return Thought(action)

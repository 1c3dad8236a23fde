"""Plays any legal action, each as likely as the others."""

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.core.rng import Rng


class RandomBot:
    """The weakest honest opponent, and the measure of all others."""

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """A uniform draw."""
        action, _ = rng.choice(turn.legal)
        return Thought(action)

"""Plays by the rules of thumb that a game brings along."""

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.core.rng import Rng


class PolicyBot:
    """Asks the game's policy of that name, which sees the view and nothing else."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """What the policy says."""
        policy = turn.game.policies[self.name]
        return Thought(policy(turn.view, turn.seat, turn.legal, rng), note=f"policy {self.name}")

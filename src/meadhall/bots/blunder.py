"""Blunders: how a bot is made weaker without being made to think worse."""

from meadhall.bots.bot import Thought, Turn
from meadhall.core.rng import Rng


def blunder(turn: Turn, chances: int, rng: Rng) -> Thought | None:
    """So many times in a hundred, anything legal at all."""
    slip, luck = rng.fork("blunder").below(100)
    return Thought(luck.choice(turn.legal)[0], note="a blunder") if slip < chances else None

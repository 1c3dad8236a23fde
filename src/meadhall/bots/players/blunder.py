"""Random mistakes: they make a bot weaker at no cost in time."""

from meadhall.bots.bot import Thought, Turn
from meadhall.core.rng import Rng


def maybe_blunder(turn: Turn, percent: int, rng: Rng) -> Thought | None:
    """A random legal action in `percent` of 100 turns, else `None`."""
    slip, luck = rng.fork("blunder").below(100)
    return Thought(luck.choice(turn.legal)[0], note="a blunder") if slip < percent else None

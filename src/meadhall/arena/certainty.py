"""How sure a difference is, and when to stop counting."""

from collections.abc import Iterable
from math import log
from typing import Literal

from meadhall.arena.job import Outcome
from meadhall.arena.score import Score


def score(outcomes: Iterable[Outcome], bot: str) -> Score:
    """How the bot did: a game is won if its seats got more than the others on average."""
    tally = Score()
    for outcome in outcomes:
        own = [p for p, name in zip(outcome.payoffs, outcome.seats, strict=True) if name == bot]
        rest = [p for p, name in zip(outcome.payoffs, outcome.seats, strict=True) if name != bot]
        if own and rest:
            tally.enter(sum(own) * len(rest) - sum(rest) * len(own))
    return tally


def verdict(
    tally: Score, margin: float = 0.05, error: float = 0.01
) -> Literal["stronger", "weaker"] | None:
    """Wald's sequential test on the decided games: better than even by the margin, or worse.

    It may be asked after every game, and is wrong with at most about the given probability.
    """
    up, down = log((0.5 + margin) / (0.5 - margin)), log((1 - error) / error)
    ratio = (tally.won - tally.lost) * up
    if ratio >= down:
        return "stronger"
    return "weaker" if ratio <= -down else None

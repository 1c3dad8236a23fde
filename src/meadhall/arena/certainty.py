"""How sure a difference is, and when to stop counting."""

from collections.abc import Iterable
from math import log
from typing import Literal

from meadhall.arena.job import Outcome
from meadhall.arena.score import Score


def score(outcomes: Iterable[Outcome], bot: str, rival: str = "") -> Score:
    """How the bot did against the rival, or against all others."""
    tally = Score()
    for outcome in outcomes:
        enter(tally, outcome, bot, rival)
    return tally


def enter(tally: Score, outcome: Outcome, bot: str, rival: str = "") -> None:
    """Count a game: it is won if the bot's seats got more than the others' on average."""
    sitting = list(zip(outcome.payoffs, outcome.seats, strict=True))
    own = [payoff for payoff, name in sitting if name == bot]
    rest = [payoff for payoff, name in sitting if name != bot and rival in ("", name)]
    if own and rest:
        tally.enter(sum(own) * len(rest) - sum(rest) * len(own))


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

"""How certain a difference between bots is, and when enough games have been played."""

from collections.abc import Iterable
from math import log
from typing import Literal

from meadhall.arena.contest.job import JobOutcome
from meadhall.arena.contest.score import Score


def score(outcomes: Iterable[JobOutcome], bot: str, rival: str = "") -> Score:
    """The bot's score against the rival, or against all others."""
    tally = Score()
    for outcome in outcomes:
        enter_game(tally, outcome, bot, rival)
    return tally


def enter_game(tally: Score, outcome: JobOutcome, bot: str, rival: str = "") -> None:
    """Count a game: the bot wins if its seats got more than the others' on average."""
    sitting = list(zip(outcome.payoffs, outcome.seats, strict=True))
    own = [payoff for payoff, name in sitting if name == bot]
    rest = [payoff for payoff, name in sitting if name != bot and rival in ("", name)]
    if own and rest:
        # The sign of the difference of the two averages, without dividing.
        tally.enter(sum(own) * len(rest) - sum(rest) * len(own))


def verdict(
    tally: Score, margin: float = 0.05, error: float = 0.01
) -> Literal["stronger", "weaker"] | None:
    """Wald's sequential test on the decided games: better than even by the margin, or worse.

    It may be asked after every game; it is wrong with a probability of about `error` at most.
    """
    up, down = log((0.5 + margin) / (0.5 - margin)), log((1 - error) / error)
    # The two hypotheses, 0.5 + margin and 0.5 - margin, mirror each other. So a loss changes the
    # logarithm of the likelihood ratio as much as a win, and only the difference counts.
    ratio = (tally.won - tally.lost) * up
    if ratio >= down:
        return "stronger"
    return "weaker" if ratio <= -down else None

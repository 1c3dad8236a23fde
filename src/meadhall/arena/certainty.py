"""How sure a difference is: intervals for shares, and when to stop counting."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from typing import Literal

from meadhall.arena.job import Outcome

_Z = 1.96  # two-sided 95 %


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of one bot against the others at its tables."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Wins out of the decided games; one half while there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else 0.5

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval around the share."""
        decided = self.wins + self.losses
        if not decided:
            return 0.0, 1.0
        centre = (self.share + _Z * _Z / (2 * decided)) / (1 + _Z * _Z / decided)
        spread = self.share * (1 - self.share) / decided + _Z * _Z / (4 * decided * decided)
        half = _Z * sqrt(spread) / (1 + _Z * _Z / decided)
        return max(0.0, centre - half), min(1.0, centre + half)


def score(outcomes: Iterable[Outcome], bot: str) -> Score:
    """How the bot did: a game is won if its seats got more than the others on average."""
    tally = {1: 0, 0: 0, -1: 0}
    for outcome in outcomes:
        own = [p for p, name in zip(outcome.payoffs, outcome.seats, strict=True) if name == bot]
        rest = [p for p, name in zip(outcome.payoffs, outcome.seats, strict=True) if name != bot]
        if own and rest:
            difference = sum(own) * len(rest) - sum(rest) * len(own)
            tally[(difference > 0) - (difference < 0)] += 1
    return Score(tally[1], tally[0], tally[-1])


def verdict(
    tally: Score, margin: float = 0.05, error: float = 0.01
) -> Literal["stronger", "weaker"] | None:
    """Wald's sequential test on the decided games: better than even by the margin, or worse.

    It may be asked after every game, and is wrong with at most about the given probability.
    """
    up, down = log((0.5 + margin) / (0.5 - margin)), log((1 - error) / error)
    ratio = (tally.wins - tally.losses) * up
    if ratio >= down:
        return "stronger"
    return "weaker" if ratio <= -down else None

"""Wins, draws and losses, with a confidence interval."""

from dataclasses import dataclass
from math import sqrt

_TWO_SIGMA = 1.96  # two-sided 95 %


@dataclass(slots=True)
class Score:
    """Numbers of wins, draws and losses."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def enter(self, payoff: int, times: int = 1) -> None:
        """Count a result: a positive payoff is a win, a negative one a loss."""
        self.won += times if payoff > 0 else 0
        self.drawn += times if payoff == 0 else 0
        self.lost += times if payoff < 0 else 0

    @property
    def matches(self) -> int:
        """The number of all matches."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of the decided matches that was won; one half if none was decided."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Agresti and Coull)."""
        decided = self.won + self.lost + 4  # the method adds two wins and two losses
        middle = (self.won + 2) / decided
        margin = _TWO_SIGMA * sqrt(middle * (1 - middle) / decided)
        return max(0.0, middle - margin), min(1.0, middle + margin)

    def __str__(self) -> str:  # type: ignore[explicit-override] # typing.override needs 3.12
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def portion(count: int, total: int) -> Score:
    """`count` of `total` as a score, which has a share and an interval."""
    return Score(won=count, lost=total - count)

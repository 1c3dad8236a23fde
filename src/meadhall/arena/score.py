"""Wins, draws and losses, and how much they say."""

from dataclasses import dataclass
from math import sqrt

_TWO_SIGMA = 1.96  # two-sided 95 %


@dataclass(slots=True)
class Score:
    """How often something won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def enter(self, payoff: int, times: int = 1) -> None:
        """Count a result: who was paid something won, who paid something lost."""
        self.won += times if payoff > 0 else 0
        self.drawn += times if payoff == 0 else 0
        self.lost += times if payoff < 0 else 0

    @property
    def matches(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The part of the decided matches that was won; one half while there are none."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """From where to where the true share may well be (95 %, by Agresti and Coull)."""
        decided = self.won + self.lost + 4  # two imagined matches each way, for small numbers
        middle = (self.won + 2) / decided
        margin = _TWO_SIGMA * sqrt(middle * (1 - middle) / decided)
        return max(0.0, middle - margin), min(1.0, middle + margin)

    def __str__(self) -> str:  # type: ignore[explicit-override] # typing.override needs 3.12
        low, high = self.interval
        return f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def portion(count: int, total: int) -> Score:
    """So many of all, as something whose share has an interval."""
    return Score(won=count, lost=total - count)

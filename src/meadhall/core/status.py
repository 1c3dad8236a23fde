"""Where a state stands: waiting for seats, or finished."""

from dataclasses import dataclass
from typing import TypeAlias

from meadhall.core.seats import Seat
from meadhall.core.value import value

WIN, DRAW, LOSS = 1, 0, -1


@value()
class ToAct:
    """The game waits for these seats, in ascending order; never empty."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over: one payoff per seat, and why in a word (`throne`, `lastStanding`, …)."""

    payoffs: tuple[int, ...]
    reason: str


Status: TypeAlias = ToAct | Finished


def won_by(winners: tuple[Seat, ...], seats: int, reason: str) -> Finished:
    """The end where `winners` win and everybody else loses."""
    return Finished(tuple(WIN if seat in winners else LOSS for seat in range(seats)), reason)


def drawn(seats: int, reason: str) -> Finished:
    """The end where nobody wins and nobody loses."""
    return Finished((DRAW,) * seats, reason)

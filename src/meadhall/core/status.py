"""The status of a state: it waits for seats, or the game is finished."""

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


def win_status(winners: tuple[Seat, ...], seats: int, reason: str) -> Finished:
    """The end in which `winners` win and everybody else loses."""
    return Finished(tuple(WIN if seat in winners else LOSS for seat in range(seats)), reason)


def draw_status(seats: int, reason: str) -> Finished:
    """The end in which nobody wins and nobody loses."""
    return Finished((DRAW,) * seats, reason)

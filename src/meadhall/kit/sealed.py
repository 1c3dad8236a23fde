"""Choices that are made in secret and opened together.

`Sealed` is a field of a state. A view shows `have_chosen()`, and to a seat its own choice.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from meadhall.core.seats import Seat

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Sealed(Generic[C]):
    """One choice per seat; `None` while the seat has not chosen."""

    choices: tuple[C | None, ...]

    @classmethod
    def empty(cls, seats: int) -> "Sealed[C]":
        """The sealed choices before any seat has chosen."""
        return cls((None,) * seats)

    def choice(self, seat: Seat) -> C | None:
        """The choice of the seat, if it has chosen."""
        return self.choices[seat]

    def put(self, seat: Seat, choice: C | None) -> "Sealed[C]":
        """A copy in which the seat has made or changed its choice, or with `None` taken it back."""
        return Sealed((*self.choices[:seat], choice, *self.choices[seat + 1 :]))

    def have_chosen(self) -> tuple[bool, ...]:
        """For each seat whether it has chosen: all that others may know."""
        return tuple(choice is not None for choice in self.choices)

    def waiting(self, asked: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The asked seats that have not chosen yet."""
        return tuple(seat for seat in asked if self.choices[seat] is None)

"""Choices made in secret and opened together.

`Sealed` is a field of a state; a view shows `locked()` of it and, to a seat, its own choice.
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from meadhall.core.seats import Seat

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Sealed(Generic[C]):
    """One envelope per seat; `None` while the seat has not chosen."""

    choices: tuple[C | None, ...]

    @classmethod
    def empty(cls, seats: int) -> "Sealed[C]":
        """No seat has chosen yet."""
        return cls((None,) * seats)

    def choice(self, seat: Seat) -> C | None:
        """What the seat has put into its envelope."""
        return self.choices[seat]

    def put(self, seat: Seat, choice: C | None) -> "Sealed[C]":
        """The same with the seat's choice made, changed or (`None`) taken back."""
        return Sealed((*self.choices[:seat], choice, *self.choices[seat + 1 :]))

    def locked(self) -> tuple[bool, ...]:
        """Who has chosen: all that others may know."""
        return tuple(choice is not None for choice in self.choices)

    def waiting(self, asked: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Those of the asked seats that have not chosen."""
        return tuple(seat for seat in asked if self.choices[seat] is None)

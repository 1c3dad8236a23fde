"""What a match of this game is made of: frozen values, each action and event with its `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.seats import Seat

MOST = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match."""

    stones: int = option(12, "How many stones lie on the table at the start.", low=4, high=50)


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth: how many stones are left, and whose turn it is."""

    stones: int
    turn: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Take so many stones."""

    count: int
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat took stones; these are left."""

    seat: Seat
    count: int
    left: int
    kind: Literal["taken"] = "taken"


View: TypeAlias = State
"""Nothing is hidden in this game: everybody sees the state itself."""

"""What a match is made of. All values are frozen; actions and events name their `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.seats import Seat

MOST = 3
"""How many stones a player may take at once."""


@dataclass(frozen=True, slots=True)
class Options:
    """What players choose before a match."""

    stones: int = option(12, "How many stones lie on the table at the start.", low=4, high=50)


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth: how many stones are left, and whose turn it is."""

    stones: int
    turn: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """The only action: take `count` stones."""

    count: int
    kind: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Taken:
    """The only event: `seat` took `count` stones, and `left` stones remain."""

    seat: Seat
    count: int
    left: int
    kind: Literal["taken"] = "taken"


View: TypeAlias = State
"""What a player sees. Nothing is hidden in this game, so it is the state itself."""

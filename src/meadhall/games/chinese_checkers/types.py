"""What a match of Chinese Checkers is made of."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import option
from meadhall.core.seats import Seat
from meadhall.core.status import Finished
from meadhall.core.value import value

EMPTY = "."
MARBLE = "012345"
"""The character of each seat's marbles on a board."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen before a match."""

    rest: Literal["own", "free"] = option(
        "own", "Where a move may end: own keeps out of the other players' tips, free is anywhere."
    )
    lock_target: bool = option(
        default=False, text="Whether a marble that has reached its target must stay in it."
    )


@value()
class State:
    """The whole truth, known to everybody.

    `board` has a character for each hole: `.` when it is empty, else the digit of the seat, counted
    from 0. `history` holds every move as start * 121 + end, so that a position that comes back is
    recognised. `trail` has a sign for every board before this one, which nearly always shows at a
    glance that a board is new. `gone` are the seats that gave up, in order.
    """

    options: Options
    seats: int
    board: str
    turn: Seat
    history: tuple[int, ...] = ()
    trail: str = ""
    gone: tuple[Seat, ...] = ()
    result: Finished | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Move the marble in the hole `start` to the hole `end`, by a step or a chain of hops."""

    start: int
    end: int
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Moved:
    """A marble went along the route, which begins where it stood: one step, or hop by hop."""

    seat: Seat
    route: tuple[int, ...]
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Skipped:
    """The seat could not move and was passed over."""

    seat: Seat
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Left:
    """The seat gave up; its marbles stay where they are."""

    seat: Seat
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; `winner` is nobody in a draw."""

    winner: Seat | None
    reason: str
    kind: Literal["ended"] = "ended"


Event: TypeAlias = Moved | Skipped | Left | Ended
View: TypeAlias = State
"""Nothing is hidden in this game: everybody sees the state itself."""

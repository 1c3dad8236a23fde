"""What a match of Chinese Checkers is made of."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.core.options import OptionForm, option
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
        "own",
        "Where marbles may stop. own: only in the middle, your home and your goal. free: anywhere.",
        form=OptionForm(
            "Marbles may stop", ("Only in the middle, your home and your goal", "Anywhere")
        ),
    )
    lock_target: bool = option(
        default=False,
        text="Whether a marble that has reached your goal must stay there.",
        form=OptionForm("Marbles stay in the goal"),
    )
    starts: Literal["drawn", "classic"] | None = option(
        None,
        "Who moves first and, with five players, which corner stays empty. drawn: by lot. classic:"
        " seat 1, and the corner before it. Automatic: by lot with five and six players.",
        form=OptionForm("First move", ("Drawn by lot", "Seat 1"), unset="automatic"),
    )


@value()
class State:
    """The whole truth, known to everybody.

    `board` has one character per hole: `.` if it is empty, else the digit of the seat, counted from
    0. `history` has every move as start * 121 + end, so that repeated positions can be found.
    `trail` has one checksum character for every earlier board, which shows quickly that a board is
    new. `gone` are the seats that gave up, in order. `seating` says which of the seatings in
    `rules.board.SEATINGS` the match has.
    """

    options: Options
    seats: int
    board: str
    turn: Seat
    history: tuple[int, ...] = ()
    trail: str = ""
    gone: tuple[Seat, ...] = ()
    result: Finished | None = None
    seating: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """Move the marble in the hole `start` to the hole `end`, by a step or a chain of hops."""

    start: int
    end: int
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Moved:
    """A marble moved along the route: every hole it touched, from its first to its last."""

    seat: Seat
    route: tuple[int, ...]
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Skipped:
    """The seat had no move, so its turn was skipped."""

    seat: Seat
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Left:
    """The seat gave up; its marbles stay where they are."""

    seat: Seat
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; `winner` is `None` in a draw."""

    winner: Seat | None
    reason: str
    kind: Literal["ended"] = "ended"


Event: TypeAlias = Moved | Skipped | Left | Ended
View: TypeAlias = State
"""Nothing is hidden in this game: everybody sees the state itself."""

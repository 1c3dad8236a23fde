"""What clients are told of the clocks, of vacations, and of the tournament that a match is part of.

The last two change what clocks do: they stop for a vacation, and for nobody in a tournament.
"""

from typing import Annotated

from msgspec import Meta, Struct

from meadhall.core.seats import Seat


class ClockView(Struct, gc=False):
    """The clock, in milliseconds. `left` has one number per seat; empty without time budgets.

    What a running seat has left at an instant is the time until its end, but never more than
    `left`: a clock begins to count when everybody has seen what happened.
    """

    mode: str
    left: tuple[int, ...] = ()
    running: tuple[Seat, ...] = ()
    ends: tuple[int, ...] = ()
    """When the time of each running seat is up, by the server's clock (`now`)."""
    deadline: int | None = None
    """The first of them."""
    paused: bool = False
    covered: tuple[Seat, ...] = ()
    """The seats that wait for a device to be handed over: their time counts from `uncovered` on."""
    vacations: tuple[int, ...] = ()
    """With days per turn: until when each seat is on vacation; 0 if it is not."""


class TournamentMatch(Struct):
    """The tournament that a match is part of, and what is different in its matches."""

    id: str
    draws: bool
    """The players may agree to a draw."""
    berserk: bool
    """Before its first move, a seat may give up half of its time for an extra point."""
    hasty: tuple[Seat, ...]
    """The seats that did so."""


class Vacation(Struct):
    """Until when you are on vacation (0: you are not), and the days that you have."""

    until: int
    days_left: int
    days_per_year: int


class NewVacation(Struct, forbid_unknown_fields=True):
    """A vacation that begins now. It stops your own clocks that give days per turn."""

    days: Annotated[int, Meta(ge=1, le=60)]

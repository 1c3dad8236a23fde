"""What clients are told of the clocks, and of vacations, which stop them."""

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


class Vacation(Struct):
    """Until when you are on vacation (0: you are not), and the days that you have."""

    until: int
    days_left: int
    days_per_year: int


class NewVacation(Struct, forbid_unknown_fields=True):
    """A vacation that begins now. It stops your own clocks that give days per turn."""

    days: Annotated[int, Meta(ge=1, le=60)]

"""What clients are told of the clocks."""

from msgspec import Struct

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

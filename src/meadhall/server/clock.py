"""The server's one clock. Everything else gets it as an argument."""

from collections.abc import Callable
from time import monotonic, time


class SteadyClock:
    """The time of day in milliseconds, by the system's clock at the start and steady from then on.

    The system's clock may be set while matches are played. That must cost nobody time, and end no
    session, so only the time that has passed since the start is added to its first reading.
    """

    def __init__(
        self,
        not_before: int = 0,
        time_of_day: Callable[[], float] = time,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """`not_before` is when an earlier process was last seen: time does not run backwards."""
        self._steady = steady
        self._offset = max(int(time_of_day() * 1000), not_before) - int(steady() * 1000)

    def __call__(self) -> int:
        """The time."""
        return self._offset + int(self._steady() * 1000)


SLEW = 0.02
"""How much faster or slower than steady the clock may run to follow the database."""
JUMP_MS = 10_000
"""A larger difference means that the database's clock was set: that must cost nobody time."""


class DatabaseClock:
    """The time of day by the database's clock, so that processes on several machines agree.

    It is as steady as `SteadyClock`: it never runs backwards, and small differences are made up for
    slowly. After the first measurement it does not follow a database whose clock was set.
    """

    def __init__(self, not_before: int = 0, steady: Callable[[], float] = monotonic) -> None:
        self._steady = steady
        self._offset = time() * 1000 - steady() * 1000
        self._last = not_before
        self._adjusted: float | None = None
        """When it was last adjusted."""

    def __call__(self) -> int:
        """The time; the same or later than before."""
        self._last = max(self._last, int(self._offset + self._steady() * 1000))
        return self._last

    def adjust(self, database: int, began: float, ended: float) -> None:
        """Follow the database, whose clock showed that time between the two steady instants."""
        measured = database - (began + ended) * 500
        change = measured - self._offset
        if self._adjusted is None:
            self._offset = measured
        elif abs(change) < JUMP_MS:
            most = (ended - self._adjusted) * 1000 * SLEW
            self._offset += min(max(change, -most), most)
        self._adjusted = ended

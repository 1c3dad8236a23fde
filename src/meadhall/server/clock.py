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

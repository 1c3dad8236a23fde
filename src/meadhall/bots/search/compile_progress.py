"""Says how far compiling is, because the first use of a fast lane may take a minute."""

import sys
from functools import cache
from time import monotonic

from numba.core import event
from typing_extensions import override

SECONDS = 5
"""From one line to the next, at least."""


class _Progress(event.Listener):
    """Counts compiled functions. Numba reports each when it is done; kept code is not reported."""

    def __init__(self, seconds: float) -> None:
        self._count, self._seconds, self._began = 0, seconds, monotonic()
        self._written = self._began

    @override
    def on_start(self, event: event.Event) -> None:
        """Nothing: a function is counted when it is done."""

    @override
    def on_end(self, event: event.Event) -> None:
        """Count it, and write a line now and then."""
        self._count += 1
        now = monotonic()
        if now - self._written >= self._seconds:
            self._written = now
            sys.stderr.write(f"… functions compiled: {self._count} in {now - self._began:.0f} s\n")


@cache
def report_progress(seconds: float = SECONDS) -> None:
    """Write a line to stderr every few seconds while functions are compiled, from now on."""
    event.register("numba:compile", _Progress(seconds))  # type: ignore[no-untyped-call] # Numba has few types

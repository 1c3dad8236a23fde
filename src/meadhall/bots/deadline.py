"""When a bot has to stop thinking: at a time, or when the caller cancels.

Compiled code cannot read a clock, but it runs without Python's lock. So a thread waits for the
deadline and then sets a flag in the search's control array. A search over the pure rules asks
`has_passed` itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic_ns

from meadhall.bots.bot import Budget
from meadhall.core.fast_lane import Array

STOP = 2
"""The index of the stop flag in the control array of every compiled search."""

_MILLISECOND = 1_000_000
_PARTS = 20  # one part of the time is kept for writing the answer
_POLL_SECONDS = 0.005  # between two looks at a caller's cancel event


class Deadline:
    """The end of a budget's time; it starts to run when the object is made."""

    def __init__(self, budget: Budget) -> None:
        self.cancel = budget.cancel
        self.end = None
        if budget.milliseconds is not None:
            thinking = budget.milliseconds * _MILLISECOND * (_PARTS - 1) // _PARTS
            self.end = monotonic_ns() + thinking

    @property
    def has_passed(self) -> bool:
        """Whether the time is up or the caller has cancelled."""
        if self.cancel is not None and self.cancel.is_set():
            return True
        return self.end is not None and monotonic_ns() >= self.end

    @contextmanager
    def stop_search(self, control: Array) -> Iterator[None]:
        """While the block runs, a thread waits for the deadline and then sets the stop flag."""
        if self.cancel is None and self.end is None:
            yield
            return
        done = Event()
        timer = Thread(target=self._wait_and_stop, args=(control, done), daemon=True)
        timer.start()
        try:
            yield
        finally:
            done.set()
            # Joined, so that the flag cannot be set after the block.
            timer.join()

    def _wait_and_stop(self, control: Array, done: Event) -> None:
        while not self.has_passed:
            if done.wait(self._pause()):
                return
        # No lock: the flag is one word, only goes from 0 to 1, and each search has its own.
        control[STOP] = 1

    def _pause(self) -> float:
        """Seconds to wait: until the end, or until the next look at the cancel event."""
        left = _POLL_SECONDS if self.end is None else (self.end - monotonic_ns()) / 1e9
        return max(0.0, left if self.cancel is None else min(left, _POLL_SECONDS))

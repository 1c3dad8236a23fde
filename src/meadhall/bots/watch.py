"""Keeps the time for a search, from outside of it.

Compiled code cannot look at a clock, but it runs without Python's lock; so a thread waits for the
deadline and then leaves a mark in the search's memory. Pure search looks at the clock itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic_ns

from meadhall.bots.alphabeta import STOP
from meadhall.bots.bot import Budget
from meadhall.core.fast import Array

_MILLISECOND = 1_000_000
_PARTS = 20  # one part of the time is kept for writing down the answer
_LOOK = 0.005  # seconds between two looks at a caller's cancel event


class Watch:
    """When thinking has to end."""

    def __init__(self, budget: Budget) -> None:
        self.cancel = budget.cancel
        self.end = None
        if budget.milliseconds is not None:
            thinking = budget.milliseconds * _MILLISECOND * (_PARTS - 1) // _PARTS
            self.end = monotonic_ns() + thinking

    @property
    def over(self) -> bool:
        """Whether time is up or somebody has cancelled."""
        if self.cancel is not None and self.cancel.is_set():
            return True
        return self.end is not None and monotonic_ns() >= self.end

    @contextmanager
    def stopping(self, control: Array) -> Iterator[None]:
        """While the block runs, a thread marks the search's memory when it has to end."""
        if self.cancel is None and self.end is None:
            yield
            return
        done = Event()
        keeper = Thread(target=self._keep, args=(control, done), daemon=True)
        keeper.start()
        try:
            yield
        finally:
            done.set()
            keeper.join()

    def _keep(self, control: Array, done: Event) -> None:
        while not self.over:
            if done.wait(self._pause()):
                return
        control[STOP] = 1

    def _pause(self) -> float:
        """How long to wait: until the end, or until the next look if we can be cancelled."""
        left = _LOOK if self.end is None else (self.end - monotonic_ns()) / 1e9
        return max(0.0, left if self.cancel is None else min(left, _LOOK))

"""Commands that wait for the match loop, served so that nobody's work holds up the others.

A tick takes at most one command of each table. Tables and people who have used more than their
share of processor time are called heavy. After each tick of the others, one command of theirs is
served: of the one who has used least. So everybody else waits for one command of theirs at most,
and they still get all the time that nobody else needs.
"""

import asyncio
from collections import deque
from operator import itemgetter
from typing import Generic, TypeVar

from meadhall.core.refusal import Refused

TICK = 100
"""The most commands that one tick carries out; everybody else waits no longer than that takes."""
SHARE_SECONDS = 0.2
"""The processor time that a person or table may use before they are heavy.

Half of what was used is forgotten every `HALF_LIFE` seconds, so a tenth of a core is no more than
the share.
"""
HALF_LIFE = 1.0
FORGOTTEN = 0.0001
"""Seconds of use that are not worth remembering."""
MOST_WAITING = 100
"""Commands of people that may wait at one table; more are refused."""

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What waits for the next tick, by table, and who has used how much processor time."""

    def __init__(self) -> None:
        self.filled = asyncio.Event()
        """Set while something waits."""
        self.spent: dict[str, float] = {}
        """Seconds of processor time by person and by table, halved every `HALF_LIFE`."""
        self._waiting: dict[str, deque[tuple[str, T]]] = {}
        """The jobs of each table, each with the person who asked. The next in turn comes first."""
        self._served_light = False
        self._halved = 0.0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, table: str, person: str, job: T) -> None:
        """Add a job; `person` is empty where nobody asked for it. Raises `Refused` for too many."""
        jobs = self._waiting.get(table)
        if jobs is None:
            jobs = self._waiting[table] = deque()
            self.filled.set()
        if person and len(jobs) >= MOST_WAITING:
            raise Refused.because("TABLE_BUSY", "This table is busy. Try again in a moment.")
        jobs.append((person, job))

    def put_back(self, table: str, person: str, job: T) -> None:
        """Add a job that could not be done, before all others of its table."""
        self._waiting.setdefault(table, deque()).appendleft((person, job))
        self.filled.set()

    def take(self, now: float) -> list[T]:
        """The jobs of the next tick. `now` is in seconds."""
        if now - self._halved >= HALF_LIFE:
            self._halve(now)
        spent, light, heavy = self.spent, list[str](), list[tuple[float, str]]()
        for table, jobs in self._waiting.items():
            person = jobs[0][0]
            if spent.get(person, 0.0) > SHARE_SECONDS or spent.get(table, 0.0) > SHARE_SECONDS:
                heavy.append((spent.get(person or table, 0.0), table))
            elif len(light) < TICK:
                light.append(table)
        self._served_light = bool(light) and not (heavy and self._served_light)
        taken = []
        for table in light if self._served_light else [min(heavy, key=itemgetter(0))[1]]:
            jobs = self._waiting.pop(table)
            taken.append(jobs.popleft()[1])
            if jobs:  # to the end of the line
                self._waiting[table] = jobs
        if not self._waiting:
            self.filled.clear()
        return taken

    def charge(self, table: str, person: str, seconds: float) -> None:
        """Note that a job of theirs took that much processor time."""
        self.spent[table] = self.spent.get(table, 0.0) + seconds
        if person:
            self.spent[person] = self.spent.get(person, 0.0) + seconds

    def _halve(self, now: float) -> None:
        self._halved = now
        self.spent = {key: s / 2 for key, s in self.spent.items() if s > FORGOTTEN}

"""What the caretaker keeps for each room, and the times in which the hall was closed."""

import asyncio
from dataclasses import dataclass, field
from typing import NamedTuple

from meadhall.core.seats import Seat
from meadhall.match.facts import Player


class Closure(NamedTuple):
    """A time in which the hall was closed: no clock ran."""

    since: int
    until: int


@dataclass(slots=True)
class RoomTasks:
    """The timers and bot tasks of one room."""

    arrival: asyncio.TimerHandle
    """Fires when players should have connected."""
    timer: asyncio.TimerHandle | None = None
    """Fires when a clock runs out, at `due`."""
    due: int | None = None
    people: tuple[Player | None, ...] = ()
    """The players of the match, if there is no bot among them. Saves looking at every commit."""
    thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = field(default_factory=dict)
    """The turn and the task of every bot that is thinking."""

    def end(self) -> list[asyncio.Task[None]]:
        """Cancel everything; gives the tasks that have yet to end."""
        self.arrival.cancel()
        if self.timer is not None:
            self.timer.cancel()
        tasks = [task for _, task in self.thinking.values()]
        for task in tasks:
            task.cancel()
        return tasks

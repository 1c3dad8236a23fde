"""Notices what a host has to know: that the database or the mail server does not work."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from meadhall.server.notices.host_notices import HostNotices

LOOK_SECONDS = 5.0
"""How often it looks."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Something that may stop working. `problem` is empty while it works.

    The host hears of a problem that lasts for so many seconds.
    """

    name: str
    problem: Callable[[], str]
    lasting: float


class Troubles:
    """Tells the host once when a problem lasts, and once when it is over."""

    def __init__(self, host: HostNotices, watched: tuple[Watched, ...]) -> None:
        self._host, self._watched = host, watched
        self._since: dict[str, float] = {}
        self._told: set[str] = set()

    def look(self, now: float) -> None:
        """Look once, at a time in seconds that only grows."""
        for one in self._watched:
            problem = one.problem()
            if not problem:
                self._since.pop(one.name, None)
                if one.name in self._told:
                    self._told.discard(one.name)
                    self._host.tell(f"{one.name}: works again", "Nothing needs to be done.")
            elif now - self._since.setdefault(one.name, now) >= one.lasting:
                self._tell(one, problem)

    def _tell(self, one: Watched, problem: str) -> None:
        if one.name not in self._told:
            self._told.add(one.name)
            self._host.tell(f"{one.name}: does not work", problem)

    async def keep(self) -> None:
        """Look again and again, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            self.look(loop.time())
            await asyncio.sleep(LOOK_SECONDS)

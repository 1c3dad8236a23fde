"""Notices what a host has to know: what does not work, suspicions and reports."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.notices.host_notices import HostNotices
from meadhall.store.people.moderation.stored_reports import SqlReports
from meadhall.store.ratings.stored_ratings import SqlRatings

LOOK_SECONDS = 5.0
"""How often it looks."""
CONCERN_SECONDS = 60.0
MOST_CONCERNS = 20


@dataclass(frozen=True, slots=True)
class Watched:
    """Something that may stop working. `problem` is empty while it works.

    The host hears of a problem that lasts for `lasting` seconds, as an `event` of this kind.
    """

    event: str
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
                    self._host.tell(
                        one.event, f"{one.name}: works again", "Nothing needs to be done."
                    )
            elif now - self._since.setdefault(one.name, now) >= one.lasting:
                self._tell(one, problem)

    def _tell(self, one: Watched, problem: str) -> None:
        if one.name not in self._told:
            self._told.add(one.name)
            self._host.tell(one.event, f"{one.name}: does not work", problem)

    async def keep(self) -> None:
        """Look again and again, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            self.look(loop.time())
            await asyncio.sleep(LOOK_SECONDS)


class Concerns:
    """Tells the host of what people do that somebody should look at."""

    def __init__(
        self, hall: Hall, host: HostNotices, ratings: SqlRatings, reports: SqlReports
    ) -> None:
        self._hall, self._host, self._ratings, self._reports = hall, host, ratings, reports
        self._since = hall.match_loop.clock()
        self._reported = (self._since, "")

    async def look(self) -> None:
        """Look once."""
        suspicions = await self._ratings.suspicions(None, MOST_CONCERNS)
        new = [one for one in suspicions if one.at > self._since]
        self._since = max((one.at for one in new), default=self._since)
        if new:
            text = "Two guests of one address played. See `meadhall ratings suspicions`."
            self._host.tell("ratings", f"Rated matches to look at: {len(new)}", text)
        reports = await self._reports.waiting(self._reported, MOST_CONCERNS)
        if reports:
            self._reported = (reports[-1].at, reports[-1].id)
            text = "They wait at #/moderation, or for `meadhall admin reports`."
            self._host.tell("reports", f"New reports: {len(reports)}", text)

    async def keep(self) -> None:
        """Look again and again, until cancelled. Of several processes the first one does it."""
        while True:
            await asyncio.sleep(CONCERN_SECONDS)
            try:
                if self._hall.cluster.is_first():
                    await self.look()
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next look tries again
                log.exception("cannot look for what concerns the host")

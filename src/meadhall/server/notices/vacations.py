"""Vacations: clocks that give days per turn stand still while their player is away."""

import asyncio
from contextlib import suppress

from meadhall.core.refusal import Refused
from meadhall.match.clock import Daily
from meadhall.match.commands import SetVacation
from meadhall.match.ports import Query, StoreUnavailable, Summary
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.clock_view import Vacation
from meadhall.store.notices.vacations import SqlVacations

SWEEP_SECONDS = 600.0
"""How often matches are looked for that began during a vacation."""
MOST_PEOPLE, MOST_MATCHES = 1_000, 200
"""How many people one sweep looks after, and how many matches of each."""


class Vacations:
    """The vacations of people, and what they mean for their matches."""

    def __init__(self, stored: SqlVacations, match_loop: MatchLoop, days: int) -> None:
        self._stored, self._match_loop, self._days = stored, match_loop, days
        self._known: set[tuple[str, str, int]] = set()
        """(match, person, until) of earlier sweeps: such a match need not be loaded again."""

    async def show(self, person: Person) -> Vacation:
        """The person's vacation and the days that are left."""
        now = self._match_loop.clock()
        until = await self._stored.until(person.id, now)
        taken = await self._stored.count_days(person.id, now)
        return Vacation(until, max(0, self._days - taken), self._days)

    async def begin(self, person: Person, days: int) -> Vacation:
        """Begin a vacation now. Raises `Refused` if the person has fewer days left."""
        now = self._match_loop.clock()
        until = await self._stored.begin(person.id, now, days, self._days)
        if not until:
            left = (await self.show(person)).days_left
            raise Refused.because("TOO_LONG", f"You have {left} vacation days left.")
        await self._set_in_matches(person.id, until)
        return await self.show(person)

    async def end(self, person: Person) -> Vacation:
        """End the vacation. The person's clocks go on."""
        await self._stored.end(person.id, self._match_loop.clock())
        await self._set_in_matches(person.id, 0)
        return await self.show(person)

    async def sweep(self) -> None:
        """Stop clocks in matches that began since, and forget vacations of earlier years."""
        now = self._match_loop.clock()
        self._known = {known for known in self._known if known[2] > now}
        for person, until in (await self._stored.running(now, MOST_PEOPLE)).items():
            await self._set_in_matches(person, until, again=True)
        await self._stored.forget_old(now)

    async def keep(self) -> None:
        """Sweep again and again, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next sweep tries again
                log.exception("cannot look after vacations")

    async def _set_in_matches(self, person: str, until: int, *, again: bool = False) -> None:
        query = Query(phases=("playing",), holder=person, limit=MOST_MATCHES)
        for summary in await self._match_loop.store.find(query):
            known = (summary.id, person, until)
            if summary.due is None or (again and known in self._known):
                continue
            # A match that cannot be read, or has just ended, must not stop the others.
            with suppress(Refused):
                await self._set_in_match(summary, person, until)
            self._known.add(known)

    async def _set_in_match(self, summary: Summary, person: str, until: int) -> None:
        room = await self._match_loop.room(summary.id)
        if not isinstance(room.match.setup.clock, Daily):
            return
        for seat, holder in enumerate(summary.holders):
            if holder == person:
                await self._match_loop.carry_out(room, SetVacation(seat, until))

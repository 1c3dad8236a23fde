"""Deleting an account: the person leaves, the matches stay."""

from contextlib import suppress
from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.match.commands import Abandon, Leave, StandUp
from meadhall.match.ports import Query
from meadhall.server.api.seat_access import seats_of
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.person_pages import Farewell
from meadhall.server.protocol.tokens import GONE, SESSION_SECONDS, random_id
from meadhall.store.people.forgetting import SqlDepartures

MOST_BATCHES = 20
"""After a deletion, that many batches of matches are changed at once; the rest comes later."""


@dataclass(frozen=True, slots=True)
class Departures:
    """Lets people delete their accounts."""

    hall: Hall
    stored: SqlDepartures

    async def delete_account(self, person: Person, farewell: Farewell) -> None:
        """Delete the account. Others see "a former member" in the matches that stay."""
        account = await self.hall.people.check_farewell(person, farewell)
        await self.delete(Person(account.id, account.name, account=True))

    async def delete(self, person: Person) -> None:
        """Delete the person's account, without asking."""
        query = Query(phases=("lobby", "playing"), holder=person.id, limit=self.hall.lobby.most)
        unfinished = await self.hall.store.matches.find(query)
        until = self.hall.match_loop.clock() + SESSION_SECONDS * 1000
        await self.stored.depart(person.id, GONE + random_id(), until)
        self.hall.rights.end_all_sessions(person.id)
        for summary in unfinished:
            with suppress(Refused):  # it cannot be loaded, or has just ended
                await self._leave(summary.id, person)
        await self.replace_names()

    async def replace_names(self) -> None:
        """Replace the names of people who are gone, in matches that are over."""
        for _ in range(MOST_BATCHES):
            matches = await self.stored.replace_names()
            if not matches:
                return
            self.hall.replays.kept.forget(matches)
            rooms = self.hall.match_loop.rooms
            for room in [rooms[match] for match in matches if match in rooms]:
                self.hall.match_loop.forget(room)

    async def _leave(self, match: str, person: Person) -> None:
        room = await self.hall.match_loop.room(match)
        seats = seats_of(room.match, person)
        others = [seat for seat in range(room.match.setup.seats) if room.match.is_person(seat)]
        if room.match.phase == "playing" and set(others) <= set(seats):
            await self.hall.match_loop.carry_out(room, Abandon())
            return
        for seat in seats:
            command = StandUp(seat) if room.match.phase == "lobby" else Leave(seat)
            await self.hall.match_loop.carry_out(room, command)

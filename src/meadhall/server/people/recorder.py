"""Notes what people played, after matches have ended and beside everything else."""

from dataclasses import dataclass

from meadhall.match.match import Match
from meadhall.server.assembly import Hall
from meadhall.store.people.person_records import stored_match
from meadhall.store.people.played_matches import SqlResults

AT_ONCE = 20
"""Matches in one round."""


@dataclass(frozen=True, slots=True)
class Recorder:
    """Fills histories. What it has not noted when the server stops, it notes later."""

    hall: Hall
    stored: SqlResults

    async def note_some(self) -> None:
        """Note some matches that are over."""
        for match in await self.stored.matches_to_note(AT_ONCE):
            await self.stored.note(match, await self._match(match))

    async def _match(self, match: str) -> Match | None:
        """The match, from memory if it has just ended; `None` where it cannot be read."""
        room = self.hall.match_loop.rooms.get(match)
        if room is not None and room.match.phase == "over":
            return room.match
        loop = self.hall.match_loop
        return await stored_match(loop.store, loop.games, match)

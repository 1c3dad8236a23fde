"""Plays what people have chosen ahead, once the others have played what was expected.

Rooms in memory are looked through twice a second, so no move waits for this. The database knows
what was chosen: any process may play it, also after a crash. An answer names the turn that it is
for and has an id that follows from it, so two processes play it once.
"""

import asyncio
from dataclasses import dataclass, field

from meadhall.core.refusal import Refused
from meadhall.match.commands import Act
from meadhall.match.match import Match
from meadhall.match.ports import StoreUnavailable
from meadhall.match.premoves import Reply, Verdict, read_verdict
from meadhall.server.assembly import Hall
from meadhall.server.broadcast.channel import holds
from meadhall.server.live.room import Room
from meadhall.server.metrics import log
from meadhall.store.premoves.stored_premoves import SqlPremoves, StoredPremoves

LOOK_SECONDS = 0.5
"""How often rooms are looked through."""
LOOKS_TO_CATCH_UP = 60
"""Matches that nobody has in memory are looked for every LOOKS_TO_CATCH_UP looks, and at first."""
AT_ONCE = 400
TRY_AGAIN = frozenset({"STALE_TURN", "NOT_STORED", "BUSY"})
"""Refusals that say nothing about the move itself."""


@dataclass(slots=True)
class PremoveRunner:
    """Follows matches, and plays the answers that were chosen for what has happened."""

    hall: Hall
    stored: SqlPremoves
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while answers are played or chosen, so that none is played that was taken back."""
    _seen: dict[str, int] = field(default_factory=dict)
    """The version of each match in memory when it was looked at."""

    async def look(self) -> int:
        """Look at what has changed in memory; returns how many matches that were."""
        rooms = self.hall.match_loop.rooms
        versions = {
            room.id: room.channel.match.version for room in rooms.values() if room.is_stored
        }
        changed = [match for match, version in versions.items() if self._seen.get(match) != version]
        for start in range(0, len(changed), AT_ONCE):
            for found in await self.stored.at(changed[start : start + AT_ONCE]):
                await self.follow(found)
        self._seen = versions
        return len(changed)

    async def catch_up(self) -> None:
        """Look at matches that have gone on while nobody looked, before a crash for example."""
        for found in await self.stored.behind(AT_ONCE):
            await self.follow(found)

    async def follow(self, found: StoredPremoves) -> None:
        """Do what the premoves say to the present position."""
        async with self.turn:
            present = await self.stored.find(found.match, found.premoves.seat)
            if present is None or present.edition != found.edition:
                return  # others have been chosen meanwhile, or none
            try:
                room = await self.hall.match_loop.room(found.match)
            except Refused as error:
                log.info("premoves cannot be played", match=found.match, code=error.refusal.code)
                await self.stored.drop(found)
                return
            match = room.channel.match
            verdict = _verdict(found, match)
            if isinstance(verdict, Reply):
                await self._play(room, match, found, verdict.text)
            elif verdict == "wait":
                await self.stored.skip_to(found, match.version)
            else:
                await self.stored.drop(found)

    async def _play(self, room: Room, match: Match, found: StoredPremoves, text: str) -> None:
        name = f"premove-{found.edition}-{match.turn}"
        action = match.game.notation.parse(text)
        act = Act(found.premoves.seat, action, match.turn, name)
        try:
            await self.hall.match_loop.carry_out(room, act)
        except Refused as error:
            if error.refusal.code in TRY_AGAIN:
                self._seen.pop(room.id, None)
                return
            log.warning("a premove was refused", match=room.id, code=error.refusal.code)
            await self.stored.drop(found)

    async def work(self) -> None:
        """Look for ever."""
        looks = 0
        while True:
            try:
                if looks % LOOKS_TO_CATCH_UP == 0 and self.hall.cluster.is_first():
                    await self.catch_up()
                await self.look()
            except StoreUnavailable:
                """The store has logged it."""
            except Exception:  # noqa: BLE001 - the next look tries again
                log.exception("cannot play premoves")
            looks += 1
            await asyncio.sleep(LOOK_SECONDS)


def _verdict(found: StoredPremoves, match: Match) -> Verdict:
    if not holds(match, found.premoves.seat, found.holder):
        return "drop"
    return read_verdict(found.premoves, match)

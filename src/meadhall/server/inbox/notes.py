"""Notes in the store what waits for whom, some time after it happened, so that no move waits.

Rooms in memory are looked through once in NOTE_SECONDS. What changed is written when the room has
been quiet for that long, and at the latest after BUSY_SECONDS: two people who play quickly look at
the table and not at the inbox. What a server that died has not noted is made up for when the person
looks into the inbox.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.server.assembly import Hall
from meadhall.server.inbox.entries import entries_of
from meadhall.server.live.room import Room
from meadhall.store.inbox.stored_inbox import InboxEntry, SqlInbox
from meadhall.store.people.friends.bonds import SqlBonds

NOTE_SECONDS = 1.0
BUSY_SECONDS = 10.0
MOST_STALE = 100
"""How many matches are made up for when a person looks."""
Seen: TypeAlias = tuple[int, frozenset[Seat]]
"""The version of a match, and whose people are connected to it here."""


@dataclass(slots=True)
class _Watched:
    """A room that has changed since it was noted."""

    seen: Seen
    since: float


@dataclass(slots=True)
class InboxNotes:
    """Keeps the stored inbox up to date with the rooms of this process."""

    hall: Hall
    stored: SqlInbox
    bonds: SqlBonds
    _noted: dict[str, Seen] = field(default_factory=dict)
    _changed: dict[str, _Watched] = field(default_factory=dict)

    async def note_changes(self) -> int:
        """Write what has become quiet; returns how many rooms that were."""
        rooms = self.hall.match_loop.rooms
        due = [room for room in list(rooms.values()) if self._is_due(room)]
        for match in self._noted.keys() - rooms.keys():
            del self._noted[match]
        for match in self._changed.keys() - rooms.keys():
            del self._changed[match]
        if due:
            await self.note(due)
        return len(due)

    async def note(self, rooms: Sequence[Room]) -> None:
        """Write what waits at these matches."""
        entries: list[InboxEntry] = []
        here: set[tuple[str, str]] = set()
        noted: dict[str, Seen] = {}
        blocks = await self.bonds.blocks_of(_listeners(rooms))
        for room in rooms:
            noted[room.id] = _state(room)
            entries += entries_of(room.channel, blocks)
            players = [room.channel.match.players[seat] for seat in noted[room.id][1]]
            here |= {(player.holder, room.id) for player in players if player}
        await self.stored.put(entries, here, self.hall.match_loop.clock())
        self._noted |= noted

    def note_again(self, holder: str) -> None:
        """Note the person's matches here once more: whom the person blocks has changed."""
        for match in [*self._noted]:
            room = self.hall.match_loop.rooms.get(match)
            if room is not None and holder in _people(room):
                del self._noted[match]

    async def make_up(self, holder: str) -> None:
        """Note what nobody has noted of the person's matches."""
        rooms: list[Room] = []
        for match in await self.stored.stale(holder, MOST_STALE):
            known = self.hall.match_loop.rooms.get(match)
            # What is in memory is noted in a moment, and a match against computers never.
            if known is not None and self._noted.get(match) == _state(known):
                continue
            try:
                rooms.append(await self.hall.match_loop.room(match))
            except Refused:
                """It cannot be played, so nothing waits there."""
        if rooms:
            await self.note(rooms)

    def _is_due(self, room: Room) -> bool:
        """Whether the room has changed, and is quiet now or has waited for long."""
        state = _state(room)
        if not room.is_stored or self._noted.get(room.id) == state:
            self._changed.pop(room.id, None)
            return False
        watched = self._changed.get(room.id)
        if watched is not None and watched.seen == state:
            del self._changed[room.id]
            return True
        since = watched.since if watched is not None else monotonic()
        if monotonic() - since >= BUSY_SECONDS:
            del self._changed[room.id]
            return True
        self._changed[room.id] = _Watched(state, since)
        return False


def _people(room: Room) -> set[str]:
    return {player.holder for player in room.channel.match.players if player and player.holder}


def _listeners(rooms: Sequence[Room]) -> set[str]:
    """The people at tables where somebody has said something."""
    return {person for room in rooms if room.channel.chat for person in _people(room)}


def _state(room: Room) -> Seen:
    channel = room.channel
    here = frozenset(channel.local_seats()) if channel.audience else frozenset()
    return channel.match.version, here

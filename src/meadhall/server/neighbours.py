"""What this process does when it hears of other processes on the same database."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.commands import ComeBack, GoAway, Reopen
from meadhall.server.broadcast.publish import send_table
from meadhall.server.cluster.port import Cluster
from meadhall.server.live.caretaker import Caretaker
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.net.hall_socket import HallSockets
from meadhall.server.net.rights import Rights


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Implements `Hearer` for a hall."""

    match_loop: MatchLoop
    caretaker: Caretaker
    cluster: Cluster
    rights: Rights
    hall: HallSockets
    note_outage: Callable[[Exception], None]

    def follows(self, matches: Collection[str]) -> bool:
        """Whether any of these matches is followed. What is loaded later is read as it is then."""
        rooms = self.match_loop.rooms
        if rooms.keys().isdisjoint(matches):  # as most news, among many processes
            return False
        return any(self._is_followed(rooms[match]) for match in rooms.keys() & matches)

    def _is_followed(self, room: Room) -> bool:
        """Whether somebody watches it here, or it is tended here, or lists show it.

        Of all others, what is missing is read when somebody asks for the match.
        """
        is_watched = room.channel.audience or room.match.phase == "lobby"
        return bool(is_watched) or self.cluster.has_lease(room.id)

    async def note_facts(self, matches: Mapping[str, int] | None) -> None:
        """Read what matches have missed: those of the news that are followed, or all in memory."""
        rooms = self.match_loop.rooms
        if matches is None:
            behind = list(rooms.values())
        else:
            known = ((rooms.get(match), version) for match, version in matches.items())
            behind = [
                room
                for room, version in known
                if room and room.channel.match.version < version and self._is_followed(room)
            ]
        await self.match_loop.refresh(behind)

    def note_lists(self, holders: Collection[str]) -> None:
        """Read the lists again."""
        self.hall.note_change(holders)

    async def note_rights(self, people: Collection[str] | None) -> None:
        """Close connections whose rights have ended."""
        await self.rights.check_connections(people)

    async def note_seats(self, matches: Collection[str]) -> None:
        """Show who is here, at whichever process."""
        self.hall.note_change(())  # lists show where somebody waits
        rooms = [
            self.match_loop.rooms[match] for match in matches if match in self.match_loop.rooms
        ]
        if not rooms:
            return
        elsewhere = await self.cluster.seats_elsewhere([room.id for room in rooms])
        for room in rooms:
            if room.channel.elsewhere != elsewhere[room.id]:
                room.channel.elsewhere = elsewhere[room.id]
                if room.channel.audience:
                    send_table(room.channel, self.match_loop.clock())

    async def note_invitation(self, match: str, following: str) -> None:
        """Invite those who are at the old table here."""
        await self.caretaker.invite_to(match, following)

    async def note_leases(self, matches: Collection[str]) -> None:
        """Do what is due."""
        for match in set(matches) - self.match_loop.rooms.keys():
            self.cluster.release(match)
        await self._go_on(matches)

    async def _go_on(self, matches: Collection[str]) -> None:
        """Ask bots and set clocks in rooms that may not have been followed until now."""
        held = [self.match_loop.rooms[match] for match in self.match_loop.rooms.keys() & matches]
        await self.match_loop.refresh(held)
        for room in held:
            if not room.dropped:
                self.match_loop.after_commit(room)

    async def take_on(self, matches: Collection[str]) -> None:
        """Load the matches, which asks bots and sets clocks."""
        await self._go_on(matches)
        for match in set(matches) - self.match_loop.rooms.keys():
            try:
                await self.match_loop.room(match)
            except Refused:  # it cannot be loaded, so nobody can go on with it
                self.cluster.release(match)

    async def went_away(self, match: str, seat: Seat, lost: int | None) -> None:
        """Store that the person is away; the time that a fault took is nobody's."""
        with suppress(Refused):
            room = await self.match_loop.room(match)
            if seat in room.channel.local_seats():
                return
            if lost is not None:
                self.match_loop.submit(room, Reopen(lost), lambda _: None)
            self.match_loop.submit(room, GoAway(seat), lambda _: None)

    def came_back(self, match: str, lost: int) -> None:
        """The time that a fault took is nobody's."""
        room = self.match_loop.rooms.get(match)
        if room is not None:
            self.match_loop.submit(room, Reopen(lost), lambda _: None)
            for seat in room.channel.local_seats():
                self.match_loop.submit(room, ComeBack(seat), lambda _: None)

    def note_standstill(self, ms: int) -> None:
        """The time is nobody's: who is connected here could not move."""
        self.caretaker.reopen_here(self.match_loop.clock() - ms)

    def note_lapse(self) -> None:
        """Have everybody connect again, here or elsewhere, and forget what may be old."""
        for room in list(self.match_loop.rooms.values()):
            self.match_loop.forget(room)

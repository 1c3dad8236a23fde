"""The table's WebSocket: lets a connection in, serves it until it ends, and says who is there."""

import asyncio
from dataclasses import dataclass, field

from litestar.types import Receive, Scope, Send

from meadhall.core.refusal import Refused
from meadhall.match.commands import ComeBack, GoAway
from meadhall.match.ports import StoreUnavailable, summary_of
from meadhall.server.broadcast.publish import send_table, welcome
from meadhall.server.live.caretaker import Caretaker
from meadhall.server.live.delayed_rooms import DelayedRooms
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room
from meadhall.server.live.session import Session, read_message
from meadhall.server.net.admission import Admission, Hangup
from meadhall.server.net.asgi_ws import AsgiConnection
from meadhall.server.net.connection import Connection, ConnectionEnded, offered_connection
from meadhall.server.net.hall_socket import HallSockets
from meadhall.server.net.outbox import Outbox
from meadhall.server.protocol.messages import Join
from meadhall.server.settings import Settings

CROWD, CROWD_SECONDS = 20, 0.2
"""Where more viewers than CROWD are, arrivals and departures are announced at most once in
CROWD_SECONDS: every announcement goes to everybody."""


@dataclass(frozen=True, slots=True)
class TableSockets:
    """Serves the sockets of all tables: an ASGI application for one path."""

    match_loop: MatchLoop
    caretaker: Caretaker
    admission: Admission
    settings: Settings
    hall: HallSockets
    delayed: DelayedRooms
    crowded: set[Room] = field(default_factory=set)
    """Rooms where an announcement is due."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its opening to its end."""
        connection = offered_connection(scope) or self._plain_connection(receive, send)
        outbox = Outbox(connection)
        # Before it is checked: a page sees close codes, but not why a handshake was refused.
        await connection.accept()
        try:
            with self.admission.count_connection(scope) as address:
                join = await _first_message(connection, self.settings.join_seconds)
                room = await self.admission.admit(scope, join, outbox, address)
                with (
                    self.admission.count_spectator(outbox, address),
                    self.admission.rights.keep_track(outbox),
                ):
                    await self.admission.check_rights(outbox)
                    await self._serve(room, join.since, connection, outbox)
        except Hangup as hangup:
            outbox.hang_up(hangup.code)
        except StoreUnavailable:
            outbox.hang_up(1013)
        await outbox.wait_closed()

    def _plain_connection(self, receive: Receive, send: Send) -> AsgiConnection:
        settings = self.settings
        return AsgiConnection(receive, send, settings.message_bytes, settings.backlog_bytes)

    async def _serve(self, room: Room, since: int, connection: Connection, outbox: Outbox) -> None:
        if room.dropped:  # while it was checked who comes, who would be left alone in it
            raise Hangup(1013)
        seen = room if outbox.seats else await self.delayed.room_for_spectators(room)
        session = Session(self.match_loop, self.caretaker, seen, outbox, self.settings.message_rate)
        if seen is not room:
            session.played, session.behind_ms = room, self.delayed.behind_ms
        self._enter(session, outbox, since)
        self.match_loop.metrics.sockets.inc()
        try:
            # News is followed from here on. What came while it was checked who comes is read now.
            await self.match_loop.refresh([room])
            await connection.listen(session.hear)
        finally:
            self.match_loop.metrics.sockets.dec()
            seen.channel.exit(outbox)
            self._exit(room, outbox)

    def _enter(self, session: Session, outbox: Outbox, since: int) -> None:
        room, seen = session.played, session.room
        # Before it enters: a second tab of a player who is here brings nobody back.
        arrived = set(outbox.seats) - room.channel.local_seats()
        seen.channel.enter(outbox)
        self.caretaker.cluster.enter(room.id, outbox.seats)
        now = self.match_loop.clock() - session.behind_ms
        outbox.put(welcome(seen.channel, outbox, since, now))
        self._note_presence(room, [ComeBack(seat) for seat in sorted(arrived)])

    def _exit(self, room: Room, outbox: Outbox) -> None:
        gone = set(outbox.seats) - room.channel.local_seats()
        # They may be elsewhere: where that is not known, the cluster finds out.
        is_asked = self.caretaker.cluster.exit(room.id, gone)
        self._note_presence(room, [] if is_asked else [GoAway(seat) for seat in sorted(gone)])

    def _note_presence(self, room: Room, commands: list[ComeBack] | list[GoAway]) -> None:
        for command in commands:
            self.match_loop.submit(room, command, lambda _: None)
        if commands and room.match.phase == "lobby":  # lists show where somebody waits
            self.hall.note_change(summary_of(room.match).holders)
        if room.channel.size() <= CROWD:
            self._announce(room)
        elif room not in self.crowded:
            self.crowded.add(room)
            asyncio.get_running_loop().call_later(CROWD_SECONDS, self._announce, room)

    def _announce(self, room: Room) -> None:
        self.crowded.discard(room)
        if room.channel.audience:
            send_table(room.channel, self.match_loop.clock())


async def _first_message(connection: Connection, seconds: int) -> Join:
    """The `join` that every connection begins with."""
    try:
        message = read_message(await asyncio.wait_for(connection.next_message(), seconds))
    except TimeoutError:
        raise Hangup(4408) from None
    except ConnectionEnded:
        raise Hangup(1000) from None
    except UnicodeDecodeError:
        raise Hangup(1007) from None
    except Refused:
        raise Hangup(4400) from None
    if not isinstance(message, Join):
        raise Hangup(4400)
    return message

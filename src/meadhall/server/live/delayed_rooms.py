"""What spectators see of matches with secrets: the match as it was some time ago.

Somebody could watch in a second window, or beside a player, and tell what the others do. A delayed
room is a second copy of the match, which spectators share. It gets facts from the store when they
are old enough, so players' moves have nothing to do with it.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

from meadhall.match.evolve import apply_facts
from meadhall.match.facts import Fact, Started
from meadhall.match.match import Match
from meadhall.server.broadcast.publish import publish, send_table
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.broadcast.table_view import table_view
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room, game_of, load_room
from meadhall.server.metrics import log
from meadhall.server.protocol.messages import TableView

CHECK_SECONDS = 0.5
"""How often it is looked what has become old enough."""
LINGER_SECONDS = 5.0
"""How long a copy stays after it was asked for, if nobody enters: making one takes time."""


@dataclass(slots=True)
class DelayedRoom:
    """The copy of a match, and the facts that are still too new for it."""

    room: Room
    waiting: deque[Fact] = field(default_factory=deque[Fact])
    asked: float = 0.0
    """When somebody last asked for it."""


class DelayedRooms:
    """The copies of all matches that somebody watches with a delay."""

    def __init__(self, match_loop: MatchLoop, seconds: int) -> None:
        self._match_loop = match_loop
        self.behind_ms = seconds * 1000
        self._rooms: dict[str, DelayedRoom] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()

    async def room_for_spectators(self, room: Room) -> Room:
        """The room that its spectators enter: a copy that is behind, or the room itself."""
        if not self.behind_ms or not _has_secrets_from_spectators(room.channel.match):
            return room
        async with self._turn:
            known = self._rooms.get(room.id)
            if known is None:
                known = self._rooms[room.id] = await self._copy(room)
                task = asyncio.create_task(self._follow(known))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        known.asked = monotonic()
        return known.room

    async def table_for_spectators(self, room: Room) -> TableView:
        """The table as people see it who have no seat there."""
        seen, now = await self.room_for_spectators(room), self._match_loop.clock()
        return table_view(seen.channel, now if seen is room else now - self.behind_ms)

    async def stop(self, farewell: bytes) -> None:
        """Send all spectators this message, and ask them to come back later."""
        channels = [delayed.room.channel for delayed in self._rooms.values()]
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for listener in [one for channel in channels for one in channel.listeners()]:
            listener.put(farewell)
            listener.hang_up(1012)

    async def _copy(self, room: Room) -> DelayedRoom:
        """The match as it was before the delay, but always with everything before its start."""
        facts = await self._match_loop.store.facts(room.id)
        encoder = self._match_loop.encoder(room.game)
        game = game_of(facts[0], self._match_loop.games)
        count = _old_enough(facts, self._match_loop.clock() - self.behind_ms)
        shown = await load_room(game, facts[:count], encoder, asyncio.Lock())
        shown.channel.behind = self.behind_ms // 1000
        self._share_presence(room, shown)
        return DelayedRoom(shown, deque(facts[count:]))

    async def _follow(self, delayed: DelayedRoom) -> None:
        """Bring the copy up to date for as long as somebody watches or asks for it."""
        match, channel = delayed.room.id, delayed.room.channel
        try:
            while channel.audience or monotonic() < delayed.asked + LINGER_SECONDS:
                await asyncio.sleep(CHECK_SECONDS)
                await self._catch_up(delayed)
        except Exception:  # noqa: BLE001 - whatever it was, spectators come again
            log.exception("cannot follow a match for spectators", match=match)
            for listener in channel.listeners():
                listener.hang_up(1013)
        finally:
            del self._rooms[match]
            live = self._match_loop.rooms.get(match)
            if live is not None:
                live.channel.followers = 0

    async def _catch_up(self, delayed: DelayedRoom) -> None:
        live = await self._match_loop.room(delayed.room.id)
        # The stored match, not `live.match`: nobody hears of what is not stored.
        stored, shown = live.channel.match, delayed.room
        if stored.version > shown.match.version + len(delayed.waiting):
            facts = await self._match_loop.store.facts(shown.id)
            delayed.waiting = deque(facts[shown.match.version :])
        self._apply_due(delayed, is_over=stored.phase == "over")
        self._share_presence(live, shown)

    def _apply_due(self, delayed: DelayedRoom, *, is_over: bool) -> None:
        """Show what is old enough. After the end nothing is secret."""
        shown, now = delayed.room, self._match_loop.clock() - self.behind_ms
        while delayed.waiting:
            is_open = is_over or shown.match.phase == "lobby"
            if not is_open and delayed.waiting[0].at > now:
                return
            before = shown.match
            outcome = apply_facts(before, delayed.waiting.popleft())
            shown.match = outcome.match
            publish([StoredChange(shown.channel, before, outcome)], now)

    def _share_presence(self, live: Room, shown: Room) -> None:
        """Let spectators see who is here, and players how many watch."""
        now = self._match_loop.clock()
        here, watching = frozenset(live.channel.seats_here()), shown.channel.spectators()
        if shown.channel.elsewhere != here:
            shown.channel.elsewhere = here
            send_table(shown.channel, now - self.behind_ms)
        if live.channel.followers != watching:
            live.channel.followers = watching
            send_table(live.channel, now)


def _old_enough(facts: Sequence[Fact], now: int) -> int:
    """How many facts spectators may know: all up to the start, and those before this time."""
    numbered = list(enumerate(facts))
    start = next((n + 1 for n, fact in numbered if isinstance(fact, Started)), len(facts))
    return max(start, next((n for n, fact in numbered if fact.at > now), len(facts)))


def _has_secrets_from_spectators(match: Match) -> bool:
    """Whether people play, or will play, who could learn something from a spectator."""
    if not match.traits.hidden or match.phase == "over":
        return False
    return match.phase == "lobby" or any(match.is_person(seat) for seat in range(match.setup.seats))

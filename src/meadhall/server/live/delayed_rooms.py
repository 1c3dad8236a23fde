"""What spectators see of matches with secrets: the match as it was some time ago.

Somebody could watch in a second window, or beside a player, and tell what the others do. A delayed
room is a second copy of the match, which spectators share. It gets facts from the store when they
are old enough, so players' moves have nothing to do with it.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from meadhall.match.evolve import apply_facts
from meadhall.match.facts import Fact
from meadhall.match.match import Match
from meadhall.server.broadcast.publish import publish, send_table
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.live.room import Room, game_of, load_room
from meadhall.server.metrics import log

CHECK_SECONDS = 0.5
"""How often it is looked what has become old enough."""


@dataclass(slots=True)
class DelayedRoom:
    """The copy of a match, and the facts that are still too new for it."""

    room: Room
    waiting: deque[Fact] = field(default_factory=deque[Fact])


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
        if not self.behind_ms or not _has_secrets_from_spectators(room.match):
            return room
        async with self._turn:
            known = self._rooms.get(room.id)
            if known is None:
                known = self._rooms[room.id] = await self._copy(room)
                task = asyncio.create_task(self._follow(known))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        return known.room

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
        delayed = DelayedRoom(await load_room(game, facts[:1], encoder, asyncio.Lock()))
        delayed.waiting.extend(facts[1:])
        delayed.room.channel.behind = self.behind_ms // 1000
        self._apply_due(delayed, is_over=False)
        return delayed

    async def _follow(self, delayed: DelayedRoom) -> None:
        """Bring the copy up to date for as long as somebody watches."""
        match = delayed.room.id
        try:
            await asyncio.sleep(CHECK_SECONDS)  # who asked for it enters meanwhile
            while delayed.room.channel.audience:
                await self._catch_up(delayed)
                await asyncio.sleep(CHECK_SECONDS)
        except Exception:  # noqa: BLE001 - whatever it was, spectators come again
            log.exception("cannot follow a match for spectators", match=match)
            for listener in delayed.room.channel.listeners():
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


def _has_secrets_from_spectators(match: Match) -> bool:
    """Whether people play, or will play, who could learn something from a spectator."""
    if not match.traits.hidden or match.phase == "over":
        return False
    return match.phase == "lobby" or any(match.is_person(seat) for seat in range(match.setup.seats))

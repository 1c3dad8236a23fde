"""Keeps matches going by itself: starts them, lets bots play, watches clocks, opens rematches."""

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace

from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.core.status import ToAct
from meadhall.match.clock import counts, is_timed
from meadhall.match.commands import Abandon, Act, GoAway, Link, Reopen, Start, Tick
from meadhall.match.facts import Created, Fact, Player
from meadhall.match.fork import opened, rematch_of
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.play import due
from meadhall.match.ports import Damage, Query
from meadhall.match.table import rematch_agreed
from meadhall.server.botseats import BotSeats, chosen, fallback
from meadhall.server.frames import to_json
from meadhall.server.hub import Hub, accepted
from meadhall.server.keys import Keys, SeatKey, random_id
from meadhall.server.lines import Choice
from meadhall.server.observe import log
from meadhall.server.protocol import Rematched, Thinking
from meadhall.server.room import Room

CODE_LENGTH = 6
EVERYTHING = 1_000_000
ARRIVAL_SECONDS = 10.0
"""How long people have to connect once a match begins or comes from the disk."""


@dataclass(slots=True)
class Care:
    """What is going on for one room besides its people."""

    roll: asyncio.TimerHandle
    """Rings when it is time to see who has come."""
    timer: asyncio.TimerHandle | None = None
    due: int | None = None
    people: tuple[Player | None, ...] = ()
    """Who sits there, once no bot has been found among them."""
    thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = field(default_factory=dict)

    def is_quiet(self, match: Match) -> bool:
        """Whether the match goes on by itself."""
        on_their_own = match.players is self.people and isinstance(match.status, ToAct)
        return on_their_own and self.due is None and not counts(match.face)

    def end(self) -> list[asyncio.Task[None]]:
        """Cancel everything; the tasks that are still to end."""
        self.roll.cancel()
        if self.timer is not None:
            self.timer.cancel()
        tasks = [task for _, task in self.thinking.values()]
        for task in tasks:
            task.cancel()
        return tasks


class Steward:
    """Looks after rooms whenever something of them was stored."""

    def __init__(self, hub: Hub, bots: BotSeats, keys: Keys) -> None:
        self.hub, self.bots, self.keys = hub, bots, keys
        self._opening = False
        self._cares: dict[str, Care] = {}
        self._rematching: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def tend(self, room: Room) -> None:
        """Do whatever is due for the room; where people play without a clock, nothing is."""
        care = self._cares.get(room.id)
        if self._opening or (care is not None and care.is_quiet(room.match)):
            return
        try:
            self._tend(room)
        except Exception:  # noqa: BLE001 - one game's mistake must not stop other tables
            log.exception("cannot tend", match=room.id)

    def _tend(self, room: Room) -> None:
        phase = room.match.phase
        if phase == "playing":
            care = self._cares.get(room.id) or self._taken_up(room)
            self._watch_clock(room, care)
            self._ask_bots(room, care)
        elif phase == "lobby":
            self._begin(room)
        elif phase == "over":
            self._close(room)

    def let_go(self, room: Room) -> None:
        """Stop caring: the room leaves the memory."""
        care = self._cares.pop(room.id, None)
        if care is not None:
            care.end()

    def needs_memory(self, room: Room) -> bool:
        """Whether the room has to stay though nobody is there: a clock runs, or a bot thinks."""
        care = self._cares.get(room.id)
        return care is not None and (care.timer is not None or bool(care.thinking))

    async def reopen(self, since: int) -> None:
        """After a start: set the clocks of all running matches going again, closed since then.

        Matches without a clock stay on the disk until somebody comes.
        """
        self._opening = True  # no clock may ring before it has been told how long it stood still
        query = Query(phases=("playing",), limit=EVERYTHING)
        found = [item async for item in self.hub.store.scan(query)]
        for item in found:
            if isinstance(item, Damage):
                log.error("damaged match", match=item.match, damage=item.text)
            elif self._is_timed(item[1]):
                await self._reopen(item[0], since)
        self._opening = False
        for room in list(self.hub.rooms.values()):
            self.tend(room)

    async def stop(self) -> None:
        """Cancel everything."""
        tasks = [task for care in self._cares.values() for task in care.end()]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._tasks, return_exceptions=True)

    def next_match(self, match: Match, *, rotated: bool) -> Outcome:
        """The same people at a new table, moved on by one seat or not."""
        setup, players = rematch_of(match, random_id(), secrets.token_hex(16))
        setup = replace(setup, code=random_id(CODE_LENGTH).upper(), origin=None)
        if not rotated:
            players = tuple(player for player in match.players if player is not None)
        return accepted(opened(match.game, setup, players, self.hub.clock()))

    def invite(self, room: Room, following: Room) -> None:
        """Tell everybody at the old table where the new one is, with the keys to their seats."""
        for outlet in room.outlets():
            holders = {_holder(room.match, seat) for seat in outlet.seats}
            keys = [
                SeatKey(following.id, seat, player.holder)
                for seat, player in enumerate(following.match.players)
                if player is not None and not player.bot and player.holder in holders
            ]
            tokens = tuple(self.keys.sign_seat(key) for key in keys)
            outlet.put(to_json(Rematched(following.id, tokens)))

    def _is_timed(self, facts: tuple[Fact, ...]) -> bool:
        first = facts[0]
        if not isinstance(first, Created):
            return False
        try:
            game = self.hub.games(first.setup.game)
        except Refused:  # a game that is not installed any more
            return False
        return is_timed(first.setup.clock, by_rules=game.time_limit is not None)

    async def _reopen(self, match: str, since: int) -> None:
        try:
            room = await self.hub.room(match)
            if due(room.match) is not None:
                await self.hub.carry_out(room, Reopen(since))
        except Refused as error:
            log.warning("cannot reopen", match=match, why=str(error))

    def call_the_roll(self, room: Room) -> None:
        """Write down who is away: a killed server could not, nor is it told before the start."""
        here = room.here()
        for seat in range(room.match.setup.seats):
            if room.match.is_person(seat) and seat not in here:
                self.hub.submit(room, GoAway(seat), lambda _: None)

    def _taken_up(self, room: Room) -> Care:
        loop = asyncio.get_running_loop()
        care = Care(loop.call_later(ARRIVAL_SECONDS, self.call_the_roll, room))
        self._cares[room.id] = care
        return care

    def _begin(self, room: Room) -> None:
        match = room.match
        people = [seat for seat in range(match.setup.seats) if match.is_person(seat)]
        if None not in match.players and all(match.ready[seat] for seat in people):
            self.hub.submit(room, Start(), lambda _: None)

    def _close(self, room: Room) -> None:
        self.let_go(room)
        if rematch_agreed(room.match) and room.id not in self._rematching:
            self._rematching.add(room.id)
            self.spawn(self._open_rematch(room))

    async def _open_rematch(self, room: Room) -> None:
        """Open and link it in one commit, so that a killed server does not open it twice."""
        outcome = self.next_match(room.match, rotated=True)
        link = Link(outcome.match.setup.id)
        opening = asyncio.gather(self.hub.open(outcome), self.hub.carry_out(room, link))
        try:
            following, _ = await opening
        except Refused as error:  # somebody changed their mind in that very moment
            log.warning("no rematch", match=room.id, why=str(error))
            if link.match in self.hub.rooms:
                self.hub.submit(self.hub.rooms[link.match], Abandon(), lambda _: None)
        else:
            self.invite(room, following)
        finally:
            self._rematching.discard(room.id)

    def _watch_clock(self, room: Room, care: Care) -> None:
        instant = due(room.match)
        if instant == care.due:
            return
        if care.timer is not None:
            care.timer.cancel()
        care.due, care.timer = instant, None
        if instant is not None:
            wait = max(0, instant - self.hub.clock()) / 1000
            loop = asyncio.get_running_loop()
            care.timer = loop.call_later(wait, self._ring, room)

    def _ring(self, room: Room) -> None:
        care = self._cares[room.id]
        care.timer = care.due = None
        self.hub.submit(room, Tick(), lambda _: None)

    def _ask_bots(self, room: Room, care: Care) -> None:
        match, asked = room.match, room.match.asked
        for seat, (turn, task) in list(care.thinking.items()):
            if turn != match.turn or seat not in asked:
                task.cancel()
                del care.thinking[seat]
        for seat in asked:
            player = match.players[seat]
            if player is not None and player.bot and seat not in care.thinking:
                task = asyncio.create_task(self._play(room, match, seat, player.bot))
                care.thinking[seat] = (match.turn, task)
        if not care.thinking and not any(player and player.bot for player in match.players):
            care.people = match.players

    async def _play(self, room: Room, match: Match, seat: Seat, level: str) -> None:
        self.hub.figures.thinking.inc()
        _tell_all(room, Thinking(seat, done=False))
        try:
            choice, action = await self._choose(match, seat, level)
        finally:
            self.hub.figures.thinking.dec()
        if choice is not None and not match.game.spec.hidden:
            _tell_all(room, _thought(seat, choice))
        else:
            _tell_all(room, Thinking(seat, done=True))
        self._cares[room.id].thinking.pop(seat, None)
        self.hub.submit(room, Act(seat, action, match.turn), _warn_of_refusal)

    async def _choose(self, match: Match, seat: Seat, level: str) -> tuple[Choice | None, object]:
        """The bot's action, checked; where it fails, what a run-out clock would play."""
        game = match.game
        try:
            choice = await self.bots.choose(match, seat, level)
            action = chosen(game, match.state, seat, choice)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the match goes on
            log.warning("bot failed", match=match.setup.id, seat=seat, level=level, why=str(error))
            self.hub.figures.bot_failures.inc()
            return None, fallback(game, match.state, seat)
        return choice, action

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for; it ends with the hall."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _holder(match: Match, seat: Seat) -> str:
    player = match.players[seat]
    return player.holder if player else ""


def _tell_all(room: Room, message: Thinking) -> None:
    frame = to_json(message)
    for outlet in room.outlets():
        outlet.put(frame)


def _thought(seat: Seat, choice: Choice) -> Thinking:
    return Thinking(
        seat, done=True, depth=choice.depth, score=choice.score, nodes=choice.nodes,
        line=choice.line, note=choice.note, chance=choice.chance,
    )  # fmt: skip


def _warn_of_refusal(given: Outcome | Rejected) -> None:
    if isinstance(given, Rejected):
        log.info("bot came too late", code=given.code)

"""Does what no player asks for: starts matches, asks bots, runs clocks, opens rematches."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress

import msgspec

from meadhall.core.refusal import Refusal, Refused
from meadhall.core.seats import Seat
from meadhall.core.status import ToAct
from meadhall.match.clock import has_limit
from meadhall.match.commands import Abandon, Act, ComeBack, GoAway, Link, Reopen, Start, Tick
from meadhall.match.decide.play import TOO_MANY_CHANGES, due
from meadhall.match.decide.proposals import is_rematch_agreed
from meadhall.match.facts import Fact, Rematched, Reserved, WentAway
from meadhall.match.fork import Seating, open_match, rematch_seating, setup_after
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import StoreUnavailable
from meadhall.server.bots.pool import BotPool, fallback_action, parse_choice
from meadhall.server.bots.program import Choice
from meadhall.server.broadcast.channel import holds
from meadhall.server.cluster.port import Cluster
from meadhall.server.live.match_loop import MatchLoop, raise_if_refused
from meadhall.server.live.reservations import Reservations
from meadhall.server.live.room import Room
from meadhall.server.live.room_tasks import Closure, RoomTasks
from meadhall.server.metrics import log
from meadhall.server.protocol.encoding import to_json
from meadhall.server.protocol.messages import RematchedMessage, Thinking
from meadhall.server.protocol.tokens import SeatToken, Tokens, random_id

# 31**6 is nearly 900 million codes. If two tables share one, the newer table is found.
CODE_LENGTH = 6
ARRIVAL_SECONDS = 10.0
"""How long players have to connect after a match has started or was loaded."""

FINISHED_MS = 5_000
"""How long a finished match stays in memory with nobody there, in case a page is reloaded.

If it were longer, most matches in memory would be finished ones under load.
"""


DUE_AHEAD_MS = 20_000
"""How long before its clock may run out a match is loaded."""


ANOTHER_SECONDS = 0.5
"""How long to wait for a process that should let a clock run out."""


class Caretaker:
    """Looks after rooms. The match loop calls `after_commit` whenever it has stored facts."""

    def __init__(
        self,
        match_loop: MatchLoop,
        bots: BotPool,
        tokens: Tokens,
        idle_minutes: int,
        cluster: Cluster,
    ) -> None:
        self.match_loop, self.bots, self.tokens = match_loop, bots, tokens
        self.cluster = cluster
        self.reservations = Reservations(match_loop, tokens)
        self._idle_ms = idle_minutes * 60_000
        self._closures: tuple[Closure, ...] = ()
        self._unreadable: set[str] = set()
        """Matches that could not be loaded when their clock was due; they are not tried again."""
        self._tasks_of: dict[str, RoomTasks] = {}
        self._rematching: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def after_commit(self, room: Room) -> None:
        """Do what the room needs after a commit: start, clock, bots or rematch."""
        tasks = self._tasks_of.get(room.id)
        if tasks is not None and _is_quiet(tasks, room.match):
            return
        try:
            self._after_commit(room)
        except Exception:  # noqa: BLE001 - a bug in one game must not stop other tables
            log.exception("caretaker failed", match=room.id)

    def _after_commit(self, room: Room) -> None:
        phase = room.match.phase
        if phase == "playing":
            tasks = self._tasks_of.get(room.id) or self._add_tasks(room)
            self._watch_clock(room, tasks)
            self._ask_bots(room, tasks)
        elif phase == "lobby":
            self._start(room)
        elif phase == "over":
            self._finish(room)

    async def unload_idle_rooms(self, now: int) -> None:
        """Unload rooms that are empty, idle and have no work soon."""
        idle = [room for room in self.match_loop.rooms.values() if self._is_idle(room, now)]
        # Later facts do not lead to an earlier time, so it stays right whatever happens meanwhile.
        timed = {room.id: due(room.match) for room in idle if room.id in self._tasks_of}
        if timed:
            await self.match_loop.store.note_due(timed)
        for room in idle:
            if self._is_idle(room, now) and self.match_loop.rooms.get(room.id) is room:
                self.release(room)
                self.match_loop.unload(room)
                self.match_loop.metrics.hibernated.inc()

    def _is_idle(self, room: Room, now: int) -> bool:
        is_over, channel = room.match.result is not None, room.channel
        before = now - (FINISHED_MS if is_over else self._idle_ms)
        is_still = room.used < before and not channel.audience and not room.in_commit
        return is_still and not self.needs_memory(room, now)

    def release(self, room: Room) -> None:
        """There is nothing to do for a room that is unloaded."""
        self._end_tasks(room)
        self.cluster.release(room.id)

    def _end_tasks(self, room: Room) -> None:
        """Cancel the timers and bots of a room that is unloaded or over."""
        tasks = self._tasks_of.pop(room.id, None)
        if tasks is not None:
            tasks.end()

    def needs_memory(self, room: Room, now: int) -> bool:
        """Whether the room must stay loaded without players: a clock is due, or a bot thinks."""
        tasks = self._tasks_of.get(room.id)
        if tasks is None:
            return False
        # The timer of a clock that is due later is the column `due`: `load_due` reads it.
        is_due = tasks.timer is not None and (tasks.due or now) < now + 2 * DUE_AHEAD_MS
        return is_due or bool(tasks.thinking)

    async def reopen(self, closures: tuple[Closure, ...]) -> None:
        """Let clocks go on, without the times in which the hall was closed.

        Matches in memory do so now, the others when they are loaded.
        """
        self._closures = closures
        for room in list(self.match_loop.rooms.values()):
            await self.skip_closures(room)

    def reopen_here(self, since: int) -> None:
        """Let clocks of people who are connected here go on, without the time since then."""
        for room in list(self.match_loop.rooms.values()):
            if room.channel.local_seats():
                self.match_loop.submit(room, Reopen(since), lambda _: None)

    async def catch_up(self, room: Room) -> None:
        """Tell a room that is being loaded who is elsewhere, and when the hall was closed."""
        elsewhere = await self.cluster.seats_elsewhere([room.id])
        room.channel.elsewhere = elsewhere.get(room.id, frozenset())
        await self.skip_closures(room)

    async def skip_closures(self, room: Room) -> None:
        """Store the times since the room's last fact in which the hall was closed."""
        for closure in self._closures:
            if closure.until > room.match.at and due(room.match) is not None:
                await self.match_loop.carry_out(room, Reopen(closure.since), closure.until)

    async def load_due(self) -> None:
        """Load matches in which a clock may run out soon. Their timers do the rest."""
        soon = self.match_loop.clock() + DUE_AHEAD_MS
        taken = await self.cluster.take_due(soon)
        for match in await self.match_loop.store.due_before(soon) if taken is None else taken:
            if match in self.match_loop.rooms or match in self._unreadable:
                continue
            try:
                await self.match_loop.room(match)
            except Refused as error:
                log.warning("cannot resume", match=match, why=str(error))
                self._unreadable.add(match)

    async def stop(self) -> None:
        """Cancel everything."""
        tasks = [task for tasks in self._tasks_of.values() for task in tasks.end()]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._tasks, return_exceptions=True)

    def next_match(self, old: Match, reserved: Reserved, seating: Seating) -> Outcome:
        """A new match of the same people."""
        setup = setup_after(old, reserved, random_id(CODE_LENGTH).upper())
        now = self.match_loop.clock()
        return raise_if_refused(open_match(old.game, setup, seating.players, now, seating.shares))

    async def invite_to(self, match: str, following: str) -> None:
        """Invite those who are at the old table here to one that another process has opened."""
        room = self.match_loop.rooms.get(match)
        if room is not None and room.channel.audience:
            with suppress(Refused):
                self.invite(room, await self.match_loop.room(following))

    def follow(self, room: Room, facts: Sequence[Fact]) -> None:
        """Answer to what another process has stored."""
        for fact in facts:
            if isinstance(fact, Rematched):
                self.spawn(self.invite_to(room.id, fact.match))
            # The other process did not know yet that the person is here.
            elif isinstance(fact, WentAway) and fact.seat in room.channel.local_seats():
                self.match_loop.submit(room, ComeBack(fact.seat), lambda _: None)

    def invite(self, room: Room, following: Room) -> None:
        """Send everyone in the old room the next match and the tokens of their seats there."""
        for listener in room.channel.listeners():
            claims = _claims_in(following, listener.claims[0]) if listener.claims else []
            tokens = tuple(map(self.tokens.sign_seat, claims))
            listener.put(to_json(RematchedMessage(following.id, tokens)))

    def note_absences(self, room: Room) -> None:
        """Store which players are not connected.

        A server that was killed could not do so, and absences before the start are not stored.
        """
        here = room.channel.seats_here()
        for seat in range(room.match.setup.seats):
            if room.match.is_person(seat) and seat not in here:
                self.match_loop.submit(room, GoAway(seat), lambda _: None)

    def _add_tasks(self, room: Room) -> RoomTasks:
        loop = asyncio.get_running_loop()
        tasks = RoomTasks(loop.call_later(ARRIVAL_SECONDS, self.note_absences, room))
        self._tasks_of[room.id] = tasks
        return tasks

    def _start(self, room: Room) -> None:
        match = room.match
        people = [seat for seat in range(match.setup.seats) if match.is_person(seat)]
        is_ready = None not in match.players and all(match.ready[seat] for seat in people)
        if is_ready and self.cluster.tends(room.id):
            # A refusal needs no answer: the seats have changed or play has started, and the commit
            # of that calls `after_commit` again.
            self.match_loop.submit(room, Start(), lambda _: None)

    def _finish(self, room: Room) -> None:
        self._end_tasks(room)
        if not is_rematch_agreed(room.match):
            self.cluster.release(room.id)
        # Other commits, a message say, may come before the rematch is linked.
        elif room.id not in self._rematching and self.cluster.tends(room.id):
            self._rematching.add(room.id)
            self.spawn(self._open_rematch(room))

    async def _open_rematch(self, room: Room) -> None:
        """Open and link it in one commit, so that a crash cannot lead to two rematches."""
        match = room.match
        reserved = await self._promised_rematch(match)
        outcome = self.next_match(match, reserved, rematch_seating(match))
        link = Link(outcome.match.setup.id)
        try:
            following = await self.match_loop.open_and_link(outcome, room, link)
        except Refused as error:  # a player took the agreement back at the same moment
            log.warning("no rematch", match=room.id, why=str(error))
            if link.match in self.match_loop.rooms:
                self.match_loop.submit(self.match_loop.rooms[link.match], Abandon(), lambda _: None)
        else:
            self.invite(room, following)
        finally:
            self._rematching.discard(room.id)

    async def _promised_rematch(self, match: Match) -> Reserved:
        """What the players saw the commitment of, unless somebody has opened it meanwhile."""
        promised = match.proposal.rematch if match.proposal else None
        is_promised = promised is not None and await self.match_loop.is_new(promised.match)
        return promised if promised and is_promised else self.reservations.draw()

    def _watch_clock(self, room: Room, tasks: RoomTasks) -> None:
        instant = due(room.match)
        if instant == tasks.due:
            return
        if tasks.timer is not None:
            tasks.timer.cancel()
        tasks.due, tasks.timer = instant, None
        if instant is not None:
            self.cluster.tends(room.id)  # so that no other process loads it when it is due
            wait = max(0, instant - self.match_loop.clock()) / 1000
            loop = asyncio.get_running_loop()
            tasks.timer = loop.call_later(wait, self._time_out, room)

    def _time_out(self, room: Room) -> None:
        tasks = self._tasks_of[room.id]
        # With `due` cleared, a tick that came too early makes `_watch_clock` set the timer again.
        tasks.timer = tasks.due = None
        if self.cluster.is_alone:
            self.match_loop.submit(room, Tick(), lambda _: None)
        elif self.cluster.tends(room.id):
            self.spawn(self._tick_or_wait(room))
        else:  # another process does it, unless it dies first
            loop = asyncio.get_running_loop()
            tasks.timer = loop.call_later(ANOTHER_SECONDS, self._time_out, room)

    async def _tick_or_wait(self, room: Room) -> None:
        """Let the clock run out, unless people are away because their process died."""
        try:
            lost = await self.cluster.lost_since(room.id)
        except StoreUnavailable:
            lost = self.match_loop.clock()
        command = Tick() if lost is None else Reopen(lost)
        self.match_loop.submit(room, command, lambda _: self._watch_again(room))

    def _watch_again(self, room: Room) -> None:
        tasks = self._tasks_of.get(room.id)
        if tasks is not None and room.match.phase == "playing":
            self._watch_clock(room, tasks)

    def _ask_bots(self, room: Room, tasks: RoomTasks) -> None:
        match, asked = room.match, room.match.asked
        has_bots = any(player and player.bot for player in match.players)
        if has_bots and not self.cluster.tends(room.id):
            asked = ()
        for seat, (turn, task) in list(tasks.thinking.items()):
            if turn != match.turn or seat not in asked:
                task.cancel()
                del tasks.thinking[seat]
        for seat in asked:
            player = match.players[seat]
            if player is not None and player.bot and seat not in tasks.thinking:
                task = asyncio.create_task(self._play(room, match, seat, player.bot))
                tasks.thinking[seat] = (match.turn, task)
        if not has_bots:
            tasks.people = match.players

    async def _play(self, room: Room, match: Match, seat: Seat, level: str) -> None:
        self.match_loop.metrics.thinking.inc()
        _send_all(room, Thinking(seat, done=False))
        try:
            choice, action = await self._choose(match, seat, level)
        finally:
            self.match_loop.metrics.thinking.dec()
        # A bot's score or expected line could give away what its seat knows.
        if choice is not None and not match.traits.hidden:
            _send_all(room, _thoughts(seat, choice))
        else:
            _send_all(room, Thinking(seat, done=True))
        self._tasks_of[room.id].thinking.pop(seat, None)

        def answer(given: Outcome | Refusal) -> None:
            if given is TOO_MANY_CHANGES:
                last = fallback_action(match.game, match.state, seat)
                self.match_loop.submit(room, Act(seat, last, match.turn), _log_refusal)
            else:
                _log_refusal(given)

        self.match_loop.submit(room, Act(seat, action, match.turn), answer)

    async def _choose(self, match: Match, seat: Seat, level: str) -> tuple[Choice | None, object]:
        """The bot's choice and its action. If the bot fails: no choice, and the fallback action."""
        game = match.game
        try:
            choice = await self.bots.choose(match, seat, level)
            action = parse_choice(game, match.state, seat, choice)
        except Exception as error:  # noqa: BLE001 - the match goes on, whatever a bot does
            log.warning("bot failed", match=match.setup.id, seat=seat, level=level, why=str(error))
            self.match_loop.metrics.bot_failures.inc()
            return None, fallback_action(game, match.state, seat)
        return choice, action

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run a task that nobody waits for; it is cancelled when the server stops."""
        # asyncio itself keeps only a weak reference to a task.
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_quiet(tasks: RoomTasks, match: Match) -> bool:
    """Whether only people play, without a clock: then no commit needs the caretaker."""
    # By identity: whenever a player changes, the match gets a new tuple.
    only_people = match.players is tasks.people and isinstance(match.status, ToAct)
    return only_people and tasks.due is None and not has_limit(match.clock_state)


def _claims_in(room: Room, held: SeatToken) -> list[SeatToken]:
    """What the holder of that token can claim in a new room, by the same session."""
    seats = (seat for seat in range(room.match.setup.seats) if holds(room.match, seat, held.holder))
    return [msgspec.structs.replace(held, match=room.id, seat=seat, moves=0) for seat in seats]


def _send_all(room: Room, message: Thinking) -> None:
    frame = to_json(message)
    for listener in room.channel.listeners():
        listener.put(frame)


def _thoughts(seat: Seat, choice: Choice) -> Thinking:
    return Thinking(
        seat, done=True, depth=choice.depth, score=choice.score, nodes=choice.nodes,
        line=choice.line, note=choice.note, chance=choice.chance,
    )  # fmt: skip


def _log_refusal(given: Outcome | Refusal) -> None:
    if isinstance(given, Refusal):
        log.info("bot was too late", code=given.code)

"""The matches in memory, and the one loop that decides, stores and sends.

A tick, from the message to the seats that are told:

1. `submit` queues a command. `FairQueue` has one of each table join the next tick.
2. `_decide` asks the pure match what the command leads to, on the match in memory.
3. `_commit` stores the facts of all matches of the tick in one transaction.
4. `_publish` sends what was stored to everybody at the tables, then answers the client that asked.
5. `after_commit` lets the caretaker set clocks and ask bots.

Nobody hears of a fact before it is stored. A match whose facts could not be stored is dropped from
memory, and its people are asked to come back.

Where other processes share the database, a match in memory is a copy of its log: if another process
was quicker, `learn` takes in what it stored, and the command is decided again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import TypeAlias

import msgspec

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal, Refused
from meadhall.match.commands import Command
from meadhall.match.decide.handle import handle
from meadhall.match.facts import Acted, Fact
from meadhall.match.match import Outcome
from meadhall.match.ports import Append, DamagedMatch, MatchStore, StoreUnavailable, append_of
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.publish import publish
from meadhall.server.broadcast.stored_change import StoredChange
from meadhall.server.live.fair_queue import FairQueue
from meadhall.server.live.jobs import Answer, Decided, Job, Reading, Submitted, resolve
from meadhall.server.live.learning import StoredFact, learn
from meadhall.server.live.no_hooks import do_nothing, have_missed_nothing, log_failure, note_nothing
from meadhall.server.live.room import Room, game_of, load_room
from meadhall.server.metrics import Metrics, log
from meadhall.server.protocol.problem import CRASHED

MOST_LOADING = 1_000
"""How many matches may be loaded at the same time; more are refused."""
TRIES = 30
"""How often a command is decided again while other processes are quicker."""
NOT_STORED = Refusal("NOT_STORED", "That could not be saved. Try again.")
DAMAGED = Refusal("DAMAGED_MATCH", "This match can no longer be opened.")
ALREADY_OPEN = Refusal("ALREADY_OPEN", "This reservation was used before. Ask for another.")
Games: TypeAlias = Callable[[str], AnyGame]
Missed: TypeAlias = Callable[[Mapping[str, int]], Awaitable[Mapping[str, Sequence[StoredFact]]]]


class MatchLoop:
    """All matches of this process."""

    def __init__(
        self,
        store: MatchStore,
        clock: Callable[[], int],
        metrics: Metrics,
        games: Games = registry.game,
    ) -> None:
        self.store = store
        self.clock = clock
        self.metrics = metrics
        self.games = games
        self.rooms: dict[str, Room] = {}
        self.after_commit: Callable[[Room], None] = do_nothing
        """Called for every room after something of it was stored, and when it is loaded."""
        self.catch_up: Callable[[Room], Awaitable[None]] = have_missed_nothing
        """Called for a room that is being loaded, before anybody gets it."""
        self.drop: Callable[[Room], None] = do_nothing
        """Called for a room that cannot go on from memory: everybody has to come back."""
        self.store_failed: Callable[[Exception], None] = log_failure
        """Called when a commit has failed."""
        self.lists_changed: Callable[[Sequence[str]], None] = do_nothing
        """Called with the holders of a match that lists show differently from now on."""
        self.missed: Missed | None = None
        """Reads facts after known versions; `None` where no other process can store any."""
        self.learned: Callable[[Room, Sequence[Fact]], None] = note_nothing
        """Called with the facts of other processes that were sent to a room."""
        self._turn = asyncio.Lock()
        """Held by a tick. What others have stored of its matches has to wait for it."""
        self._encoders: dict[str, Encoder] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._load_turn = asyncio.Lock()
        self.queue = FairQueue[tuple[Job, ...]]()
        """What waits for a tick. The jobs of one entry are stored in one commit."""
        metrics.queue.set_function(lambda: len(self.queue))
        self._idle = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tick."""
        self._idle.set()
        self._loop = asyncio.create_task(self._run(), name="match loop")

    async def stop(self) -> None:
        """Finish what is on its way, then end."""
        if self.queue.filled.is_set():
            self._idle.clear()  # what has just come in has not woken the loop yet
        await self._idle.wait()
        if self._loop is not None:
            self._loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loop

    async def room(self, match: str) -> Room:
        """The match, from memory or from the store, as new as what anybody was told of it."""
        while (room := self.rooms.get(match)) is not None:
            await self.refresh([room])
            # Dropped meanwhile, perhaps for another copy, which may be older.
            if self.rooms.get(match) is room:
                return room
        if match not in self._loading:
            if len(self._loading) >= MOST_LOADING:
                raise Refused.because("BUSY", "The server is busy. Try again in a moment.")
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        # Several callers may wait for one load; the first to be cancelled must not cancel it.
        return await asyncio.shield(self._loading[match])

    def submit(
        self,
        room: Room,
        command: Command,
        answer: Answer,
        person: str = "",
        *,
        at: int | None = None,
    ) -> None:
        """Carry the command out in a tick; `answer` is called once it is stored and sent.

        It counts as of now or of an earlier time. Raises `Refused` if too many wait at the table.
        """
        instant = self.clock() if at is None else at
        job = Submitted(room, command, answer, instant, perf_counter(), person)
        self.queue.put(room.id, person, (job,))

    def read(self, room: Room, work: Callable[[], None], person: str) -> None:
        """Do work that changes nothing, in the line of the table; raises `Refused` as `submit`."""
        self.queue.put(room.id, person, (Reading(room, work, person),))

    async def carry_out(self, room: Room, command: Command, at: int | None = None) -> Outcome:
        """Submit and wait; raises `Refused`."""
        done: asyncio.Future[Outcome | Refusal] = asyncio.get_running_loop().create_future()
        self.submit(room, command, resolve(done), at=at)
        return raise_if_refused(await done)

    async def is_new(self, match: str) -> bool:
        """Whether no match has this id."""
        try:
            return match not in self.rooms and not await self.store.facts(match)
        except DamagedMatch:
            return False

    async def open(self, outcome: Outcome, *others: Submitted) -> Room:
        """Store a new match, in one commit with the other jobs, and keep its room."""
        match = outcome.match
        if match.setup.id in self.rooms:  # two requests with one reservation came at once
            raise Refused(ALREADY_OPEN)
        room = Room(match, self.encoder(match.game))
        room.is_stored = False
        # Before it is stored, because a tick calls `after_commit` only for rooms in memory.
        self.rooms[room.id] = room
        done: asyncio.Future[Outcome | Refusal] = asyncio.get_running_loop().create_future()
        jobs: tuple[Job, ...]
        jobs = (Decided(room, None, outcome, resolve(done), perf_counter()), *others)
        # In the line of the other job's table, so that no table has two jobs in one tick.
        self.queue.put(jobs[-1].room.id, "", jobs)
        raise_if_refused(await done)
        self.metrics.matches.set(len(self.rooms))
        return room

    async def import_match(self, append: Append) -> None:
        """Store a match without a room: it is loaded when somebody comes. Raises `Refused`."""
        try:
            lost = await self.store.append([append])
        except Exception:  # noqa: BLE001 - whatever it was, nothing was stored
            log.exception("commit failed", matches=1)
            raise Refused(NOT_STORED) from None
        if lost:
            raise Refused(NOT_STORED)

    async def open_and_link(self, outcome: Outcome, room: Room, link: Command) -> Room:
        """Store a new match, and in the same commit what `link` leads to in another room.

        Raises `Refused` if the link is refused; the new match is open all the same.
        """
        linked: asyncio.Future[Outcome | Refusal] = asyncio.get_running_loop().create_future()
        job = Submitted(room, link, resolve(linked), self.clock(), perf_counter())
        following = await self.open(outcome, job)
        raise_if_refused(await linked)
        return following

    def unload(self, room: Room) -> None:
        """Take a room out of memory; what is stored stays."""
        if self.rooms.get(room.id) is room:  # and not another copy, which was loaded since
            del self.rooms[room.id]
        self.metrics.matches.set(len(self.rooms))

    async def _load(self, match: str) -> Room:
        try:
            facts = await self.store.facts(match)
        except DamagedMatch as error:
            log.warning("damaged match", match=match, damage=str(error))
            raise Refused(DAMAGED) from None
        if not facts:
            raise Refused.because("NO_SUCH_MATCH", "There is no such match.", "match")
        room = await self._rebuild(match, facts)
        # Nobody has the room yet, so nothing comes before what it has missed.
        try:
            await self.catch_up(room)
        except Refused as error:
            raise StoreUnavailable(error.refusal.sentence) from None
        self.rooms[match] = room
        self.metrics.matches.set(len(self.rooms))
        # From here on there is news of it; what was stored while it was loaded is read now.
        await self.refresh([room])
        if room.dropped:  # while it was read
            raise StoreUnavailable(NOT_STORED.sentence)
        self.after_commit(room)
        return room

    async def refresh(self, rooms: Iterable[Room]) -> None:
        """Read what other processes have stored of these rooms, and send it."""
        stored = [room for room in rooms if room.is_stored]
        if self.missed is None or not stored:
            return
        found = await self.missed({room.id: room.channel.match.version for room in stored})
        news = [(room, found[room.id]) for room in stored if room.id in found]
        self.learn([one for one in news if not one[0].in_commit])
        if any(room.in_commit for room, _ in news):
            async with self._turn:
                self.learn(news)

    def learn(self, news: Sequence[tuple[Room, Sequence[StoredFact]]]) -> None:
        """Take in what other processes have stored, and send it as if it had been stored here."""
        for change in learn(news, now := self.clock()):
            room, facts = change.room, change.facts
            if change.failed:
                self.forget(room)
                continue
            self.metrics.lag.observe(max(0, now - facts[-1].at) / 1000)
            # What only others play need not stay in memory here.
            room.used = now if room.channel.audience else room.used
            self.learned(room, facts)
            self.after_commit(room)

    async def _rebuild(self, match: str, facts: tuple[Fact, ...]) -> Room:
        try:
            game = game_of(facts[0], self.games)
            return await load_room(game, facts, self.encoder(game), self._load_turn)
        except Refused:
            raise
        except Exception:  # noqa: BLE001 - facts that can be read and do not add up to a match
            log.exception("damaged match", match=match)
            raise Refused(DAMAGED) from None

    def encoder(self, game: AnyGame) -> Encoder:
        """The encoder that all rooms of the game share."""
        slug = game.spec.slug
        if slug not in self._encoders:
            self._encoders[slug] = Encoder(game)
        return self._encoders[slug]

    async def _run(self) -> None:
        while True:
            await self.queue.filled.wait()
            self._idle.clear()
            await asyncio.sleep(0)  # let every message that has already arrived join this tick
            batch = self.queue.take(perf_counter())
            await self._tick([job for jobs in batch for job in jobs])
            # Without an `await` in between, no command can come in unnoticed.
            if not self.queue.filled.is_set():
                self._idle.set()

    async def _tick(self, batch: Sequence[Job]) -> None:
        async with self._turn:
            decided = [job for one in batch if (job := self._decide(one)) is not None]
            stored, beaten = await self._commit(decided)
            self._publish(stored, self.clock())
            if beaten:
                await self._try_again(beaten)
            for job in decided:
                if job.room.id in self.rooms:
                    self.after_commit(job.room)

    def _decide(self, job: Job) -> Decided | None:
        """What comes of the command. A refused one is answered here, and nothing comes of it."""
        if isinstance(job, Decided):
            return job
        room, before, began = job.room, job.room.match, perf_counter()
        if isinstance(job, Reading):
            job.work()
            self.queue.charge(room.id, job.person, perf_counter() - began)
            return None
        if room.dropped:  # while the command waited
            job.answer(NOT_STORED)
            return None
        try:
            outcome = handle(before, job.command, job.at)
        except Exception:  # noqa: BLE001 - a game's mistake must not stop the other tables
            log.exception("command crashed", match=room.id, command=job.command.kind)
            outcome = CRASHED
        self.queue.charge(room.id, job.person, perf_counter() - began)
        if isinstance(outcome, Refusal):
            self.metrics.refused.inc()
            job.answer(outcome)
            return None
        room.match = outcome.match  # if the commit fails, the room is dropped with it
        return Decided(room, before, outcome, job.answer, job.began, job.person, job)

    async def _commit(self, jobs: list[Decided]) -> tuple[list[Decided], list[Decided]]:
        """Store the facts; the jobs that are stored, and those that another process has beaten."""
        began = perf_counter()
        appends = [
            append_of(job.before, job.outcome.match, job.outcome.facts)
            for job in jobs
            if job.outcome.facts
        ]
        try:
            lost = await self.store.append(appends) if appends else ()
        except Exception as error:  # noqa: BLE001 - whatever it was, nothing was stored and all must know
            self.store_failed(error)
            self._drop_all(job for job in jobs if job.outcome.facts)
            return [job for job in jobs if not job.outcome.facts], []
        self.metrics.commit.observe(perf_counter() - began)
        for append in appends:
            if append.summary is not None:
                self.lists_changed(append.summary.holders)
        stored = [job for job in jobs if job.room.id not in lost] if lost else jobs
        return stored, [job for job in jobs if job.room.id in lost]

    async def _try_again(self, beaten: list[Decided]) -> None:
        """Learn what quicker processes have stored, and have the commands decided on that."""
        self.metrics.conflicts.inc(len(beaten))
        asked = [job.asked for job in beaten if job.asked is not None and job.asked.tries < TRIES]
        rooms = [one.room for one in asked] if self.missed is not None else []
        self._drop_all(job for job in beaten if job.room not in rooms)
        if self.missed is None or not rooms:
            return
        for room in rooms:
            room.match = room.channel.match
        try:
            found = await self.missed({room.id: room.match.version for room in rooms})
        except Exception as error:  # noqa: BLE001 - whatever it was, nothing can go on from memory
            self.store_failed(error)
            self._drop_all(job for job in beaten if job.room in rooms)
            return
        self.learn([(room, found[room.id]) for room in rooms if room.id in found])
        for one in asked:  # in the next tick, so that no other table has to wait
            again = msgspec.structs.replace(one, tries=one.tries + 1)
            self.queue.put_back(one.room.id, one.person, (again,))

    def _drop_all(self, jobs: Iterable[Decided]) -> None:
        """Drop the rooms of jobs that could not be stored."""
        for job in jobs:
            self.forget(job.room)
            job.answer(NOT_STORED)

    def _publish(self, jobs: Sequence[Decided], now: int) -> None:
        """Send what happened to the tables, then answer the clients that asked for it."""
        changes = {
            job.room.id: StoredChange(job.room.channel, job.before, job.outcome)
            for job in jobs
            if job.before is not None and job.outcome.facts
        }
        failed = publish([*changes.values()], now)
        for job in jobs:
            room = job.room
            if room.id in changes:
                self.queue.charge(room.id, job.person, changes[room.id].seconds)
            if room.id in failed:
                self.forget(room)
            # Of a room that was dropped too: what it asked for is stored.
            room.is_stored = True
            job.answer(job.outcome)
            room.used = now
        moves = sum(isinstance(fact, Acted) for job in jobs for fact in job.outcome.facts)
        if moves:  # observed once per tick: how long the first of them took
            self.metrics.moves.inc(moves)
            self.metrics.latency.observe(perf_counter() - jobs[0].began)

    def forget(self, room: Room) -> None:
        """Memory and store may disagree: unload the match, and have everybody come back."""
        room.dropped = True
        self.unload(room)
        self.drop(room)


def raise_if_refused(outcome: Outcome | Refusal) -> Outcome:
    """The outcome; raises `Refused` where there is none."""
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return outcome

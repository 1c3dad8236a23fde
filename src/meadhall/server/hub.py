"""The matches in memory, and the one loop that decides, stores and tells.

Commands wait for the next tick. It decides them in the order they came in, each on its match in
memory; the facts of many matches go to the disk in one commit, and only then does anybody hear of
them.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeAlias

from msgspec import Struct

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refusal, Refused
from meadhall.match.commands import Command
from meadhall.match.facts import Acted, Fact
from meadhall.match.judge import handle
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.ports import Append, DamagedMatch, MatchStore, append_of
from meadhall.server.observe import Figures, log
from meadhall.server.publish import News, publish
from meadhall.server.room import Room, load
from meadhall.server.scribe import Scribe

TICK = 100
"""The most commands that one tick carries out; everybody else waits no longer than that takes."""
CRASHED = Rejected("CRASH", "Something broke on our side; nothing was changed.")
Answer: TypeAlias = Callable[[Outcome | Rejected], None]
Games: TypeAlias = Callable[[str], AnyGame]


class Asked(Struct, frozen=True, gc=False):
    """A command that waits for the next tick; it counts as of the instant when it came in."""

    room: Room
    command: Command
    answer: Answer
    at: int
    began: float


class Job(Struct, frozen=True, gc=False):
    """An outcome on its way to the disk. `before` is `None` for a new match."""

    room: Room
    before: Match | None
    outcome: Outcome
    answer: Answer
    began: float


class Hub:
    """All matches of this process."""

    def __init__(
        self,
        store: MatchStore,
        clock: Callable[[], int],
        figures: Figures,
        games: Games = registry.game,
    ) -> None:
        self.store = store
        self.clock = clock
        self.figures = figures
        self.games = games
        self.rooms: dict[str, Room] = {}
        self.tend: Callable[[Room], None] = _nothing
        """Called for every room after something of it was stored, and when it is loaded."""
        self.drop: Callable[[Room], None] = _nothing
        """Called for a room that cannot go on from memory: everybody has to come back."""
        self._scribes: dict[str, Scribe] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._pending: list[Asked | Job] = []
        figures.queue.set_function(lambda: len(self._pending))
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to store and tell."""
        self._idle.set()
        self._loop = asyncio.create_task(self._run(), name="hub")

    async def stop(self) -> None:
        """Finish what is on its way, then end."""
        await self._idle.wait()
        if self._loop is not None:
            self._loop.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loop

    async def room(self, match: str) -> Room:
        """The match, from memory or from the store."""
        if match in self.rooms:
            return self.rooms[match]
        if match not in self._loading:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    def submit(self, room: Room, command: Command, answer: Answer) -> None:
        """Carry the command out with the next tick; it is answered once it is stored and told."""
        self._enqueue(Asked(room, command, answer, self.clock(), perf_counter()))

    async def carry_out(self, room: Room, command: Command) -> Outcome:
        """Submit and wait; raises `Refused`."""
        done: asyncio.Future[Outcome | Rejected] = asyncio.get_running_loop().create_future()
        self.submit(room, command, _settle(done))
        return accepted(await done)

    async def open(self, outcome: Outcome) -> Room:
        """Store a new match and keep its room."""
        match = outcome.match
        scribe, played = self._scribe_of(match.game), match.plies or match.messages
        room = load(match.game, outcome.facts, scribe) if played else Room(match, scribe)
        self.rooms[room.id] = room
        done: asyncio.Future[Outcome | Rejected] = asyncio.get_running_loop().create_future()
        self._enqueue(Job(room, None, outcome, _settle(done), perf_counter()))
        accepted(await done)
        self.figures.matches.set(len(self.rooms))
        return room

    def forget(self, room: Room) -> None:
        """Take a room out of memory; what is stored stays."""
        self.rooms.pop(room.id, None)
        self.figures.matches.set(len(self.rooms))

    async def _load(self, match: str) -> Room:
        try:
            facts = await self.store.facts(match)
        except DamagedMatch as error:
            log.warning("damaged match", match=match, damage=str(error))
            raise _unreadable() from None
        if not facts:
            raise Refused.because("NO_SUCH_MATCH", "There is no such match.", "match")
        room = self.rooms[match] = self._taken_up(match, facts)
        self.figures.matches.set(len(self.rooms))
        self.tend(room)
        return room

    def _taken_up(self, match: str, facts: tuple[Fact, ...]) -> Room:
        try:
            game = self.games(facts[0].setup.game)  # type: ignore[union-attr] # it is Created
            return load(game, facts, self._scribe_of(game))
        except Refused:
            raise
        except Exception:  # noqa: BLE001 - facts that can be read and do not add up to a match
            log.exception("damaged match", match=match)
            raise _unreadable() from None

    def _scribe_of(self, game: AnyGame) -> Scribe:
        slug = game.spec.slug
        if slug not in self._scribes:
            self._scribes[slug] = Scribe(game)
        return self._scribes[slug]

    def _enqueue(self, job: Asked | Job) -> None:
        if not self._pending:
            self._idle.clear()
            self._wake.set()
        self._pending.append(job)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(0)  # let every message that has already arrived join this tick
            batch, self._pending = self._pending[:TICK], self._pending[TICK:]
            await self._tick(batch)
            if not self._pending:
                self._wake.clear()
                self._idle.set()

    async def _tick(self, asked: Sequence[Asked | Job]) -> None:
        batch = [job for one in asked if (job := self._decide(one)) is not None]
        lost = await self._commit(batch)
        now = self.clock()
        for jobs in _rounds(self._kept(batch, lost) if lost else batch):
            self._tell(jobs, now)
        for room in {id(job.room): job.room for job in batch}.values():
            if room.id in self.rooms:
                self.tend(room)
        self._count(batch)

    def _decide(self, asked: Asked | Job) -> Job | None:
        """What comes of the command; nothing where it is rejected, which is answered here."""
        if isinstance(asked, Job):
            return asked
        room, before = asked.room, asked.room.match
        outcome = self._judged(asked)
        if isinstance(outcome, Rejected):
            self.figures.refused.inc()
            asked.answer(outcome)
            return None
        room.match = outcome.match
        return Job(room, before, outcome, asked.answer, asked.began)

    def _judged(self, asked: Asked) -> Outcome | Rejected:
        try:
            return handle(asked.room.match, asked.command, asked.at)
        except Exception:  # noqa: BLE001 - a game's mistake must not stop the other tables
            log.exception("command crashed", match=asked.room.id, command=asked.command.kind)
            return CRASHED

    async def _commit(self, batch: list[Job]) -> Sequence[str]:
        """Store the batch; the matches that could not be stored."""
        began = perf_counter()
        appends = _appends(batch)
        try:
            lost = await self.store.append(appends) if appends else ()
        except Exception:  # noqa: BLE001 - whatever it was, nothing was stored and all must know
            log.exception("commit failed", matches=len(appends))
            return [append.match for append in appends]
        self.figures.commit.observe(perf_counter() - began)
        return lost

    def _kept(self, batch: Sequence[Job], lost: Sequence[str]) -> list[Job]:
        """Those of the batch that are stored; the others are given up."""
        for job in batch:
            if job.room.id in lost:
                self._lose(job)
        return [job for job in batch if job.room.id not in lost]

    def _tell(self, jobs: Sequence[Job], now: int) -> None:
        """Tell those at the tables what happened, then those who asked for it that it was done."""
        broken = publish(
            [
                News(job.room, job.before, job.outcome)
                for job in jobs
                if job.before is not None and job.outcome.facts
            ],
            now,
        )
        for job in jobs:
            if job.room.id in broken:
                self._lose(job)
            else:
                job.answer(job.outcome)
                job.room.used = now

    def _count(self, batch: list[Job]) -> None:
        """Add to the figures, once per tick: its moves, and how long the first of them took."""
        moves = sum(isinstance(fact, Acted) for job in batch for fact in job.outcome.facts)
        if moves:
            self.figures.moves.inc(moves)
            self.figures.latency.observe(perf_counter() - batch[0].began)

    def _lose(self, job: Job) -> None:
        """The match in memory is not the stored one: forget it, and have everybody come back."""
        self.forget(job.room)
        self.drop(job.room)
        job.answer(Rejected("NOT_STORED", "That could not be stored; please try again."))


def _unreadable() -> Refused:
    return Refused.because("DAMAGED_MATCH", "This match cannot be read any more.")


def _nothing(_: Room) -> None:
    """What is done where nobody cares."""


def _settle(done: "asyncio.Future[Outcome | Rejected]") -> Answer:
    """Passes the answer on, unless nobody waits for it any more."""
    return lambda given: None if done.done() else done.set_result(given)


def accepted(outcome: Outcome | Rejected) -> Outcome:
    """The outcome; raises `Refused` where there is none."""
    if isinstance(outcome, Rejected):
        raise Refused(refusal_of(outcome))
    return outcome


def refusal_of(rejected: Rejected) -> Refusal:
    """The rejection in the words of the wire."""
    return Refusal(rejected.code, rejected.text, rejected.objects, rejected.clause)


def _rounds(jobs: Sequence[Job]) -> list[Sequence[Job]]:
    """The jobs in order, in rounds with no room twice: what is told follows what was told."""
    if len({id(job.room) for job in jobs}) == len(jobs):
        return [jobs]
    rounds: list[dict[int, Job]] = []
    for job in jobs:
        if not rounds or id(job.room) in rounds[-1]:
            rounds.append({})
        rounds[-1][id(job.room)] = job
    return [[*round_.values()] for round_ in rounds]


def _appends(batch: Sequence[Job]) -> list[Append]:
    jobs = (job for job in batch if job.outcome.facts)
    return [append_of(job.before, job.outcome.match, job.outcome.facts) for job in jobs]

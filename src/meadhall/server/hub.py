"""The matches in memory, and the one loop that stores and tells.

A command is decided at once on the match in memory. Its facts wait for the next tick: the facts of
many matches go to the disk in one commit, and only then does anybody hear of them.
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
from meadhall.match.facts import Acted
from meadhall.match.judge import handle
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.ports import Append, DamagedMatch, MatchStore, append_of
from meadhall.server.frames import Moves
from meadhall.server.observe import Figures, log
from meadhall.server.publish import News, publish
from meadhall.server.room import Room, load

TICK = 20
"""The most that one tick stores and tells; everybody else waits no longer than that takes."""
Answer: TypeAlias = Callable[[Outcome | Rejected], None]
Games: TypeAlias = Callable[[str], AnyGame]


class Job(Struct, frozen=True):
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
        self._moves: dict[str, Moves] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._pending: list[Job] = []
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
        """Decide now; answer a refusal now, and everything else once it is stored and told."""
        began = perf_counter()
        before = room.match
        outcome = handle(before, command, self.clock())
        if isinstance(outcome, Rejected):
            self.figures.refused.inc()
            answer(outcome)
            return
        room.match = outcome.match
        self._enqueue(Job(room, before, outcome, answer, began))

    async def carry_out(self, room: Room, command: Command) -> Outcome:
        """Submit and wait; raises `Refused`."""
        done: asyncio.Future[Outcome | Rejected] = asyncio.get_running_loop().create_future()
        self.submit(room, command, lambda given: None if done.done() else done.set_result(given))
        return accepted(await done)

    async def open(self, outcome: Outcome) -> Room:
        """Store a new match and keep its room."""
        game = outcome.match.game
        room = load(game, outcome.facts, self._moves_of(game))
        self.rooms[room.id] = room
        done: asyncio.Future[Outcome | Rejected] = asyncio.get_running_loop().create_future()
        self._enqueue(Job(room, None, outcome, done.set_result, perf_counter()))
        accepted(await done)
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
            raise Refused.because("DAMAGED_MATCH", "This match cannot be read any more.") from None
        if not facts:
            raise Refused.because("NO_SUCH_MATCH", "There is no such match.", "match")
        game = self.games(facts[0].setup.game)  # type: ignore[union-attr] # the first is Created
        room = load(game, facts, self._moves_of(game))
        self.rooms[match] = room
        self.figures.matches.set(len(self.rooms))
        self.tend(room)
        return room

    def _moves_of(self, game: AnyGame) -> Moves:
        slug = game.spec.slug
        if slug not in self._moves:
            self._moves[slug] = Moves(game)
        return self._moves[slug]

    def _enqueue(self, job: Job) -> None:
        self._pending.append(job)
        self._idle.clear()
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(0)  # let every message that has already arrived join this tick
            batch, self._pending = self._pending[:TICK], self._pending[TICK:]
            await self._tick(batch)
            if not self._pending:
                self._wake.clear()
                self._idle.set()

    async def _tick(self, batch: list[Job]) -> None:
        self.figures.queue.set(len(batch))
        lost = await self._commit(batch)
        now = self.clock()
        for job in batch:
            if job.room.id in lost:
                self._lose(job)
            else:
                self._tell(job, now)
        for room in {id(job.room): job.room for job in batch}.values():
            if room.id not in lost:
                self.tend(room)
        self._count(batch)

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

    def _tell(self, job: Job, now: int) -> None:
        room, outcome = job.room, job.outcome
        try:
            if job.before is None:
                self.figures.matches.set(len(self.rooms))
            elif outcome.facts:
                publish(News(room, job.before, outcome), now)
            job.answer(outcome)
        except Exception:  # noqa: BLE001 - a game's mistake must not stop the other tables
            log.exception("cannot tell", match=room.id)
            self._lose(job)
            return
        room.used = now

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


def _nothing(_: Room) -> None:
    """What is done where nobody cares."""


def accepted(outcome: Outcome | Rejected) -> Outcome:
    """The outcome; raises `Refused` where there is none."""
    if isinstance(outcome, Rejected):
        raise Refused(refusal_of(outcome))
    return outcome


def refusal_of(rejected: Rejected) -> Refusal:
    """The rejection in the words of the wire."""
    return Refusal(rejected.code, rejected.text, rejected.objects, rejected.clause)


def _appends(batch: Sequence[Job]) -> list[Append]:
    jobs = (job for job in batch if job.outcome.facts)
    return [append_of(job.before, job.outcome.match, job.outcome.facts) for job in jobs]

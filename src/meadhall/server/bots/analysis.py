"""Analyses of finished matches, done in the bots' processes.

The whole server reviews one move at a time, so bots in seats wait for one review at most. Finished
analyses are kept in memory for the next person who asks.
"""

import asyncio
import contextlib
from collections import OrderedDict
from dataclasses import dataclass, field

from meadhall.bots.chances import even_chances
from meadhall.bots.review.match_analysis import (
    Analysis,
    decisions,
    make_moment,
    result_of,
    summarise,
)
from meadhall.bots.review.moments import Moment
from meadhall.bots.review.reviewer import Assessment
from meadhall.core.game import AnyGame
from meadhall.core.record import Record
from meadhall.core.refusal import Refused
from meadhall.server.bots.pool import BotPool
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.problem import TooMany
from meadhall.server.protocol.records.replay_bodies import Analysed

MOST_KEPT = 200
"""Analyses in memory; the one requested longest ago is dropped first."""
MOST_RUNNING = 20
"""Analyses that run at the same time on the whole server."""
LEAST_MS, MOST_MS = 20, 500
"""Bounds of the time for one move, whatever the length of the match."""
WAIT_SECONDS = 30.0


@dataclass(slots=True)
class AnalysisJob:
    """One analysis: who started it, and its progress."""

    id: str
    person: str
    game: AnyGame
    record: Record
    moments: list[Moment] = field(default_factory=list)
    analysis: Analysis | None = None
    trouble: str = ""
    task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it has neither finished nor failed."""
        return self.analysis is None and not self.trouble

    def progress(self) -> Analysed:
        """The progress as clients get it."""
        total = len(self.record.plies)
        return Analysed(self.id, len(self.moments), total, self.analysis, self.trouble)


class Analyses:
    """Runs one analysis per person at a time; each match is analysed once for everyone."""

    def __init__(self, bots: BotPool, milliseconds: int) -> None:
        self._bots, self._milliseconds = bots, milliseconds
        self._jobs = OrderedDict[str, AnalysisJob]()

    def find(self, id_: str) -> Analysed | None:
        """The analysis of the record with that fingerprint; `None` if there is none."""
        job = self._jobs.get(id_)
        return job.progress() if job else None

    def show(self, id_: str) -> Analysed:
        """The progress of an analysis."""
        return self._job(id_).progress()

    def begin(self, person: Person, game: AnyGame, record: Record, id_: str) -> Analysed:
        """Start the analysis, unless there is one that has not failed.

        Its id is the fingerprint of the record.
        """
        # For its refusal of a match that is not finished.
        result_of(record)
        job = self._jobs.get(id_)
        if job is not None and not job.trouble:
            self._jobs.move_to_end(id_)
            return job.progress()
        self._make_room(person)
        job = self._jobs[id_] = AnalysisJob(id_, person.id, game, record)
        job.task = asyncio.create_task(self._run(job))
        return job.progress()

    async def stop(self, person: Person, id_: str) -> None:
        """Cancel and drop a running analysis of this person."""
        job = self._job(id_)
        if job.person != person.id or not job.running:
            raise Refused.because("NO_SUCH_ANALYSIS", "You have no such analysis running.")
        del self._jobs[id_]
        await _cancel(job)

    async def end(self) -> None:
        """Cancel all analyses."""
        for job in self._jobs.values():
            await _cancel(job)

    def _job(self, id_: str) -> AnalysisJob:
        if id_ not in self._jobs:
            raise Refused.because("NO_SUCH_ANALYSIS", "There is no such analysis.")
        return self._jobs[id_]

    def _make_room(self, person: Person) -> None:
        running = [job for job in self._jobs.values() if job.running]
        if any(job.person == person.id for job in running):
            raise Refused.because(
                "ANALYSIS_RUNNING",
                "You already have an analysis running. Wait for it or stop it.",
            )
        if len(running) >= MOST_RUNNING:
            raise TooMany(WAIT_SECONDS)
        done = [id_ for id_, job in self._jobs.items() if not job.running]
        # One more than the surplus, as room for the new one. The oldest requests come first.
        for id_ in done[: max(0, len(self._jobs) - MOST_KEPT + 1)]:
            del self._jobs[id_]

    async def _run(self, job: AnalysisJob) -> None:
        try:
            await self._review_moves(job)
            job.analysis = summarise(job.game, job.record, job.moments)
        except Exception as error:  # noqa: BLE001 - the client sees any failure
            log.warning("analysis failed", game=job.game.spec.slug, error=repr(error))
            job.trouble = "The analysis failed. You can start it again."

    async def _review_moves(self, job: AnalysisJob) -> None:
        game, record = job.game, job.record
        each = max(LEAST_MS, min(MOST_MS, self._milliseconds // max(1, len(record.plies))))
        last = Assessment(even_chances(len(record.players)))
        positions = decisions(game, record)
        for number, ply in enumerate(record.plies, 1):
            # In a thread: the generator plays the next move and lists the legal ones.
            case = await asyncio.to_thread(next, positions)
            last = await self._bots.review(case, each) if case else Assessment(last.chances)
            job.moments.append(make_moment(game, number, ply, last))


async def _cancel(job: AnalysisJob) -> None:
    if job.task is not None:
        job.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await job.task

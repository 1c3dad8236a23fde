"""Analyses of finished matches, in the bots' processes: slow work that nobody waits for at a table.

A match is looked at move by move, one move of the whole hall at a time, so bots in seats wait for
one move at most. What is done is kept, for the next who asks.
"""

import asyncio
import contextlib
from collections import OrderedDict
from dataclasses import dataclass, field

from meadhall.bots.analysis import Analysis, Moment, cases, moment, result_of, summed_up
from meadhall.bots.chances import even
from meadhall.bots.judge import Judgement
from meadhall.core.game import AnyGame
from meadhall.core.record import Record, fingerprint
from meadhall.core.refusal import Refused
from meadhall.server.bodies import Analysed, Person
from meadhall.server.botseats import BotSeats
from meadhall.server.observe import log
from meadhall.server.problems import TooMany

KEPT = 200
"""Analyses that are remembered; the one looked at longest ago is forgotten first."""
RUNNING = 20
"""Analyses that are under way in the whole hall."""
LEAST_MS, MOST_MS = 20, 500
"""What one move may take, however long or short the match is."""
WAIT_SECONDS = 30.0


@dataclass(slots=True)
class Work:
    """An analysis: whose it is, and how far."""

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
        """Whether there is more to come."""
        return self.analysis is None and not self.trouble

    def shown(self) -> Analysed:
        """The state of it, for whoever asks."""
        total = len(self.record.plies)
        return Analysed(self.id, len(self.moments), total, self.analysis, self.trouble)


class Analyses:
    """One analysis at a time for a person; each match is analysed once for all."""

    def __init__(self, bots: BotSeats, milliseconds: int) -> None:
        self._bots, self._milliseconds = bots, milliseconds
        self._works = OrderedDict[str, Work]()

    def find(self, record: Record) -> Analysed | None:
        """What there is on this match."""
        work = self._works.get(fingerprint(record))
        return work.shown() if work else None

    def show(self, id_: str) -> Analysed:
        """How far an analysis is."""
        return self._known(id_).shown()

    def begin(self, person: Person, game: AnyGame, record: Record) -> Analysed:
        """Start the analysis, unless it is there already and went well so far."""
        result_of(record)
        id_ = fingerprint(record)
        known = self._works.get(id_)
        if known is not None and not known.trouble:
            self._works.move_to_end(id_)
            return known.shown()
        self._make_room(person)
        work = self._works[id_] = Work(id_, person.id, game, record)
        work.task = asyncio.create_task(self._run(work))
        return work.shown()

    async def stop(self, person: Person, id_: str) -> None:
        """Break it off and forget it; only who asked for it can."""
        work = self._known(id_)
        if work.person != person.id or not work.running:
            raise Refused.because("NO_SUCH_ANALYSIS", "You have no such analysis running.")
        del self._works[id_]
        await _ended(work)

    async def end(self) -> None:
        """Break everything off."""
        for work in self._works.values():
            await _ended(work)

    def _known(self, id_: str) -> Work:
        if id_ not in self._works:
            raise Refused.because("NO_SUCH_ANALYSIS", "There is no such analysis (any more).")
        return self._works[id_]

    def _make_room(self, person: Person) -> None:
        running = [work for work in self._works.values() if work.running]
        if any(work.person == person.id for work in running):
            raise Refused.because(
                "ANALYSIS_RUNNING",
                "Another analysis of yours is under way; wait for it, or stop it.",
            )
        if len(running) >= RUNNING:
            raise TooMany(WAIT_SECONDS)
        done = [id_ for id_, work in self._works.items() if not work.running]
        for id_ in done[: max(0, len(self._works) - KEPT + 1)]:
            del self._works[id_]

    async def _run(self, work: Work) -> None:
        try:
            await self._look_through(work)
            work.analysis = summed_up(work.game, work.record, work.moments)
        except Exception as error:  # noqa: BLE001 - whatever it was, who asked is told
            log.warning("analysis failed", game=work.game.spec.slug, error=repr(error))
            work.trouble = "The analysis broke off. You can ask for it again."

    async def _look_through(self, work: Work) -> None:
        game, record = work.game, work.record
        each = max(LEAST_MS, min(MOST_MS, self._milliseconds // max(1, len(record.plies))))
        told = Judgement(even(len(record.players)))
        positions = cases(game, record)
        for number, ply in enumerate(record.plies, 1):
            case = await asyncio.to_thread(next, positions)
            judged = await self._bots.review(case, each) if case else Judgement(told.chances)
            work.moments.append(moment(game, number, ply, judged))
            told = judged


async def _ended(work: Work) -> None:
    if work.task is not None:
        work.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work.task

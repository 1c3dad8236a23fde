"""The decisions of an agent that cost it most, by the game's own evaluation of positions."""

from collections.abc import Sequence
from dataclasses import dataclass

from meadhall import registry
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.bots.chances import standing
from meadhall.core.record import Record, read_record, replay
from meadhall.core.seats import Seat

MOST_RECORDS = 20
"""How many matches of an agent are gone through; those that it lost come first."""


@dataclass(frozen=True, slots=True)
class CriticalMoment:
    """A decision, and the chances before it and when the agent was asked next, in thousandths."""

    number: int
    game: str
    agent: str
    seat: Seat
    ply: int
    action: str
    before: int
    after: int
    diagram: str

    @property
    def loss(self) -> int:
        """What was lost, in thousandths of a victory."""
        return self.before - self.after


def critical_moments(
    agent: str, jobs: Sequence[Job], outcomes: Sequence[JobOutcome], count: int
) -> list[CriticalMoment]:
    """The worst decisions of the agent, one for each match at most, worst first."""
    by_number = {job.number: job for job in jobs}
    own = [outcome for outcome in outcomes if agent in outcome.seats and outcome.record]
    own.sort(key=lambda outcome: outcome.payoffs[outcome.seats.index(agent)])
    found = [
        moment
        for outcome in own[:MOST_RECORDS]
        if (moment := _worst(agent, by_number[outcome.number], outcome)) is not None
    ]
    return sorted(found, key=lambda moment: -moment.loss)[:count]


def _worst(agent: str, job: Job, outcome: JobOutcome) -> CriticalMoment | None:
    seat = outcome.seats.index(agent)
    return max(_moments(job, agent, seat, read_record(outcome.record)), key=_loss, default=None)


def _loss(moment: CriticalMoment) -> int:
    return moment.loss


def _moments(job: Job, agent: str, seat: Seat, record: Record) -> list[CriticalMoment]:
    """Every decision of the seat with its chances then and at the next one, or at the end."""
    game = registry.game(job.game)
    states = [step.state for step in replay(game, record)]
    plies = [ply for ply, played in enumerate(record.plies) if played.seat == seat]
    chances = [standing(game, states[ply], len(job.seats))[seat] for ply in [*plies, -1]]
    return [
        CriticalMoment(
            job.number, job.game, agent, seat, ply, record.plies[ply].action, before, after,
            game.notation.diagram(game.view(states[ply], seat)),
        )
        for ply, before, after in zip(plies, chances, chances[1:], strict=False)
    ]  # fmt: skip

"""The overhead of the arena beside the bots' own thinking, and the gain of a second process.

One process and two take turns, so that other work on the machine affects both alike; the best of
several rounds counts. The clock starts when the warm-up matches are over: each worker needs some
seconds to load the compiled lanes. So one process and two are timed on the same matches.

The time of the rules is not overhead of the arena and is subtracted. Two cores may share parts of
the processor, so two processes are also compared with two that get half of the same matches each
and report only at the end. No arena can do better than that.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import perf_counter

from meadhall import registry
from meadhall.arena.contest.executors import Inline, pool
from meadhall.arena.contest.job import Job, JobOutcome, carry_out
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.run_jobs import Executors, run_jobs
from meadhall.arena.contest.schedule import Contest, round_robin
from meadhall.bots.bot import Turn
from meadhall.cli.bench.figures import Figure
from meadhall.core.record import read_record, replay

TITLE = "The arena: overhead, and two processes against one"
ROUNDS = 3
WARM_UP = 24


@dataclass(frozen=True, slots=True)
class Workload:
    """A game, its players, and how many matches make a round."""

    game: str
    bot: str
    seats: int
    matches: int

    def jobs(self) -> list[Job]:
        """The matches of a round, after those that warm the workers up."""
        contest = Contest(self.game, self.seats, "speed")
        return list(round_robin(contest, (self.bot,), WARM_UP + self.matches))


WORKLOADS = (
    Workload("jarls", "search:nodes=3000", 4, 96),
    Workload("chinese-checkers", "search:depth=2", 2, 48),
    Workload("elemental-clash", "simultaneous:worlds=4,playouts=10", 2, 48),
)


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """A round: games per second, and the time outside of the bots as a share of their own time."""

    rate: float
    overhead: float


def seconds_for(work: Callable[[], object]) -> float:
    """The seconds that the work takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def play_on(executor: Executor, jobs: list[Job]) -> list[JobOutcome]:
    """Play these matches through the arena; the executor stays open."""
    return list(run_jobs(jobs, Ledger(None, ""), lambda: nullcontext(executor)))


def measure_round(workload: Workload, executors: Executors) -> RoundFigures:
    """One round on that executor, after its warm-up matches."""
    jobs = workload.jobs()
    with executors() as executor:
        play_on(executor, jobs[:WARM_UP])
        began = perf_counter()
        played = play_on(executor, jobs[WARM_UP:])
        seconds = perf_counter() - began
    thinking = sum(sum(outcome.thinking) for outcome in played) / 1000
    return RoundFigures(len(played) / seconds, seconds / thinking - 1)


def rules_alone(outcome: JobOutcome) -> float:
    """The seconds that the rules alone take for the match, replayed from its record."""
    record = read_record(outcome.record)
    game, seats = registry.game(record.game), len(record.players)
    states = [step.state for step in replay(game, record)]
    plies = [(ply.seat, game.notation.parse(ply.action)) for ply in record.plies]

    def play() -> None:
        next(replay(game, record))
        for state, (seat, action) in zip(states[:-1], plies, strict=True):
            game.status(state)
            Turn.of(game, state, seat, seats)
            game.apply(state, seat, action)

    return min(seconds_for(play) for _ in range(ROUNDS))


def rules_share(workload: Workload) -> float:
    """The time of the rules alone, as a share of the bots' own time."""
    outcomes = [carry_out(replace(job, keep=True)) for job in workload.jobs()[:WARM_UP]]
    thinking = sum(sum(outcome.thinking) for outcome in outcomes) / 1000
    return sum(rules_alone(outcome) for outcome in outcomes) / thinking


def halves(workload: Workload) -> float:
    """Games per second if two processes get half of the matches each, all at once."""
    jobs = workload.jobs()
    with pool(2)() as executor:
        list(executor.map(carry_out, 2 * jobs[:WARM_UP], chunksize=WARM_UP))
        rest, share = jobs[WARM_UP:], workload.matches // 2
        return len(rest) / seconds_for(lambda: list(executor.map(carry_out, rest, chunksize=share)))


def measure() -> list[Figure]:
    """For each workload, the overhead in one process and the gain of a second."""
    return [figure for workload in WORKLOADS for figure in _figures(workload)]


def _figures(workload: Workload) -> Iterator[Figure]:
    rounds = [
        (measure_round(workload, Inline), measure_round(workload, pool(2)), halves(workload))
        for _ in range(ROUNDS)
    ]
    alone = max(one.rate for one, _, _ in rounds)
    both = max(two.rate for _, two, _ in rounds)
    most = max(rate for _, _, rate in rounds)
    rules = rules_share(workload)
    overhead = min(one.overhead for one, _, _ in rounds) - rules
    name = f"{workload.game}, {workload.seats} x {workload.bot}"
    yield Figure(f"{name}: one process", alone, "games/s")
    yield Figure(
        f"{name}: time outside of bots and rules",
        100 * overhead,
        "%",
        overhead,
        f"the bots' own time; the rules take {100 * rules:.1f} %",
        "under 5 %",
    )
    yield Figure(f"{name}: two processes", both, "games/s", both / alone, "one", "at least 1.8")
    reference = "two that get half of the matches each at once"
    yield Figure(f"{name}: two processes", both, "games/s", both / most, reference, "near 1")

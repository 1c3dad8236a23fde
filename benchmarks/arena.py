"""What the arena adds to the bots' own thinking, and what a second process brings.

One process and two take turns, so that what else the machine does falls to both alike; of each the
best of several rounds counts. The clock starts when the workers are warm: loading the compiled
lanes takes each of them some seconds, once, and the last worker to start has loaded them by then.
All of the warm-up is over by then, so that one process and two are timed on the same matches.

The rules have to be asked whoever plays, so what they take by themselves is not the arena's. Two
cores may share what they are made of, so two processes are also compared with two that get half of
the same matches each and hand nothing over until the end: no arena can do better than that.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import perf_counter

from meadhall import registry
from meadhall.arena.executors import Inline, pool
from meadhall.arena.job import Job, Outcome, carry_out
from meadhall.arena.ledger import Ledger
from meadhall.arena.run import Executors, run
from meadhall.arena.schedule import Event, round_robin
from meadhall.bots.bot import Turn
from meadhall.cli.figures import Figure
from meadhall.core.record import read_record, replay

TITLE = "The arena: overhead, and two processes against one"
ROUNDS = 3
WARM_UP = 24


@dataclass(frozen=True, slots=True)
class Contest:
    """A game, its players, and how many matches make a round."""

    game: str
    bot: str
    seats: int
    matches: int

    def jobs(self) -> list[Job]:
        """The matches of a round, after those that warm the workers up."""
        event = Event(self.game, self.seats, "speed")
        return list(round_robin(event, (self.bot,), WARM_UP + self.matches))


CONTESTS = (
    Contest("jarls", "search:nodes=3000", 4, 96),
    Contest("chinese-checkers", "search:depth=2", 2, 48),
    Contest("elemental-clash", "simultaneous:worlds=4,playouts=10", 2, 48),
)


@dataclass(frozen=True, slots=True)
class Timed:
    """A round: games in a second, and the time outside of the bots as a part of theirs."""

    rate: float
    overhead: float


def took(work: Callable[[], object]) -> float:
    """Seconds for that work."""
    began = perf_counter()
    work()
    return perf_counter() - began


def played_by(executor: Executor, jobs: list[Job]) -> list[Outcome]:
    """What comes of these matches, in the arena's hands; the executor stays open."""
    return list(run(jobs, Ledger(None, ""), lambda: nullcontext(executor)))


def timed(contest: Contest, executors: Executors) -> Timed:
    """One round on that executor, once all that warms it up is played."""
    jobs = contest.jobs()
    with executors() as executor:
        played_by(executor, jobs[:WARM_UP])
        began = perf_counter()
        played = played_by(executor, jobs[WARM_UP:])
        seconds = perf_counter() - began
    thinking = sum(sum(outcome.thinking) for outcome in played) / 1000
    return Timed(len(played) / seconds, seconds / thinking - 1)


def rules_alone(outcome: Outcome) -> float:
    """Seconds that the rules take for the match, played once more from its record."""
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

    return min(took(play) for _ in range(ROUNDS))


def rules_share(contest: Contest) -> float:
    """What the rules take by themselves, as a part of the bots' own time."""
    outcomes = [carry_out(replace(job, keep=True)) for job in contest.jobs()[:WARM_UP]]
    thinking = sum(sum(outcome.thinking) for outcome in outcomes) / 1000
    return sum(rules_alone(outcome) for outcome in outcomes) / thinking


def halves(contest: Contest) -> float:
    """Games in a second where two processes get half of the matches each, all at once."""
    jobs = contest.jobs()
    with pool(2)() as executor:
        list(executor.map(carry_out, 2 * jobs[:WARM_UP], chunksize=WARM_UP))
        rest, share = jobs[WARM_UP:], contest.matches // 2
        return len(rest) / took(lambda: list(executor.map(carry_out, rest, chunksize=share)))


def measure() -> list[Figure]:
    """For each contest the overhead in one process, and the gain of a second."""
    return [figure for contest in CONTESTS for figure in _figures(contest)]


def _figures(contest: Contest) -> Iterator[Figure]:
    rounds = [
        (timed(contest, Inline), timed(contest, pool(2)), halves(contest)) for _ in range(ROUNDS)
    ]
    alone = max(one.rate for one, _, _ in rounds)
    both = max(two.rate for _, two, _ in rounds)
    most = max(rate for _, _, rate in rounds)
    rules = rules_share(contest)
    overhead = min(one.overhead for one, _, _ in rounds) - rules
    name = f"{contest.game}, {contest.seats} x {contest.bot}"
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

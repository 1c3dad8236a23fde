"""Fair schedules: which bots meet on which seats.

The unit of fairness is a set: one seed, played with the same bots in every rotation around the
table. In a set every bot has every seat equally often, and every bot gets the same luck once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, cycle, islice, pairwise

from meadhall.arena.contest.job import Job
from meadhall.arena.contest.metering import NO_LIMITS, BotLimits
from meadhall.core.options import Value
from meadhall.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Contest:
    """What all matches of a run have in common."""

    game: str
    seats: int
    seed: str = "1"
    options: tuple[tuple[str, Value], ...] = ()
    keep: bool = False
    limits: BotLimits = NO_LIMITS


def duel(contest: Contest, one: str, two: str, games: int) -> Iterator[Job]:
    """The jobs for two bots, which take all seats by turns."""
    return round_robin(contest, (one, two), games)


def round_robin(contest: Contest, entrants: Sequence[str], games: int) -> Iterator[Job]:
    """The jobs for every table of different bots, in every rotation, repeated with new seeds."""
    size = min(contest.seats, len(entrants))
    tables = combinations(entrants, size)
    line_ups = [line for table in tables for line in _line_ups(table, contest.seats)]
    return _jobs(contest, line_ups, games)


def ladder(contest: Contest, entrants: Sequence[str], games: int) -> Iterator[Job]:
    """The jobs for each bot against the next one, weakest first, with `games` games per pair."""
    pairs = pairwise(entrants)
    return by_turns(duel(contest, stronger, weaker, games) for weaker, stronger in pairs)


def by_turns(columns: Iterable[Iterator[Job]]) -> Iterator[Job]:
    """Schedules of equal length merged into one, by turns.

    Match `n` is from schedule `n % columns`. So an interrupted run has played all schedules equally
    far, and a longer run extends a shorter one.
    """
    # Strict: if one column were shorter, the number would no longer say the column.
    turns = chain.from_iterable(zip(*columns, strict=True))
    return (replace(job, number=number) for number, job in enumerate(turns))


def _line_ups(table: Sequence[str], seats: int) -> dict[tuple[str, ...], None]:
    """All ways to seat these bots in this order, without repetition.

    With more seats than bots, bots are repeated in a cycle. Each bot begins the cycle once, so that
    each has the extra seats equally often; then all are rotated around the table.
    """
    cycles = [tuple(islice(cycle(rotation), seats)) for rotation in _rotations(table)]
    return dict.fromkeys(line for lines in cycles for line in _rotations(lines))


def _rotations(line: Sequence[str]) -> list[tuple[str, ...]]:
    return [(*line[k:], *line[:k]) for k in range(len(line))]


def _jobs(contest: Contest, line_ups: Sequence[tuple[str, ...]], games: int) -> Iterator[Job]:
    """Numbered jobs in whole sets, at least `games` of them; a set shares its seed."""
    rounded = -(-games // len(line_ups)) * len(line_ups)
    for number in range(rounded):
        luck = Rng(contest.seed).fork(f"set {number // len(line_ups)}").seed
        line_up = line_ups[number % len(line_ups)]
        yield Job(
            number, contest.game, line_up, luck, contest.options, contest.keep,
            limits=contest.limits,
        )  # fmt: skip

"""Who meets whom, so that nobody is favoured.

The unit of fairness is a set: one seed, played with the same bots in every rotation around the
table. In a set every bot has every seat equally often, and luck falls to each of them in turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, cycle, islice, pairwise

from meadhall.arena.job import Job
from meadhall.core.options import Value
from meadhall.core.rng import Rng


@dataclass(frozen=True, slots=True)
class Event:
    """What all matches of a run have in common."""

    game: str
    seats: int
    seed: str = "1"
    options: tuple[tuple[str, Value], ...] = ()
    keep: bool = False


def duel(event: Event, one: str, two: str, games: int) -> Iterator[Job]:
    """Two bots, on all the seats by turns."""
    return round_robin(event, (one, two), games)


def round_robin(event: Event, entrants: Sequence[str], games: int) -> Iterator[Job]:
    """Every table of different bots that can be formed, in every rotation, again and again."""
    size = min(event.seats, len(entrants))
    tables = combinations(entrants, size)
    line_ups = [line for table in tables for line in _line_ups(table, event.seats)]
    return _numbered(event, line_ups, games)


def ladder(event: Event, entrants: Sequence[str], games: int) -> Iterator[Job]:
    """Each bot against the next one, weakest first: so many games a rung."""
    rungs = pairwise(entrants)
    return by_turns(duel(event, stronger, weaker, games) for weaker, stronger in rungs)


def by_turns(columns: Iterable[Iterator[Job]]) -> Iterator[Job]:
    """Schedules of equal length as one: a run that is broken off is even, and can grow.

    Match `n` is one of schedule `n % columns`.
    """
    turns = chain.from_iterable(zip(*columns, strict=True))
    return (replace(job, number=number) for number, job in enumerate(turns))


def _line_ups(table: Sequence[str], seats: int) -> dict[tuple[str, ...], None]:
    """All ways to sit down in this order, each bot beginning once and every seat coming first."""
    begun = [tuple(islice(cycle(turned), seats)) for turned in _rotations(table)]
    return dict.fromkeys(line for lines in begun for line in _rotations(lines))


def _rotations(line: Sequence[str]) -> list[tuple[str, ...]]:
    return [(*line[k:], *line[:k]) for k in range(len(line))]


def _numbered(event: Event, line_ups: Sequence[tuple[str, ...]], games: int) -> Iterator[Job]:
    """Whole sets, as many as it takes to have that many games; a set shares its seed."""
    rounded = -(-games // len(line_ups)) * len(line_ups)
    for number in range(rounded):
        luck = Rng(event.seed).fork(f"set {number // len(line_ups)}").seed
        line_up = line_ups[number % len(line_ups)]
        yield Job(number, event.game, line_up, luck, event.options, event.keep)

"""Figures for level benchmarks: how much stronger each level is than the one below it.

Bots play without clocks, so that their games are the same in every run, however busy the machine
is. A pair of levels stops when its interval says on which side of the target it is, when all games
are played, or when its part of `MEADHALL_MINUTES` (10) is over. So a benchmark always ends with a
table; what is not settled has a wide interval. If `MEADHALL_LEDGERS` names a folder, outcomes are
kept there, and the next run goes on where this one stopped. `MEADHALL_PAIRS` names the pairs that
play, by the names of their ledgers as in `jarls-2-holes-hard-*`; of the others only what is in the
ledgers is shown. A pair of fewer than eight games is left out, for it says nothing.
`MEADHALL_PROCESSES` sets how many matches are played at once (one for each core).
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from math import inf
from pathlib import Path
from statistics import median
from time import monotonic

from meadhall import registry
from meadhall.arena.contest.certainty import score
from meadhall.arena.contest.executors import pool
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.ratings import ANCHORS, ratings
from meadhall.arena.contest.run_jobs import run_jobs
from meadhall.arena.contest.schedule import Contest, duel
from meadhall.arena.contest.score import Score
from meadhall.bots import roster
from meadhall.cli.bench.figures import Figure
from meadhall.core.capabilities import Level
from meadhall.core.game import strategy

WANTED = 65
FEWEST = 8
"""Fewer decided games settle nothing."""
BAD_START = 40
"""This many decide that a pair is given up: a few losses at first are often chance."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a pair of bots plays: up to `games`, until its share is settled or time is over.

    `wanted` is the percentage that the stronger one should win.
    """

    games: int
    wanted: int = WANTED
    until: float = inf

    def is_enough(self, tally: Score) -> bool:
        """Whether the share is above or below what is wanted, or the time is over."""
        if tally.matches and monotonic() > self.until:
            return True
        low, high = tally.interval
        decided = tally.won + tally.lost
        if 100 * high < self.wanted:
            return decided >= BAD_START
        return decided >= FEWEST and 100 * low > self.wanted


class SharedTime:
    """A time for several steps. Each may take its part of what the steps before it have left."""

    def __init__(self, steps: int, minutes: float | None = None) -> None:
        if minutes is None:
            minutes = float(os.environ.get("MEADHALL_MINUTES", "10"))
        self.end, self.steps = monotonic() + 60 * minutes, steps

    def part(self) -> float:
        """When the next step has to end."""
        now, left = monotonic(), max(1, self.steps)
        self.steps -= 1
        return now + (self.end - now) / left


def level_pairs(slug: str) -> list[tuple[str, str]]:
    """The names of neighbouring levels, the weaker first."""
    return list(pairwise(level.name for level in strategy(registry.game(slug)).levels))


def level_steps(contest: Contest, games: int, time: SharedTime) -> Iterator[Figure]:
    """The figures for every pair of neighbouring levels, weakest first."""
    for weaker, stronger in level_pairs(contest.game):
        yield from level_step(contest, stronger, weaker, Effort(games, until=time.part()))


def level_step(contest: Contest, one: str, two: str, effort: Effort) -> list[Figure]:
    """The share of games that the first bot wins against the second, and its time per move.

    Both have half of the seats; with an odd number they take the extra seat by turns. So bots of
    equal strength would win half of the games each.
    """
    stronger = untimed_name(roster.entrant(registry.game(contest.game), one))
    outcomes = _play_step(contest, one, two, effort)
    if len(outcomes) < FEWEST:
        return []
    name = " ".join([*_option_values(contest), f"{contest.seats} players:"])
    return [
        share_figure(f"{name} {one} against {two}", score(outcomes, stronger), effort.wanted),
        Figure(f"{name} a move of {one}", median_move_time(outcomes, stronger), "ms"),
    ]


def _play_step(contest: Contest, one: str, two: str, effort: Effort) -> list[JobOutcome]:
    """The matches of two levels; the ledger has the names of the levels, not of their bots."""
    game = registry.game(contest.game)
    stronger, weaker = (untimed_name(roster.entrant(game, name)) for name in (one, two))
    title = "-".join([contest.game, str(contest.seats), *_option_values(contest), one, two])
    jobs = duel(contest, stronger, weaker, effort.games)
    return play_all(jobs, title, lambda played: effort.is_enough(score(played, stronger)))


def _option_values(contest: Contest) -> list[str]:
    return [str(value) for _, value in contest.options]


def play_all(
    jobs: Iterable[Job], title: str, enough: Callable[[list[JobOutcome]], bool] = lambda _: False
) -> list[JobOutcome]:
    """Play the jobs on all cores until there are enough; returns their outcomes.

    Those in the ledger are not repeated.
    """
    ledger = ledger_of(title)
    processes = int(os.environ.get("MEADHALL_PROCESSES", os.cpu_count() or 1))
    if may_play(title) and not enough(ledger.valid_outcomes()):
        with closing(run_jobs(jobs, ledger, pool(processes))) as played:
            for _ in played:
                if enough(ledger.valid_outcomes()):
                    break
    return ledger.valid_outcomes()


def may_play(title: str) -> bool:
    """Whether the pair of that title is one that `MEADHALL_PAIRS` names."""
    return fnmatchcase(title, os.environ.get("MEADHALL_PAIRS", "*"))


def ledger_of(title: str) -> Ledger:
    """The outcomes of the pair, in the folder that `MEADHALL_LEDGERS` names."""
    return _ledger(os.environ.get("MEADHALL_LEDGERS"), title)


@cache
def _ledger(folder: str | None, title: str) -> Ledger:
    """The ledger of a pair. Without a folder it lasts as long as the benchmark."""
    return Ledger(Path(folder) / f"{title}.jsonl" if folder else None, title)


def level_ratings(contest: Contest, effort: Effort) -> Iterator[Figure]:
    """The rating of every level of the game, from matches of neighbours, `random` the first one.

    A level's `rating` is to be the one that is measured here. Levels above a pair that has not
    played enough have none.
    """
    game = registry.game(contest.game)
    levels = [roster.level(game, name) for name in ANCHORS]
    levels += strategy(game).levels
    outcomes, rated = list[JobOutcome](), list[Level]()
    for weaker, stronger in pairwise(levels):
        played = _play_step(contest, stronger.name, weaker.name, effort)
        if len(played) < FEWEST:
            break
        outcomes += played
        rated.append(stronger)
    anchors = " and ".join(f"{bot} has {points}" for bot, points in ANCHORS.items())
    found = {rating.bot: rating for rating in ratings(outcomes, ANCHORS)}
    for level in rated:
        rating = found[untimed_name(level)]
        title = f"rating of {level.name}, where {anchors}"
        unit = f"points (± {rating.error})"
        target = "" if level.rating is None else f"{level.rating}, as shown to players"
        yield Figure(title, rating.points, unit, None, f"{rating.games} matches", target)


def untimed_name(level: Level) -> str:
    """The name of the level's bot with its settings, but without its time limit."""
    settings = dict(level.settings)
    if settings.pop("milliseconds", None) is None:
        return level.name
    return f"{level.bot}:{','.join(f'{key}={value}' for key, value in settings.items())}"


def share_figure(name: str, tally: Score, wanted: int = WANTED) -> Figure:
    """The share of decided games that was won, with its interval and the counts behind it."""
    counts = f"{tally.won} won, {tally.drawn} undecided, {tally.lost} lost"
    low, high = (100 * end for end in tally.interval)
    unit = f"% ({low:.0f} to {high:.0f})"
    return Figure(name, 100 * tally.share, unit, None, counts, f"{wanted} or more")


def median_move_time(outcomes: Sequence[JobOutcome], bot: str) -> float:
    """The bot's milliseconds per move: the median over all games, which busy hours do not distort.

    All seats of a game are taken to make equally many moves, which is nearly true.
    """
    return median(
        milliseconds * len(outcome.seats) / outcome.plies
        for outcome in outcomes
        for milliseconds, name in zip(outcome.thinking, outcome.seats, strict=True)
        if name == bot
    )

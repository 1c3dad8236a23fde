"""Figures for level benchmarks: how much stronger each level is than the one below it.

Such a benchmark runs for hours. It plays without clocks, so that its games are the same in every
run, however busy the machine is. If `MEADHALL_LEDGERS` names a folder, outcomes are kept there, and
an interrupted benchmark continues where it stopped. `MEADHALL_PROCESSES` sets how many matches are
played at once (one for each core).
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

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

WANTED = "65 or more"


def level_steps(contest: Contest, games: int, wanted: str = WANTED) -> Iterator[Figure]:
    """The figures for every pair of neighbouring levels, weakest first."""
    for weaker, stronger in pairwise(
        level.name for level in strategy(registry.game(contest.game)).levels
    ):
        yield from level_step(contest, stronger, weaker, games, wanted)


def level_step(
    contest: Contest, one: str, two: str, games: int, wanted: str = WANTED
) -> list[Figure]:
    """The share of games that the first bot wins against the second, and its time per move.

    Both have half of the seats; with an odd number they take the extra seat by turns. So bots of
    equal strength would win half of the games each.
    """
    stronger = untimed_name(roster.entrant(registry.game(contest.game), one))
    outcomes = _play_step(contest, one, two, games)
    name = " ".join([*_option_values(contest), f"{contest.seats} players:"])
    return [
        share_figure(f"{name} {one} against {two}", score(outcomes, stronger), wanted),
        Figure(f"{name} a move of {one}", median_move_time(outcomes, stronger), "ms"),
    ]


def _play_step(contest: Contest, one: str, two: str, games: int) -> list[JobOutcome]:
    """The matches of two levels; the ledger has the names of the levels, not of their bots."""
    game = registry.game(contest.game)
    stronger, weaker = (untimed_name(roster.entrant(game, name)) for name in (one, two))
    title = "-".join([contest.game, str(contest.seats), *_option_values(contest), one, two])
    return play_all(duel(contest, stronger, weaker, games), title)


def _option_values(contest: Contest) -> list[str]:
    return [str(value) for _, value in contest.options]


def play_all(jobs: Iterable[Job], title: str) -> list[JobOutcome]:
    """Play the jobs on all cores; returns their outcomes. Those in the ledger are not repeated."""
    folder = os.environ.get("MEADHALL_LEDGERS")
    ledger = Ledger(Path(folder) / f"{title}.jsonl" if folder else None, title)
    processes = int(os.environ.get("MEADHALL_PROCESSES", os.cpu_count() or 1))
    for _ in run_jobs(jobs, ledger, pool(processes)):
        pass
    return ledger.valid_outcomes()


def level_ratings(contest: Contest, games: int) -> Iterator[Figure]:
    """The rating of every level of the game, from matches of neighbours, `random` the first one.

    A level's `rating` is to be the one that is measured here.
    """
    game = registry.game(contest.game)
    levels = [roster.level(game, name) for name in ANCHORS]
    levels += strategy(game).levels
    outcomes = [
        outcome
        for weaker, stronger in pairwise(levels)
        for outcome in _play_step(contest, stronger.name, weaker.name, games)
    ]
    anchors = " and ".join(f"{bot} has {points}" for bot, points in ANCHORS.items())
    found = {rating.bot: rating for rating in ratings(outcomes, ANCHORS)}
    for level in levels[len(ANCHORS) :]:
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


def share_figure(name: str, tally: Score, wanted: str = WANTED) -> Figure:
    """The share of decided games that was won, with its interval and the counts behind it."""
    counts = f"{tally.won} won, {tally.drawn} undecided, {tally.lost} lost"
    low, high = (100 * end for end in tally.interval)
    unit = f"% ({low:.0f} to {high:.0f})"
    return Figure(name, 100 * tally.share, unit, None, counts, wanted)


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

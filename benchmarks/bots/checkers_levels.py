"""How much stronger each level of Chinese Checkers is than the one below, its time, its rating.

Games are seat-balanced and the same in every run; only the milliseconds differ. `MEADHALL_GAMES`
sets how many a pair of levels plays at most at each table (40, rounded up to whole sets of seats),
and `MEADHALL_MINUTES` when the benchmark ends at the latest; see `level_steps`.
"""

import os

from meadhall.arena.contest.schedule import Contest
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import (
    Effort,
    SharedTime,
    level_pairs,
    level_ratings,
    level_steps,
)
from meadhall.games.chinese_checkers import GAME

TITLE = "Chinese Checkers: decided games that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "40"))


def measure() -> list[Figure]:
    """Every pair of neighbouring levels, for every number of players."""
    contests = [Contest(GAME.spec.slug, seats, "levels") for seats in GAME.spec.players]
    time = SharedTime(len(contests) * len(level_pairs(GAME.spec.slug)) + 1)
    steps = [figure for contest in contests for figure in level_steps(contest, GAMES, time)]
    return [*steps, *level_ratings(contests[0], Effort(GAMES, until=time.part()))]

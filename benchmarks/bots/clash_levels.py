"""How much stronger each level of Elemental Clash is than the one below, and how long it thinks.

`MEADHALL_GAMES` sets how many matches a pair plays at most (1,000); seats change with every match.
`MEADHALL_MINUTES` says when the benchmark ends at the latest; see `level_steps`.
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

TITLE = "Elemental Clash: decided matches that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))


def measure() -> list[Figure]:
    """Every pair of neighbouring levels, and their ratings."""
    contest = Contest("elemental-clash", 2, "levels")
    time = SharedTime(len(level_pairs(contest.game)) + 1)
    steps = list(level_steps(contest, GAMES, time))
    return [*steps, *level_ratings(contest, Effort(GAMES, until=time.part()))]

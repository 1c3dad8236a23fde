"""How much stronger each level of Jarls is than the one below, how long it thinks, and ratings.

Games are seat-balanced and the same in every run; only the milliseconds differ. `MEADHALL_GAMES`
sets how many each pair of levels plays at most (40, rounded up to whole sets of seats), and
`MEADHALL_MINUTES` when the benchmark ends at the latest, and `MEADHALL_PAIRS` which pairs play; see
`level_steps`. In duels a bot also meets one that looks at five times the positions.
"""

import os
from collections.abc import Iterator

from meadhall.arena.contest.schedule import Contest
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import (
    Effort,
    SharedTime,
    level_pairs,
    level_ratings,
    level_step,
    level_steps,
)

TITLE = "Jarls: decided games that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "40"))
ONCE, FIVEFOLD = "search:nodes=20000,solve=20000", "search:nodes=100000,solve=100000"
RULESETS, CROWDS = ("holes", "shields"), (3, 4, 5, 6)


def measure() -> list[Figure]:
    """Every pair of neighbouring levels for every number of players; the expert against greedy."""
    tables = len(RULESETS) * (1 + len(CROWDS))
    time = SharedTime(tables * len(level_pairs("jarls")) + 2 * len(RULESETS) + 1)
    steps = [figure for ruleset in RULESETS for figure in _under(ruleset, time)]
    rated = Contest("jarls", 2, "levels", (("ruleset", "holes"),))
    return [*steps, *level_ratings(rated, Effort(GAMES, until=time.part()))]


def _under(ruleset: str, time: SharedTime) -> Iterator[Figure]:
    options = (("ruleset", ruleset),)
    duels = Contest("jarls", 2, "levels", options)
    yield from level_steps(duels, GAMES, time)
    yield from level_step(duels, "expert", "greedy", Effort(GAMES, 95, time.part()))
    longer = Contest("jarls", 2, "tuning", options)
    yield from level_step(longer, FIVEFOLD, ONCE, Effort(GAMES, 60, time.part()))
    for seats in CROWDS:
        yield from level_steps(Contest("jarls", seats, "levels", options), GAMES, time)

"""How much stronger each level of Jarls is than the one below, how long it thinks, and ratings.

Games are seat-balanced and the same in every run; only the milliseconds differ. `MEADHALL_GAMES`
sets how many each pair of levels plays (40, rounded up to whole sets of seats). All of them take
more than an hour on two cores, most of it the games of experts.
"""

import os
from collections.abc import Iterator

from meadhall.arena.contest.schedule import Contest
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import level_ratings, level_step, level_steps

TITLE = "Jarls: decided games that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "40"))
RULESETS, CROWDS = ("holes", "shields"), (3, 4, 5, 6)


def measure() -> list[Figure]:
    """Every pair of neighbouring levels for every number of players; the expert against greedy."""
    steps = [figure for ruleset in RULESETS for figure in _under(ruleset)]
    return [*steps, *level_ratings(Contest("jarls", 2, "levels", (("ruleset", "holes"),)), GAMES)]


def _under(ruleset: str) -> Iterator[Figure]:
    options = (("ruleset", ruleset),)
    duels = Contest("jarls", 2, "levels", options)
    yield from level_steps(duels, GAMES)
    yield from level_step(duels, "expert", "greedy", GAMES, "95 or more")
    for seats in CROWDS:
        yield from level_steps(Contest("jarls", seats, "levels", options), GAMES)

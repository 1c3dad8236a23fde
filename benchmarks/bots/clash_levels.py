"""How much stronger each level of Elemental Clash is than the one below, and how long it thinks.

`MEADHALL_GAMES` sets how many matches a pair plays (1,000); seats change with every match.
"""

import os

from meadhall.arena.contest.schedule import Contest
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import level_steps

TITLE = "Elemental Clash: decided matches that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))


def measure() -> list[Figure]:
    """Every pair of neighbouring levels."""
    return list(level_steps(Contest("elemental-clash", 2, "levels"), GAMES))

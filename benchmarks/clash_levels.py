"""Does each level of Elemental Clash beat the one below it, and how long does it think?

`MEADHALL_GAMES` sets how many matches a pair plays (1,000 unless said); seats change every match.
"""

import os

from meadhall.arena.schedule import Event
from meadhall.cli.figures import Figure
from meadhall.cli.rungs import rungs

TITLE = "Elemental Clash: decided matches that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))


def measure() -> list[Figure]:
    """Every pair of neighbours."""
    return list(rungs(Event("elemental-clash", 2, "levels"), GAMES))

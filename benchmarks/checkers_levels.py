"""How much stronger each level of Chinese Checkers is than the one below, and how long it thinks.

Games are seat-balanced and the same in every run; only the milliseconds differ. `MEADHALL_GAMES`
sets how many a pair of levels plays at each table (40), made up to whole sets.
"""

import os

from meadhall.arena.schedule import Event
from meadhall.cli.figures import Figure
from meadhall.cli.rungs import rungs
from meadhall.games.chinese_checkers import GAME

TITLE = "Chinese Checkers: decided games that each level wins against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "40"))


def measure() -> list[Figure]:
    """Every pair of neighbours at every table."""
    events = [Event(GAME.spec.slug, seats, "levels") for seats in GAME.spec.players]
    return [figure for event in events for figure in rungs(event, GAMES)]

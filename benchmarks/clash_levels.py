"""Does each level of Elemental Clash beat the one below it, and how long does it think?

`MEADHALL_GAMES` sets how many matches a pair plays (1,000 unless said); seats change every match.
"""

import os
from itertools import pairwise
from time import process_time

from meadhall import registry
from meadhall.arena.matches import play
from meadhall.arena.score import Score
from meadhall.bots import roster
from meadhall.cli.figures import Figure
from meadhall.core.game import AnyGame, Level
from meadhall.core.rng import Rng

TITLE = "Elemental Clash: each level against the one below it"
GAMES = int(os.environ.get("MEADHALL_GAMES", "1000"))


def duel(game: AnyGame, stronger: Level, weaker: Level, games: int) -> Score:
    """The stronger level's score over seat-balanced matches: every seed from both seats."""
    bots, score = (roster.make(stronger), roster.make(weaker)), Score()
    for number in range(games):
        seat = number % 2
        seated = bots if seat == 0 else bots[::-1]
        luck = Rng(f"{stronger.name} {weaker.name} {number // 2}")
        payoffs = play(game, game.types.options(), seated, luck).result.payoffs
        score.enter(payoffs[seat] - payoffs[1 - seat], 1)
    return score


def measure() -> list[Figure]:
    """Wins in decided matches, for every pair of neighbours."""
    game = registry.game("elemental-clash")
    figures = []
    for weaker, stronger in pairwise(game.levels):
        began = process_time()
        score = duel(game, stronger, weaker, GAMES)
        seconds = (process_time() - began) / score.matches
        name = f"{stronger.name} against {weaker.name}"
        figures += [
            Figure(
                f"{name}: decided matches won",
                100 * score.share,
                f"% ± {100 * score.margin:.1f}",
                reference=f"{score.won} won, {score.drawn} undecided, {score.lost} lost",
                target="55 or more",
            ),
            Figure(f"{name}: a match", 1000 * seconds, "ms of processor time"),
        ]
    return figures

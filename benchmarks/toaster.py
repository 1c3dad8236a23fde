"""How fast Secret Toaster fights its battles, and how well its players play.

A pairing is played over every way to seat the two kinds of player in equal numbers (with three
players one against two and two against one, in turn). A match is won by the kind whose seats have
the higher mean payoff; shares are of the matches that somebody won. Run as a script, with a
pairing's name and a number of matches, it plays one pairing and prints as it goes.
"""

import sys
from itertools import cycle, islice, permutations
from time import perf_counter_ns

from meadhall.arena.matches import play
from meadhall.bots.roster import level, make
from meadhall.cli.figures import Figure
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.battle import fight
from meadhall.games.secret_toaster.chance import Drawn
from meadhall.games.secret_toaster.odds import exact_chance, win_chance
from meadhall.games.secret_toaster.types import Options

TITLE = "Secret Toaster: battles, odds and players"
ARMY = 10_000
SETTINGS = {
    "2 crown": (2, Options()),
    "3 crown": (3, Options(mode="crown")),
    "3 objectives": (3, Options(mode="objectives")),
    "4 crown": (4, Options(mode="crown")),
    "4 objectives": (4, Options(mode="objectives")),
}
PAIRINGS = {"marshal": ("random", 60, 95), "strategist": ("marshal", 24, 60)}


def measure() -> list[Figure]:
    """Battles and odds of ten thousand, then every pairing in every setting."""
    figures = [_battle(), _odds()]
    for better, (worse, matches, target) in PAIRINGS.items():
        for setting in SETTINGS:
            won, lost, drawn = versus(better, worse, setting, matches)
            share = 100 * won / max(1, won + lost)
            name = f"{better} against {worse}, {setting}"
            said = f"{won} won, {lost} lost, {drawn} even"
            figures.append(Figure(name, share, "%", None, said, f">= {target} %"))
    return figures


def versus(better: str, worse: str, setting: str, matches: int) -> tuple[int, int, int]:
    """How many matches the first kind won, lost and neither."""
    seats, options = SETTINGS[setting]
    score = {1: 0, -1: 0, 0: 0}
    for number, kinds in enumerate(islice(cycle(_seatings(better, worse, seats)), matches)):
        bots = [make(level(GAME, kind)) for kind in kinds]
        payoffs = play(GAME, options, bots, Rng(f"{setting} {number}")).result.payoffs
        mean = {kind: _mean(kinds, payoffs, kind) for kind in (better, worse)}
        score[(mean[better] > mean[worse]) - (mean[better] < mean[worse])] += 1
    return score[1], score[-1], score[0]


def _seatings(better: str, worse: str, seats: int) -> list[tuple[str, ...]]:
    """Every way to seat as many of the one as of the other; with an odd number, nearly."""
    half = seats // 2
    counts = {(half, seats - half), (seats - half, half)}
    return sorted(
        {
            seating
            for first, second in counts
            for seating in permutations([better] * first + [worse] * second)
        }
    )


def _mean(kinds: tuple[str, ...], payoffs: tuple[int, ...], kind: str) -> float:
    own = [payoff for k, payoff in zip(kinds, payoffs, strict=True) if k == kind]
    return sum(own) / len(own)


def _battle() -> Figure:
    took = []
    for seed in range(20):
        chance = Drawn(Rng(str(seed)))
        began = perf_counter_ns()
        fight(ARMY, ARMY, 0, chance)
        took.append((perf_counter_ns() - began) / 1e6)
    name = f"battle of {ARMY} against {ARMY}"
    return Figure(name, min(took), "ms", min(took) / 50, "50 ms", "< 50 ms")


def _odds() -> Figure:
    began = perf_counter_ns()
    win_chance.__wrapped__(ARMY, 7_000, 0)
    quick = (perf_counter_ns() - began) / 1e6
    began = perf_counter_ns()
    exact_chance(ARMY, 7_000, 0)
    slow = (perf_counter_ns() - began) / 1e6
    return Figure("its odds, exact to 0.01 %", quick, "ms", quick / slow, "sum as a fraction")


if __name__ == "__main__":
    kind, where, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    print(kind, where, versus(kind, PAIRINGS[kind][0], where, count), flush=True)

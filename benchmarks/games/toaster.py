"""How fast Secret Toaster's battles, odds and rehearsals are, and how strong its bots are.

Matches are seat-balanced and the same in every run. As a script, with the name of a pairing, the
name of a setting and a number of matches, it plays one pairing and prints the score.
"""

import sys
from time import perf_counter_ns, process_time

from meadhall.arena.contest.certainty import score
from meadhall.arena.contest.job import carry_out
from meadhall.arena.contest.schedule import Contest, duel
from meadhall.arena.contest.score import Score, portion
from meadhall.bots.bot import Turn
from meadhall.bots.players.rollout_bot import Candidate, PureTrial, Trial
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import share_figure
from meadhall.core.game import speed, start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.rules.round.battle import fight
from meadhall.games.secret_toaster.rules.round.chance import RandomChance
from meadhall.games.secret_toaster.rules.round.odds import exact_chance, win_chance
from meadhall.games.secret_toaster.types import Options

TITLE = "Secret Toaster: battles, odds and players"
ARMY = 10_000
PLIES = 9
SETTINGS = {
    "2 crown": (2, "crown"),
    "3 crown": (3, "crown"),
    "3 objectives": (3, "objectives"),
    "4 crown": (4, "crown"),
    "4 objectives": (4, "objectives"),
}
STRATEGIST = "rollout:worlds=12,plies=9"
"""The level expert without its time limit, so that it plays the same on a busy machine."""
PAIRINGS = {
    "marshal against random": ("hard", "random", 60, 95),
    "strategist against marshal": (STRATEGIST, "hard", 60, 60),
}


def measure() -> list[Figure]:
    """Battles and odds of ten thousand, rehearsals, then every pairing in every setting."""
    figures = [_battle(), _odds(), *_rehearsals()]
    for pairing, (_, _, matches, target) in PAIRINGS.items():
        for setting in SETTINGS:
            tally = versus(pairing, setting, matches)
            figures += _strength(f"{pairing}, {setting}", tally, target)
    return figures


def _strength(name: str, tally: Score, wanted: int) -> list[Figure]:
    """The share of the decided matches and of all: a shared victory beats nobody."""
    of_all = portion(tally.won, tally.matches)
    low, high = of_all.interval
    unit = f"% ({100 * low:.0f} to {100 * high:.0f})"
    counts, target = f"{tally.won} of {tally.matches}", f"{wanted} or more"
    return [
        share_figure(name, tally, wanted),
        Figure(f"{name}, of all games", 100 * of_all.share, unit, None, counts, target),
    ]


def versus(pairing: str, setting: str, matches: int) -> Score:
    """The score of the pairing's first bot: the bot with the higher average payoff wins."""
    better, worse, _, _ = PAIRINGS[pairing]
    seats, mode = SETTINGS[setting]
    contest = Contest("secret-toaster", seats, "players", (("mode", mode),))
    return score(map(carry_out, duel(contest, better, worse, matches)), better)


def _battle() -> Figure:
    took = []
    for seed in range(20):
        chance = RandomChance(Rng(str(seed)))
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


def _rehearsals() -> list[Figure]:
    """How often per second the strategist can rehearse two to three rounds, with four players."""
    state = start(GAME, Options(), 4, Rng("speed"))
    turn = Turn.of(GAME, state, 0, 4)
    slow = _per_second(PureTrial(turn, [Candidate(turn.legal[0], "marshal")], PLIES), 20)
    rehearsal = speed(GAME).rehearse and speed(GAME).rehearse(
        turn.view, 0, [(turn.legal[0], "marshal")], PLIES
    )
    figures = [Figure("playing on, pure rules", slow, "per s of processor time")]
    if rehearsal is not None:
        fast = _per_second(rehearsal.play, 2_000)
        figures.append(
            Figure("playing on, fast lane", fast, "per s of processor time", fast / slow,
                   "the pure rules, in this run")
        )  # fmt: skip
    return figures


def _per_second(play: Trial, times: int) -> float:
    play(0, Rng("warm"))
    began = process_time()
    for number in range(times):
        play(0, Rng(str(number)))
    return times / (process_time() - began)


if __name__ == "__main__":
    print(versus(sys.argv[1], sys.argv[2], int(sys.argv[3])), flush=True)

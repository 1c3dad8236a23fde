"""How much stronger each level of Secret Toaster is than the one below, and how long it thinks.

One of the stronger level sits among others of the weaker, on every seat by turns, and wins a game
if it is paid more than they are on average. Games are played without clocks: they are the same in
every run, however busy the machine is; only the milliseconds differ. Run as a script with a number
of games, it plays that many of each contest, the contests by turns, and prints how they stand.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from meadhall.arena.certainty import score
from meadhall.arena.job import Job, Outcome, carry_out
from meadhall.cli.figures import Figure
from meadhall.cli.rungs import pace, share, tireless
from meadhall.core.game import Level
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME

TITLE = "Secret Toaster, levels: share of the decided games won against the level below"
GAMES = 60
LONGEST_MS = 3_000


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Two levels that follow each other, on so many seats."""

    stronger: Level
    weaker: Level
    seats: int

    def jobs(self, games: int) -> Iterator[Job]:
        """The games to play; one seed goes around the table."""
        for number in range(games):
            luck = Rng("levels").fork(f"set {number // self.seats}").seed
            line_up = [tireless(self.weaker)] * self.seats
            line_up[number % self.seats] = tireless(self.stronger)
            yield Job(number, "secret-toaster", tuple(line_up), luck)

    def figure(self, outcomes: list[Outcome]) -> Figure:
        """The share of the stronger one."""
        tally = score(outcomes, tireless(self.stronger))
        name = f"{self.seats} players: {self.stronger.name} against {self.weaker.name}"
        return share(name, tally)


def contests() -> list[Contest]:
    """Every step of the ladder for every number of players."""
    steps = list(pairwise(GAME.levels))
    return [Contest(high, low, seats) for seats in GAME.spec.players for low, high in steps]


def played(games: int) -> Iterator[tuple[Contest, Outcome]]:
    """The games of all contests, by turns."""
    waiting = [(contest, contest.jobs(games)) for contest in contests()]
    while waiting:
        drawn = [(contest, jobs, next(jobs, None)) for contest, jobs in waiting]
        waiting = [(contest, jobs) for contest, jobs, job in drawn if job]
        yield from ((contest, carry_out(job)) for contest, _, job in drawn if job)


def measure() -> list[Figure]:
    """The share of each contest, then the milliseconds of a move of each level."""
    outcomes: dict[Contest, list[Outcome]] = defaultdict(list)
    for contest, outcome in played(GAMES):
        outcomes[contest].append(outcome)
    shares = [contest.figure(games) for contest, games in outcomes.items()]
    everything = [outcome for games in outcomes.values() for outcome in games]
    return [*shares, *(_pace(level, everything) for level in GAME.levels)]


def _pace(level: Level, outcomes: list[Outcome]) -> Figure:
    """How long the level thinks, beside what a move may take."""
    taken = pace(outcomes, tireless(level))
    name = f"{level.name}: a move"
    return Figure(name, taken, "ms", taken / LONGEST_MS, f"{LONGEST_MS} ms", "under 1")


if __name__ == "__main__":
    found: dict[Contest, list[Outcome]] = defaultdict(list)
    for contest_, outcome_ in played(int(sys.argv[1])):
        found[contest_].append(outcome_)
        shown = contest_.figure(found[contest_])
        print(f"{shown.name}: {shown.value:.0f} {shown.unit} ({shown.reference})", flush=True)

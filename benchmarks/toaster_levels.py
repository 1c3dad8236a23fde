"""How much stronger each level of Secret Toaster is than the one below, and how long it thinks.

One of the stronger level sits among others of the weaker, on every seat by turns, and wins a game
if it is paid more than they are on average. The seeds are not those that the levels were tuned on.
Games are played without clocks: they are the same in every run, however busy the machine is; only
the milliseconds differ. All of them take half an hour on two cores.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from meadhall.arena.certainty import score
from meadhall.arena.job import Job, Outcome
from meadhall.cli.figures import Figure
from meadhall.cli.rungs import pace, played, share, tireless
from meadhall.core.game import Level
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME

TITLE = "Secret Toaster, levels: share of the decided games won against the level below"
GAMES, CLOSE_GAMES = 60, 120
CLOSE = 6
"""With so many players the levels are closest to each other, and more games are played."""
LONGEST_MS = 3_000


@dataclass(frozen=True, slots=True)
class Contest:
    """Two levels that follow each other, on so many seats."""

    stronger: Level
    weaker: Level
    seats: int

    def play(self) -> list[Outcome]:
        """What came of all its games."""
        title = f"secret-toaster-{self.seats}-{self.stronger.name}-{self.weaker.name}"
        return played(self._jobs(), title)

    def _jobs(self) -> Iterator[Job]:
        """The games to play; one seed goes around the table."""
        for number in range(CLOSE_GAMES if self.seats == CLOSE else GAMES):
            luck = Rng("toaster levels").fork(f"set {number // self.seats}").seed
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


def measure() -> list[Figure]:
    """The share of each contest, then the milliseconds of a move of each level."""
    found = [(contest, contest.play()) for contest in contests()]
    shares = [contest.figure(outcomes) for contest, outcomes in found]
    everything = [outcome for _, outcomes in found for outcome in outcomes]
    return [*shares, *(_pace(level, everything) for level in GAME.levels)]


def _pace(level: Level, outcomes: list[Outcome]) -> Figure:
    """How long the level thinks, beside what a move may take."""
    taken = pace(outcomes, tireless(level))
    name = f"{level.name}: a move"
    return Figure(name, taken, "ms", taken / LONGEST_MS, f"{LONGEST_MS} ms", "under 1")

"""How much stronger each level of Secret Toaster is than the one below, and how long it thinks.

One bot of the stronger level sits among bots of the weaker one, on every seat by turns. It wins a
game if its payoff is above their average. The seeds are not those that the levels were tuned on.
Games have no time limits, so they are the same in every run, however busy the machine is; only the
milliseconds differ. `MEADHALL_MINUTES` says when the benchmark ends at the latest, and
`MEADHALL_PAIRS` which pairs play; see `level_steps`. The expert thinks eight times as much as hard.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from time import process_time

from meadhall.arena.contest.certainty import score
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.schedule import Contest
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.warm_up import warm_up
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.level_steps import (
    FEWEST,
    Effort,
    SharedTime,
    level_ratings,
    median_move_time,
    play_all,
    share_figure,
    untimed_name,
)
from meadhall.core.capabilities import Level
from meadhall.core.game import start, strategy, to_act
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME

TITLE = "Secret Toaster, levels: share of the decided games won against the level below"
GAMES, CLOSE_GAMES = 60, 120
CLOSE = 6
"""The number of players with which the levels are closest to each other: more games are played."""
LONGEST_MS = 3_000
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class LevelPair:
    """Two neighbouring levels, and the number of seats."""

    stronger: Level
    weaker: Level
    seats: int

    def play(self, until: float) -> list[JobOutcome]:
        """Play the games of the pair, until the time or what they have to show."""
        title = f"toaster-{self.seats}-{self.stronger.name}-among-{self.weaker.name}"
        bot, effort = untimed_name(self.stronger), Effort(GAMES, until=until)
        return play_all(self._jobs(), title, lambda played: effort.is_enough(score(played, bot)))

    def _jobs(self) -> Iterator[Job]:
        """The games; with one seed, the stronger bot takes every seat once."""
        for number in range(CLOSE_GAMES if self.seats == CLOSE else GAMES):
            luck = Rng("toaster levels").fork(f"set {number // self.seats}").seed
            line_up = [untimed_name(self.weaker)] * self.seats
            line_up[number % self.seats] = untimed_name(self.stronger)
            yield Job(number, "secret-toaster", tuple(line_up), luck)

    def figure(self, outcomes: list[JobOutcome]) -> Figure:
        """The share of games that the stronger level wins."""
        tally = score(outcomes, untimed_name(self.stronger))
        name = f"{self.seats} players: {self.stronger.name} against {self.weaker.name}"
        return share_figure(name, tally)


def level_pairs() -> list[LevelPair]:
    """Every pair of neighbouring levels for every number of players."""
    steps = list(pairwise(strategy(GAME).levels))
    return [LevelPair(high, low, seats) for seats in GAME.spec.players for low, high in steps]


def measure() -> list[Figure]:
    """The share of each pair, the milliseconds of a move of each level, and ratings."""
    pairs = level_pairs()
    time = SharedTime(len(pairs) + 2)
    played = [(pair, pair.play(time.part())) for pair in pairs]
    shares = [pair.figure(outcomes) for pair, outcomes in played if len(outcomes) >= FEWEST]
    everything = [outcome for _, outcomes in played for outcome in outcomes]
    times = [figure for level in strategy(GAME).levels for figure in _move_time(level, everything)]
    rated = level_ratings(Contest("secret-toaster", 2, "levels"), Effort(GAMES, until=time.part()))
    return [*shares, *times, round_time(), *rated]


def _move_time(level: Level, outcomes: list[JobOutcome]) -> Iterator[Figure]:
    """How long the level thinks about a move, compared with the longest allowed time."""
    name = untimed_name(level)
    if any(name in outcome.seats for outcome in outcomes):
        taken = median_move_time(outcomes, name)
        title = f"{level.name}: a move"
        yield Figure(title, taken, "ms", taken / LONGEST_MS, f"{LONGEST_MS} ms", "under 1")


def round_time() -> Figure:
    """The processor's time for all orders that the expert gives in the first round of six."""
    warm_up(GAME)
    expert, taken = roster.entrant(GAME, untimed_name(strategy(GAME).levels[-1])), []
    for number in range(ROUNDS):
        state, began = start(GAME, GAME.types.options(), 6, Rng(f"round {number}")), process_time()
        while 0 in to_act(GAME, state):
            turn = Turn.of(GAME, state, 0, 6)
            thought = roster.make(expert).choose(turn, Budget(), Rng(str(number)))
            state = GAME.apply(state, 0, thought.action).state
        taken.append(process_time() - began)
    name = "6 players: the expert's orders of a round"
    return Figure(name, median(taken), "s of the processor", median(taken), "1 s", "under 1")

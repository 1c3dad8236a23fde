"""Counts many matches of one setting by seat, end, length and feature.

A game names the features of a finished match itself (`Report.features`: which cards were drafted,
which objective was drawn); the counting is the same for all games.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from meadhall.arena.balance.sweep import Setting
from meadhall.arena.contest.course import Standing
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.schedule import Contest, by_turns, round_robin
from meadhall.arena.contest.score import Score, portion
from meadhall.bots.search.playout import simulator
from meadhall.core.bulk_play import MatchSummary
from meadhall.core.game import AnyGame, speed
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng

BATCH = 10_000
"""How many matches are simulated in one call."""
STANDINGS: tuple[Standing, ...] = ("ahead", "level", "behind")


@dataclass(slots=True)
class Balance:
    """The counts of one setting. `lines` holds a hash of each different course of play."""

    setting: Setting
    unit: str = "actions"
    matches: int = 0
    seats: list[Score] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    undecided: int = 0
    decisions: int = 0
    choices: int = 0
    widest: int = 0
    half_time: Counter[Standing] = field(default_factory=Counter)
    features: dict[str, dict[str, Score]] = field(default_factory=dict)
    """Scores by feature, then by its value."""
    lines: set[str] = field(default_factory=set)

    def enter(self, summary: MatchSummary, times: int = 1) -> None:
        """Count a match `times` times."""
        self.matches += times
        self.reasons[summary.reason] += times
        self.lengths[summary.length] += times
        self.undecided += times if len(set(summary.payoffs)) == 1 else 0
        while len(self.seats) < len(summary.payoffs):
            self.seats.append(Score())
        for seat, payoff in enumerate(summary.payoffs):
            self.seats[seat].enter(payoff, times)
            for name, value in summary.features[seat]:
                values = self.features.setdefault(name, {})
                values.setdefault(value, Score()).enter(payoff, times)

    def enter_outcome(self, outcome: JobOutcome) -> None:
        """Count a match that bots played, with its course."""
        course = outcome.course
        self.enter(MatchSummary(outcome.payoffs, outcome.reason, outcome.plies, course.features))
        self.decisions += outcome.plies
        self.choices += course.choices
        self.widest = max(self.widest, course.widest)
        self.half_time[course.half_time] += 1
        self.lines.add(course.line)

    @property
    def fair_share(self) -> float:
        """The share of decided matches that each seat would win if all seats were equal."""
        won = sum(score.won for score in self.seats)
        decided = won + sum(score.lost for score in self.seats)
        return won / decided if decided else 1 / len(self.seats)

    @property
    def draws(self) -> Score:
        """The matches in which all payoffs were equal, among all matches."""
        return portion(self.undecided, self.matches)

    @property
    def comebacks(self) -> Score | None:
        """The wins from behind; `None` where the game cannot evaluate positions."""
        return dict(self.standings()).get("behind")

    @property
    def branching(self) -> float | None:
        """Legal actions per decision, on average; `None` where matches were simulated in bulk."""
        return self.choices / self.decisions if self.decisions else None

    @property
    def mean_length(self) -> float:
        """The average length of a match."""
        return sum(length * times for length, times in self.lengths.items()) / self.matches

    def standings(self) -> Iterator[tuple[Standing, Score]]:
        """How winners stood at half time, among all winners whose standing is known."""
        known = sum(self.half_time.values()) - self.half_time["unknown"]
        for standing in STANDINGS if known else ():
            yield standing, portion(self.half_time[standing], known)

    def ends(self) -> Iterator[tuple[str, Score]]:
        """The reasons for which matches ended, the most frequent first, among all matches."""
        for reason, times in self.reasons.most_common():
            yield reason, portion(times, self.matches)


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """One game in all its settings.

    `command` is the command line that made the report; `broken` has a sentence for each promise
    that the matches broke.
    """

    game: str
    title: str
    command: str
    balances: tuple[Balance, ...]
    broken: tuple[str, ...] = ()


def can_simulate(game: AnyGame, setting: Setting) -> bool:
    """Whether matches can be simulated in bulk: random play, in games that offer `bulk_play`."""
    return speed(game).bulk_play is not None and setting.bot == "random"


def simulate(game: AnyGame, balance: Balance, matches: int, rng: Rng) -> Iterator[int]:
    """Simulate random matches and count them; yields the size of each finished batch."""
    assert speed(game).bulk_play is not None  # noqa: S101 - see `can_simulate`
    balance.unit = "turns"
    options = parse_options(game.types.options, dict(balance.setting.options))
    for number, begun in enumerate(range(0, matches, BATCH)):
        luck, size = rng.fork(f"batch {number}"), min(BATCH, matches - begun)
        for summary, times in simulator(speed(game).bulk_play).matches(options, size, luck).items():
            balance.enter(summary, times)
        yield size


def jobs(
    game: str, settings: Sequence[Setting], matches: int, seed: str, *, keep: bool
) -> Iterator[Job]:
    """The jobs for `matches` matches of each setting, by turns; the settings share their seeds."""
    contests = [(Contest(game, s.seats, seed, s.options, keep), s.bot) for s in settings]
    return by_turns(round_robin(contest, (bot,), matches) for contest, bot in contests)

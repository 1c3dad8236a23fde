"""Is a game fair, and what wins it? Many matches, counted by seat, end, length and feature.

A game names the features of a finished match itself (`Game.features`: what was drafted, which
objective was drawn); the counting is the same for all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from meadhall.arena.course import Standing
from meadhall.arena.job import Job, Outcome
from meadhall.arena.schedule import Event, by_turns, round_robin
from meadhall.arena.score import Score, portion
from meadhall.arena.sweep import Setting
from meadhall.bots.playout import simulator
from meadhall.core.game import AnyGame
from meadhall.core.options import parse_options
from meadhall.core.rng import Rng
from meadhall.core.simulate import MatchSummary

BATCH = 10_000
"""Matches that are simulated in one go."""
STANDINGS: tuple[Standing, ...] = ("ahead", "level", "behind")


@dataclass(slots=True)
class Balance:
    """What was counted in one setting. `lines` are the different courses of play."""

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
        """Count a match, or several that were alike."""
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

    def enter_played(self, outcome: Outcome) -> None:
        """Count a match that was played by bots, with its course."""
        course = outcome.course
        self.enter(MatchSummary(outcome.payoffs, outcome.reason, outcome.plies, course.features))
        self.decisions += outcome.plies
        self.choices += course.choices
        self.widest = max(self.widest, course.widest)
        self.half_time[course.half_time] += 1
        self.lines.add(course.line)

    @property
    def fair_share(self) -> float:
        """What each seat would win of its decided matches if all seats were alike."""
        won = sum(score.won for score in self.seats)
        decided = won + sum(score.lost for score in self.seats)
        return won / decided if decided else 1 / len(self.seats)

    @property
    def draws(self) -> Score:
        """The matches in which all fared alike, among all of them."""
        return portion(self.undecided, self.matches)

    @property
    def comebacks(self) -> Score | None:
        """The wins from behind; none where the game does not judge positions."""
        return dict(self.standings()).get("behind")

    @property
    def branching(self) -> float | None:
        """Legal actions at a decision, on average; none where matches were not played out."""
        return self.choices / self.decisions if self.decisions else None

    @property
    def mean_length(self) -> float:
        """How long a match is on average."""
        return sum(length * times for length, times in self.lengths.items()) / self.matches

    def standings(self) -> Iterator[tuple[Standing, Score]]:
        """How winners stood at half time, among all whose standing is known."""
        judged = sum(self.half_time.values()) - self.half_time["unknown"]
        for standing in STANDINGS if judged else ():
            yield standing, portion(self.half_time[standing], judged)

    def ends(self) -> Iterator[tuple[str, Score]]:
        """Each way in which matches ended, the most frequent first, among all of them."""
        for reason, times in self.reasons.most_common():
            yield reason, portion(times, self.matches)


@dataclass(frozen=True, slots=True)
class Report:
    """One game in all its settings.

    `command` is what was typed to get it, `broken` the promises that were found broken.
    """

    game: str
    title: str
    command: str
    balances: tuple[Balance, ...]
    broken: tuple[str, ...] = ()


def in_bulk(game: AnyGame, setting: Setting) -> bool:
    """Whether its matches can be simulated thousands at a time: random play, in some games."""
    return game.simulate is not None and setting.bot == "random"


def simulated(game: AnyGame, balance: Balance, matches: int, rng: Rng) -> Iterator[int]:
    """Counts random matches that are simulated in bulk; hands out how many after every batch."""
    assert game.simulate is not None  # noqa: S101 - see `in_bulk`
    balance.unit = "turns"
    options = parse_options(game.types.options, dict(balance.setting.options))
    for number, begun in enumerate(range(0, matches, BATCH)):
        luck, size = rng.fork(f"batch {number}"), min(BATCH, matches - begun)
        for summary, times in simulator(game.simulate).matches(options, size, luck).items():
            balance.enter(summary, times)
        yield size


def jobs(
    game: str, settings: Sequence[Setting], matches: int, seed: str, *, keep: bool
) -> Iterator[Job]:
    """So many matches of each setting, by turns; the settings share their seeds."""
    events = [(Event(game, s.seats, seed, s.options, keep), s.bot) for s in settings]
    return by_turns(round_robin(event, (bot,), matches) for event, bot in events)

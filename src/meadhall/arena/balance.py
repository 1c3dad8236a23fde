"""Is a game fair, and what wins it? Many matches, counted by seat, end, length and feature.

A game names the features of a finished match itself (`Game.features`: what was drafted, which
objective was drawn); the counting is the same for all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meadhall.arena.matches import Played, play
from meadhall.arena.score import Score
from meadhall.bots import roster
from meadhall.bots.playout import simulator
from meadhall.core.game import AnyGame, Level
from meadhall.core.rng import Rng
from meadhall.core.simulate import MatchSummary, Simulator

BATCH = 10_000
"""Matches that are simulated in one go."""


@dataclass(slots=True)
class Balance:
    """What was counted. `features` is by feature, then by its value."""

    title: str
    players: tuple[str, ...]
    unit: str = "actions"
    matches: int = 0
    seats: list[Score] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    undecided: int = 0
    features: dict[str, dict[str, Score]] = field(default_factory=dict)

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

    @property
    def mean_length(self) -> float:
        """How long a match is on average."""
        return sum(length * times for length, times in self.lengths.items()) / self.matches


def measured(
    game: AnyGame, options: object, levels: Sequence[Level], matches: int, rng: Rng
) -> Iterator[Balance]:
    """Plays the matches and counts them; hands out the growing count after every batch or match.

    Random players are simulated in bulk where the game can do that. Other players change seats from
    match to match, so that a stronger one does not pass for a stronger seat.
    """
    balance = Balance(game.spec.title, tuple(level.name for level in levels))
    if game.simulate is not None and all(level.bot == "random" for level in levels):
        balance.unit = "turns"
        yield from _simulated(balance, simulator(game.simulate), options, matches, rng)
        return
    bots = [roster.make(level) for level in levels]
    for number in range(matches):
        shift = number % len(bots)
        seated = (*bots[shift:], *bots[:shift])
        played = play(game, options, seated, rng.fork(f"match {number}"))
        balance.enter(_summary(game, played))
        yield balance


def _simulated(
    balance: Balance, simulate: Simulator[Any, Any, Any], options: object, matches: int, rng: Rng
) -> Iterator[Balance]:
    for number, start in enumerate(range(0, matches, BATCH)):
        luck = rng.fork(f"batch {number}")
        for summary, times in simulate.matches(options, min(BATCH, matches - start), luck).items():
            balance.enter(summary, times)
        yield balance


def _summary(game: AnyGame, played: Played) -> MatchSummary:
    payoffs = played.result.payoffs
    features: list[Mapping[str, str]] = [
        game.features(played.state, seat) if game.features else {} for seat in range(len(payoffs))
    ]
    named = tuple(tuple(found.items()) for found in features)
    return MatchSummary(payoffs, played.result.reason, played.plies, named)

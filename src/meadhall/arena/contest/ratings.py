"""Ratings: the strength of each bot as a number with its uncertainty, from matches of any size."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from openskill.models import PlackettLuce, PlackettLuceRating

from meadhall.arena.contest.job import JobOutcome

_POINTS, _MIDDLE = 40, 1000  # scale openskill's units so that they look like Elo ratings
_NEW = 25
"""What openskill gives every new bot."""
_SURE = 0.1
"""The uncertainty of an anchor, in openskill's units."""
_PASSES = 5
"""How often the matches are gone through to rate bots by anchors that they hardly ever meet."""
NO_ANCHORS: Mapping[str, int] = MappingProxyType({})
ANCHORS: Mapping[str, int] = MappingProxyType({"random": 500})
"""What holds the scale of a game's levels in its place: who plays any legal action has 500."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength: with 95 % probability within `error` of `points`."""

    bot: str
    points: int
    error: int
    games: int


def ratings(
    outcomes: Iterable[JobOutcome], anchors: Mapping[str, int] = NO_ANCHORS
) -> list[Rating]:
    """The bots' ratings, strongest first. Several seats of one bot count once, by their average.

    The ratings of anchors are given and do not change. With anchors the matches are gone through
    several times, so that a bot can be far away from them.
    """
    model = PlackettLuce(balance=False)
    known = {bot: _anchor(model, bot, points) for bot, points in anchors.items()}
    tables = [table for table in map(_average_payoffs, outcomes) if len(table) > 1]
    for table in tables * (_PASSES if anchors else 1):
        # openskill rates teams; each bot is a team of one.
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in table]
        for bot, (rated,) in zip(table, model.rate(teams, scores=[*table.values()]), strict=True):
            known[bot] = known[bot] if bot in anchors else rated
    games = Counter(bot for table in tables for bot in table)
    rows = [
        Rating(bot, _points(rating), round(_POINTS * 1.96 * rating.sigma), games[bot])
        for bot, rating in known.items()
    ]
    return sorted(rows, key=lambda row: -row.points)


def _average_payoffs(outcome: JobOutcome) -> dict[str, float]:
    """What each bot of the table got, on the average of its seats."""
    got: dict[str, list[int]] = {}
    for bot, payoff in zip(outcome.seats, outcome.payoffs, strict=True):
        got.setdefault(bot, []).append(payoff)
    return {bot: sum(payoffs) / len(payoffs) for bot, payoffs in got.items()}


def _anchor(model: PlackettLuce, bot: str, points: int) -> PlackettLuceRating:
    return model.rating(mu=_NEW + (points - _MIDDLE) / _POINTS, sigma=_SURE, name=bot)


def _points(rating: PlackettLuceRating) -> int:
    return round(_MIDDLE + _POINTS * (rating.mu - _NEW))

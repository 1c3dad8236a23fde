"""Ratings: the strength of each bot as a number with its uncertainty, from matches of any size."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from meadhall.arena.contest.job import JobOutcome
from meadhall.ratings.scale import MODEL, NEW, anchor, error_of, points_of, to_openskill

_PASSES = 5
"""How often the matches are gone through to rate bots by anchors that they hardly ever meet."""
NO_ANCHORS: Mapping[str, int] = MappingProxyType({})
ANCHORS: Mapping[str, int] = MappingProxyType({"random": 500})
"""What holds the scale of a game's levels in its place: who plays any legal action has 500."""


@dataclass(frozen=True, slots=True)
class BotRating:
    """A bot's strength: with 95 % probability within `error` of `points`."""

    bot: str
    points: int
    error: int
    games: int


def ratings(
    outcomes: Iterable[JobOutcome], anchors: Mapping[str, int] = NO_ANCHORS
) -> list[BotRating]:
    """The bots' ratings, strongest first. Several seats of one bot count once, by their average.

    The ratings of anchors are given and do not change. With anchors the matches are gone through
    several times, so that a bot can be far away from them.
    """
    known = {bot: to_openskill(anchor(points), bot) for bot, points in anchors.items()}
    tables = [table for table in map(_average_payoffs, outcomes) if len(table) > 1]
    for table in tables * (_PASSES if anchors else 1):
        # openskill rates teams; each bot is a team of one.
        teams = [[known.setdefault(bot, to_openskill(NEW, bot))] for bot in table]
        for bot, (rated,) in zip(table, MODEL.rate(teams, scores=[*table.values()]), strict=True):
            known[bot] = known[bot] if bot in anchors else rated
    games = Counter(bot for table in tables for bot in table)
    rows = [
        BotRating(bot, points_of(rating.mu), error_of(rating.sigma), games[bot])
        for bot, rating in known.items()
    ]
    return sorted(rows, key=lambda row: -row.points)


def _average_payoffs(outcome: JobOutcome) -> dict[str, float]:
    """What each bot of the table got, on the average of its seats."""
    got: dict[str, list[int]] = {}
    for bot, payoff in zip(outcome.seats, outcome.payoffs, strict=True):
        got.setdefault(bot, []).append(payoff)
    return {bot: sum(payoffs) / len(payoffs) for bot, payoffs in got.items()}

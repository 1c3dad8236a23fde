"""Ratings: the strength of each bot as a number with its uncertainty, from matches of any size."""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from meadhall.arena.contest.job import JobOutcome

_POINTS, _MIDDLE = 40, 1000  # scale openskill's units so that they look like Elo ratings


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength: with 95 % probability within `error` of `points`."""

    bot: str
    points: int
    error: int
    games: int


def ratings(outcomes: Iterable[JobOutcome]) -> list[Rating]:
    """The bots' ratings, strongest first. Several seats of one bot count once, by their average."""
    model = PlackettLuce(balance=False)
    known: dict[str, PlackettLuceRating] = {}
    games: dict[str, int] = {}
    for outcome in outcomes:
        got: dict[str, list[int]] = {}
        for bot, payoff in zip(outcome.seats, outcome.payoffs, strict=True):
            got.setdefault(bot, []).append(payoff)
        if len(got) < 2:  # noqa: PLR2004 - a bot that plays only against itself shows nothing
            continue
        # openskill rates teams; each bot is a team of one.
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in got]
        scores = [sum(payoffs) / len(payoffs) for payoffs in got.values()]
        for bot, (rated,) in zip(got, model.rate(teams, scores=scores), strict=True):
            known[bot] = rated
            games[bot] = games.get(bot, 0) + 1
    rows = [
        Rating(
            bot,
            # openskill gives every new bot a `mu` of 25.
            round(_MIDDLE + _POINTS * (rating.mu - 25)),
            round(_POINTS * 1.96 * rating.sigma),
            games[bot],
        )
        for bot, rating in known.items()
    ]
    return sorted(rows, key=lambda row: -row.points)

"""One number for the strength of each bot, with its uncertainty, from matches of any size."""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from meadhall.arena.job import Outcome

_POINTS, _MIDDLE = 40, 1000  # openskill's units made to look like the ratings people know


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength: true with 95 % within `error` of `points`."""

    bot: str
    points: int
    error: int
    games: int


def ratings(outcomes: Iterable[Outcome]) -> list[Rating]:
    """The bots, strongest first. Seats of one bot at a table count as one, by their average."""
    model = PlackettLuce(balance=False)
    known: dict[str, PlackettLuceRating] = {}
    games: dict[str, int] = {}
    for outcome in outcomes:
        got: dict[str, list[int]] = {}
        for bot, payoff in zip(outcome.seats, outcome.payoffs, strict=True):
            got.setdefault(bot, []).append(payoff)
        if len(got) < 2:  # noqa: PLR2004 - a bot alone at the table shows nothing
            continue
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in got]
        scores = [sum(payoffs) / len(payoffs) for payoffs in got.values()]
        for bot, (rated,) in zip(got, model.rate(teams, scores=scores), strict=True):
            known[bot] = rated
            games[bot] = games.get(bot, 0) + 1
    rows = [
        Rating(
            bot,
            round(_MIDDLE + _POINTS * (rating.mu - 25)),
            round(_POINTS * 1.96 * rating.sigma),
            games[bot],
        )
        for bot, rating in known.items()
    ]
    return sorted(rows, key=lambda row: -row.points)

"""What one match changes in the ratings of its players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from meadhall.ratings.scale import MODEL, NEW, Rating, anchor, to_openskill

Size: TypeAlias = Literal["two", "more"]
"""Matches of two players and of more are rated apart: they ask for different skills."""
BOT = "bot:"
"""What the key of a level begins with; the key of a person is the person's id."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The players of one game at tables of one size: each has one rating there."""

    game: str
    size: Size


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A finished rated match: the player of each seat, and what each of them got.

    `teams`: seats alternate between so many teams; with 0 everybody plays alone. Results count in
    the order of `ended` and `match`.
    """

    match: str
    pool: Pool
    ended: int
    players: tuple[str, ...]
    payoffs: tuple[int, ...]
    teams: int = 0


def size_of(seats: int) -> Size:
    """The size of a table with that many seats."""
    return "two" if seats == 2 else "more"  # noqa: PLR2004 - that is what the word says


def rate(
    result: RatedResult, known: Mapping[str, Rating], anchors: Mapping[str, int]
) -> dict[str, Rating]:
    """The new ratings of the players, without those of anchors, which never change.

    A player who is not `known` is new. A level on several seats gets their average.
    """
    before = [_rating_of(player, known, anchors) for player in result.players]
    teams = _teams(result)
    scores = [float(result.payoffs[team[0]]) for team in teams]
    rated = MODEL.rate(
        [[to_openskill(before[seat]) for seat in team] for team in teams], scores=scores
    )
    after: dict[str, list[tuple[float, float]]] = {}
    for team, ratings in zip(teams, rated, strict=True):
        for seat, rating in zip(team, ratings, strict=True):
            after.setdefault(result.players[seat], []).append((rating.mu, rating.sigma))
    return {
        player: _average(seats, known.get(player, NEW).matches + 1)
        for player, seats in after.items()
        if player not in anchors
    }


def _rating_of(player: str, known: Mapping[str, Rating], anchors: Mapping[str, int]) -> Rating:
    if player in anchors:
        return anchor(anchors[player])
    return known.get(player, NEW)


def _teams(result: RatedResult) -> list[list[int]]:
    seats = range(len(result.players))
    count = result.teams or len(seats)
    return [[seat for seat in seats if seat % count == team] for team in range(count)]


def _average(seats: Sequence[tuple[float, float]], matches: int) -> Rating:
    mus, sigmas = zip(*seats, strict=True)
    return Rating(sum(mus) / len(mus), sum(sigmas) / len(sigmas), matches)

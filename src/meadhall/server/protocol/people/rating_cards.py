"""Ratings over HTTP."""

from typing import Literal

from msgspec import Struct

from meadhall.core.seats import Seat

Size = Literal["two", "more"]
"""Matches of two players and of more are rated apart."""


class RatingCard(Struct):
    """A rating: with 95 % probability the strength is within `error` of `points`.

    It is `provisional` until the error is small. `matches` is how many it comes from.
    """

    points: int
    error: int
    provisional: bool
    matches: int


class PersonRating(Struct):
    """The rating of a person in a game, at tables of one size."""

    game: str
    title: str
    size: Size
    rating: RatingCard


class RatingPoint(Struct):
    """The rating after a match."""

    at: int
    match: str
    points: int
    error: int


class RatingHistory(Struct):
    """Ratings after matches, the newest first. `next`, sent as `before`, gives earlier ones."""

    points: tuple[RatingPoint, ...]
    next: str | None = None


class LeaderboardLine(Struct):
    """A person in a leaderboard. In one of a week, the rating is that at its end."""

    person: str
    name: str
    rating: RatingCard


class Leaderboard(Struct):
    """The best players of a game at tables of one size; provisional ratings come last.

    `week` is the week's number, 0 for all time; `this_week` is the present one, which began at
    `since`. `next`, sent as `after`, gives the following lines.
    """

    game: str
    title: str
    size: Size
    week: int
    this_week: int
    since: int
    lines: tuple[LeaderboardLine, ...]
    next: str | None = None


class SeatRatingCard(Struct):
    """The rating of the person on a seat; `None` for somebody without a rated match."""

    match: str
    seat: Seat
    rating: RatingCard | None

"""Ratings over HTTP. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, SkipValidation

from meadhall.core.refusal import Refused
from meadhall.ratings.rate import Pool
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.protocol.people.rating_cards import (
    Leaderboard,
    LeaderboardLine,
    PersonRating,
    RatingHistory,
    RatingPoint,
    SeatRatingCard,
    Size,
)
from meadhall.server.ratings.office import RatingOffice, rating_card
from meadhall.store.ratings.counting import FIRST_MONDAY, WEEK, week_of

PAGE, POINTS = 50, 200
MOST_TABLES = 100
OfficeHere = NamedDependency[SkipValidation[RatingOffice]]
get = partial(litestar.get, responses=RESPONSES)


@get("/ratings/{slug:str}/{size:str}")
async def show_leaderboard(
    office: OfficeHere,
    slug: FromPath[str],
    size: FromPath[Size],
    week: FromQuery[int] = 0,
    after: FromQuery[str] = "",
) -> Leaderboard:
    """Show the best players of a game, at tables of two or of more players; with `week`, then."""
    game = office.hall.match_loop.games(slug)
    this_week = week_of(office.hall.match_loop.clock())
    if not 0 <= week <= this_week:
        raise Refused.because("NO_SUCH_WEEK", "There is no leaderboard of that week.", "week")
    place = _parse_place(after)
    found = await office.stored.standings(Pool(slug, size), week, place, PAGE)
    last = found[-1] if len(found) == PAGE else None
    return Leaderboard(
        game=slug,
        title=game.spec.title,
        size=size,
        week=week,
        this_week=this_week,
        since=FIRST_MONDAY + (this_week - 1) * WEEK,
        lines=tuple(
            LeaderboardLine(one.player, one.name, rating_card(one.rating)) for one in found
        ),
        next=f"{last.place}:{last.player}" if last else None,
    )


@get("/ratings/tables")
async def show_table_ratings(
    office: OfficeHere, match: FromQuery[list[str]]
) -> list[SeatRatingCard]:
    """Show the ratings of the people at up to a hundred tables, in these tables' games."""
    if len(match) > MOST_TABLES:
        raise Refused.because("TOO_MANY", f"Ask for up to {MOST_TABLES} tables.", "match")
    found = await office.stored.at_tables(match)
    return [
        SeatRatingCard(one.match, one.seat, rating_card(one.rating) if one.rating else None)
        for one in found
    ]


@get("/people/{person:str}/ratings")
async def show_ratings(office: OfficeHere, person: FromPath[str]) -> list[PersonRating]:
    """Show all ratings of a person."""
    found = await office.stored.of_player(person)
    return [
        PersonRating(
            one.pool.game, _title(office, one.pool.game), one.pool.size, rating_card(one.rating)
        )
        for one in found
    ]


@get("/people/{person:str}/ratings/{slug:str}/{size:str}")
async def show_rating_history(
    office: OfficeHere,
    person: FromPath[str],
    slug: FromPath[str],
    size: FromPath[Size],
    before: FromQuery[str] = "",
) -> RatingHistory:
    """Show a person's rating after each match, the newest first."""
    bookmark = parse_bookmark(before)
    found = await office.stored.history(Pool(slug, size), person, bookmark, POINTS)
    last = found[-1] if len(found) == POINTS else None
    return RatingHistory(
        tuple(
            RatingPoint(one.ended, one.match, one.rating.points, one.rating.error) for one in found
        ),
        f"{last.ended}-{last.match}" if last else None,
    )


def rating_routes() -> Router:
    """The routes under `/api` that are about ratings."""
    handlers = [show_leaderboard, show_table_ratings, show_ratings, show_rating_history]
    return Router(
        "/api", route_handlers=handlers, dependencies={"office": Provide(_provide_office)}
    )


async def _provide_office(state: State) -> RatingOffice:
    office: RatingOffice = state.rating_office
    return office


def _title(office: RatingOffice, slug: str) -> str:
    try:
        return office.hall.match_loop.games(slug).spec.title
    except Refused:  # the game is no longer installed
        return slug


def _parse_place(text: str) -> tuple[int, str] | None:
    """Where a leaderboard goes on: the `next` of its previous part."""
    if not text:
        return None
    place, _, player = text.partition(":")
    digits = place.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > len("1000000000"):
        raise Refused.because("BAD_BOOKMARK", "This is not the `next` of a list.", "after")
    return int(place), player

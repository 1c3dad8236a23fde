"""The HTTP interface about people. The docstrings are the API's documentation."""

from functools import partial
from typing import Literal

import litestar
from litestar import Router
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from meadhall.core.refusal import Refused
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import (
    MaybeVisitor,
    Visitor,
    delete_cookie,
    guard_password,
    provide_hall,
    provide_maybe,
    provide_visitor,
)
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.api.prices import CHANGE, PASSWORD, RECORD
from meadhall.server.people.community import CommunityHere, provide_community
from meadhall.server.people.friend_routes import FRIEND_HANDLERS
from meadhall.server.people.moderation_routes import MODERATION_HANDLERS
from meadhall.server.people.sign_in_routes import SIGN_IN_HANDLERS
from meadhall.server.protocol.people.person_pages import (
    Farewell,
    HistoryList,
    PersonProfile,
    ProfileSettings,
)
from meadhall.store.people.stored_profiles import HistoryQuery

MOST = 2**53
"""The largest number that a filter may have: one that every client can write exactly."""
AnyOutcome = Literal["", "won", "lost", "drawn", "open"]
get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)


@post(
    "/me/farewell",
    opt=PASSWORD,
    guards=[guard_password],
    status_code=204,
    after_request=delete_cookie,
)
async def delete_account(
    community: CommunityHere, visitor: Visitor, data: JSONBody[Farewell]
) -> None:
    """Delete your account. You leave your matches; finished ones stay, without your name."""
    await community.departures.delete_account(visitor, data)


@get("/people/{name:str}")
async def show_person(
    community: CommunityHere, maybe: MaybeVisitor, name: FromPath[str]
) -> PersonProfile:
    """Show a person with an account, as far as the person wants it."""
    return await community.profiles.show(name, maybe)


@put("/me/profile", opt=CHANGE, status_code=204)
async def change_profile(
    community: CommunityHere, visitor: Visitor, data: JSONBody[ProfileSettings]
) -> None:
    """Change the sentence about yourself, and what others see of you."""
    await community.profiles.change(visitor, data)


@get("/people/{name:str}/matches")
async def list_history(  # noqa: PLR0913, PLR0917 - the filters of the list
    community: CommunityHere,
    maybe: MaybeVisitor,
    name: FromPath[str],
    game: FromQuery[str] = "",
    opponent: FromQuery[str] = "",
    outcome: FromQuery[AnyOutcome] = "",
    code: FromQuery[str] = "",
    shortest: FromQuery[int | None] = None,
    longest: FromQuery[int | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
    before: FromQuery[str] = "",
) -> HistoryList:
    """List the matches that a person finished, newest first. Of others you see the public ones.

    `opponent` is a person's name, or `bot:` and a level. `shortest` and `longest` count moves,
    `since` and `until` are times in milliseconds.
    """
    if any(abs(number or 0) > MOST for number in (shortest, longest, since, until)):
        raise Refused.because("BAD_REQUEST", f"Use numbers up to {MOST:,}.")
    query = HistoryQuery(
        game=game, opponent=await community.profiles.opponent_key(opponent), outcome=outcome,
        code=code.strip().upper(), shortest=shortest, longest=longest, since=since, until=until,
        before=parse_bookmark(before),
    )  # fmt: skip
    return await community.profiles.history(name, maybe, query)


@get("/me/archive", opt=RECORD, media_type="application/zip", sync_to_thread=False)
def download_archive(community: CommunityHere, visitor: Visitor) -> Stream:
    """Download the records of all matches that you finished, as a zip file."""
    community.archives.check_turn()
    headers = {"Content-Disposition": 'attachment; filename="meadhall-matches.zip"'}
    return Stream(community.archives.stream(visitor.id), headers=headers)


HANDLERS = [
    delete_account, show_person, change_profile, list_history, download_archive, *SIGN_IN_HANDLERS,
    *FRIEND_HANDLERS, *MODERATION_HANDLERS,
]  # fmt: skip


def people_routes() -> Router:
    """The routes under `/api` that need accounts."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
            "community": Provide(provide_community),
        },
    )

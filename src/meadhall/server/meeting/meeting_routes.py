"""The HTTP interface for people who meet. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar import Router
from litestar.di import Provide
from litestar.params import JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import Visitor, provide_hall, provide_maybe, provide_visitor
from meadhall.server.api.prices import CHANGE
from meadhall.server.meeting.meeting_place import MeetingHere, provide_meeting
from meadhall.server.protocol.bodies import SeatTokens
from meadhall.server.protocol.meeting.hall_talk import HallLineCard, NewHallLine
from meadhall.server.protocol.meeting.seek_cards import Agreement, MySeek, NewSeek

get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)


@put("/me/seek", opt=CHANGE)
async def start_seek(meeting: MeetingHere, visitor: Visitor, data: JSONBody[NewSeek]) -> MySeek:
    """Look for people who want the same match. The hall's socket tells what becomes of it.

    The search goes on while you hold that socket. The range of ratings widens with time.
    """
    return MySeek(await meeting.seeks.start(visitor, data))


@get("/me/seek")
async def show_seek(meeting: MeetingHere, visitor: Visitor) -> MySeek:
    """Show your seek, if you have one."""
    return MySeek(await meeting.seeks.show(visitor))


@delete("/me/seek", opt=CHANGE)
async def cancel_seek(meeting: MeetingHere, visitor: Visitor) -> None:
    """End your search, also when others have been found; they search on."""
    await meeting.seeks.cancel(visitor)


@put("/me/seek/agreement", opt=CHANGE, status_code=HTTP_204_NO_CONTENT)
async def agree_to_match(meeting: MeetingHere, visitor: Visitor, data: JSONBody[Agreement]) -> None:
    """Come to the match that was found. It begins when everybody has agreed in time."""
    await meeting.seeks.agree(visitor, data.match)


@post("/me/seek/seat", opt=CHANGE)
async def take_found_seat(
    request: AnyRequest, meeting: MeetingHere, visitor: Visitor
) -> SeatTokens:
    """Get your seat at the match that your search has led to. The search is over."""
    return await meeting.seeks.take_seat(request.scope, visitor)


@post("/hall/lines", opt=CHANGE)
async def write_hall_line(
    meeting: MeetingHere, visitor: Visitor, data: JSONBody[NewHallLine]
) -> HallLineCard:
    """Write to everybody in the lobby. The limits are those of tables."""
    return await meeting.chat.write(visitor, data.text)


HANDLERS = [start_seek, show_seek, cancel_seek, agree_to_match, take_found_seat, write_hall_line]


def meeting_routes() -> Router:
    """The routes under `/api` for people who meet."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
            "meeting": Provide(provide_meeting),
        },
    )

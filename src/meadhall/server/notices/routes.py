"""The HTTP interface about vacations. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, SkipValidation
from litestar.status_codes import HTTP_200_OK

from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import Visitor, provide_hall, provide_maybe, provide_visitor
from meadhall.server.api.prices import MATCH
from meadhall.server.notices.notice_desk import NoticeDesk
from meadhall.server.protocol.clock_view import NewVacation, Vacation

DeskHere = NamedDependency[SkipValidation[NoticeDesk]]
get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)


async def provide_notices(state: State) -> NoticeDesk:
    """The parts of this room, for handlers."""
    desk: NoticeDesk = state.notices
    return desk


@get("/me/vacation")
async def show_vacation(notices: DeskHere, visitor: Visitor) -> Vacation:
    """Show until when you are on vacation, and how many days you have left."""
    return await notices.vacations.show(visitor)


@put("/me/vacation", opt=MATCH)
async def begin_vacation(
    notices: DeskHere, visitor: Visitor, data: JSONBody[NewVacation]
) -> Vacation:
    """Begin a vacation now, or change when yours ends. Clocks with days per turn wait for you."""
    return await notices.vacations.begin(visitor, data.days)


@delete("/me/vacation", opt=MATCH, status_code=HTTP_200_OK)
async def end_vacation(notices: DeskHere, visitor: Visitor) -> Vacation:
    """End your vacation. Days that have not begun can be taken later."""
    return await notices.vacations.end(visitor)


HANDLERS = [show_vacation, begin_vacation, end_vacation]


def notice_routes() -> Router:
    """The routes of this room under `/api`."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
            "notices": Provide(provide_notices),
        },
    )

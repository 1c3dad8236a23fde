"""The HTTP interface about notices and vacations. The docstrings are the API's documentation."""

from functools import partial
from urllib.parse import quote

import litestar
from litestar import Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, SkipValidation
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK

from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import Visitor, provide_hall, provide_maybe, provide_visitor
from meadhall.server.api.prices import CHANGE, MATCH
from meadhall.server.notices.notice_desk import NoticeDesk
from meadhall.server.protocol.clock_view import NewVacation, Vacation
from meadhall.server.protocol.people.notice_cards import (
    NewPushDevice,
    NoticePage,
    NoticeSettings,
    PushDeviceCard,
)

DeskHere = NamedDependency[SkipValidation[NoticeDesk]]
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
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


@get("/me/notices")
async def show_notices(notices: DeskHere, visitor: Visitor) -> NoticePage:
    """Show what you hear of by push and by mail, and the browsers that take pushes."""
    return await notices.choosing.show(visitor)


@put("/me/notices", opt=CHANGE, status_code=204)
async def choose_notices(
    notices: DeskHere, visitor: Visitor, data: JSONBody[NoticeSettings]
) -> None:
    """Choose what you hear of, and how often there may be a mail."""
    await notices.choosing.change(visitor, data)


@post("/me/devices", opt=CHANGE)
async def add_push_device(
    notices: DeskHere, visitor: Visitor, data: JSONBody[NewPushDevice]
) -> PushDeviceCard:
    """Send pushes to this browser, with the subscription that its push service gave it."""
    return await notices.choosing.add(visitor, data)


@delete("/me/devices/{device:str}", opt=CHANGE)
async def remove_push_device(notices: DeskHere, visitor: Visitor, device: FromPath[str]) -> None:
    """Send no pushes to this browser any more."""
    await notices.choosing.remove(visitor, device)


@post("/me/devices/trial", opt=MATCH, status_code=204)
async def try_push_devices(notices: DeskHere, visitor: Visitor) -> None:
    """Push something to all your browsers, to see whether it arrives."""
    await notices.choosing.try_out(visitor)


@post("/mails/{token:str}/end", opt=CHANGE, status_code=204)
async def end_mails(notices: DeskHere, token: FromPath[str]) -> None:
    """End the notices by mail to the person who got this token in one. A mail program may ask."""
    await notices.choosing.end_mails(token)


@get("/mails/{token:str}/end", include_in_schema=False, sync_to_thread=False)
def show_end_of_mails(request: AnyRequest, token: FromPath[str]) -> Redirect:
    """Ask in the page: programs that look at links must end nothing."""
    return Redirect(f"{request.scope['root_path']}/#/mails/{quote(token, safe='')}")


HANDLERS = [
    show_vacation, begin_vacation, end_vacation, show_notices, choose_notices, add_push_device,
    remove_push_device, try_push_devices, end_mails, show_end_of_mails,
]  # fmt: skip


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

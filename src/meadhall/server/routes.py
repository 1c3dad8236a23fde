"""The HTTP interface: one small handler per thing that can be asked for."""

from functools import partial
from typing import Literal

import litestar
from litestar import MediaType, Response, Router
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from meadhall import registry
from meadhall.core.record import read_record
from meadhall.core.seats import Seat
from meadhall.match.match import Phase
from meadhall.match.ports import Query
from meadhall.server import catalogue, tables
from meadhall.server.bodies import (
    Analysed,
    AnalysisRequest,
    CodeFound,
    Continuation,
    Credentials,
    Farewell,
    GameCard,
    GamePage,
    LinkClaim,
    MatchList,
    NewGuest,
    NewMatch,
    PasswordChange,
    Person,
    QuickMatch,
    RecordUpload,
    Replay,
    ReplayRequest,
    SeatClaim,
    Seated,
    SeatLink,
)
from meadhall.server.lobby import bookmark
from meadhall.server.problems import RESPONSES, AnyRequest
from meadhall.server.protocol import Table
from meadhall.server.visitors import (
    HallHere,
    MaybeVisitor,
    Visitor,
    count_guess,
    forget,
    not_guessing,
    provide_hall,
    provide_maybe,
    provide_visitor,
    session_cookie,
    within_limits,
)

PAGE = 50
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)
PHASES: dict[str, Phase] = {"open": "lobby", "playing": "playing", "finished": "over"}
AnyPhase = Literal["open", "playing", "finished"]


@get("/games", sync_to_thread=False)
def list_games(hall: HallHere) -> list[GameCard]:
    """All games, by name."""
    return [catalogue.card(hall.hub.games(slug), hall.bots) for slug in registry.slugs()]


@get("/games/{slug:str}", sync_to_thread=False)
def show_game(hall: HallHere, slug: FromPath[str]) -> GamePage:
    """A game with its rules and its guide."""
    return catalogue.page(hall.hub.games(slug), hall.bots)


@get("/me")
async def show_me(visitor: Visitor) -> Person:
    """Who one is."""
    return Person(visitor.id, visitor.name, visitor.account)


@post("/guests")
async def become_guest(hall: HallHere, data: JSONBody[NewGuest]) -> Response[Person]:
    """Play at once under a name."""
    person = hall.people.guest(data)
    return Response(person, cookies=[session_cookie(person, hall)])


@put("/me/name")
async def rename(hall: HallHere, visitor: Visitor, data: JSONBody[NewGuest]) -> Response[Person]:
    """Play under another name from now on, as the same guest."""
    person = hall.people.rename(visitor, data)
    return Response(person, cookies=[session_cookie(person, hall)])


@post("/accounts", guards=[not_guessing])
async def register(hall: HallHere, data: JSONBody[Credentials]) -> Response[Person]:
    """Make an account and be signed in."""
    person = await hall.people.register(data, hall.hub.clock())
    return Response(person, cookies=[session_cookie(person, hall)])


@post("/session", guards=[not_guessing], status_code=HTTP_200_OK)
async def sign_in(hall: HallHere, data: JSONBody[Credentials]) -> Response[Person]:
    """Sign in."""
    person = await hall.people.sign_in(data)
    return Response(person, cookies=[session_cookie(person, hall)])


@delete("/session", after_request=forget)
async def sign_out(
    hall: HallHere,
    maybe: MaybeVisitor,
    everywhere: FromQuery[bool] = False,  # noqa: FBT002 - a word in the address
) -> None:
    """Sign out here, or on all devices."""
    if everywhere and maybe is not None:
        await hall.people.sign_out_everywhere(maybe)


@put("/me/password", guards=[not_guessing])
async def change_password(
    hall: HallHere, visitor: Visitor, data: JSONBody[PasswordChange]
) -> Response[Person]:
    """Change the password; other devices are signed out."""
    person = await hall.people.change_password(visitor, data)
    return Response(person, cookies=[session_cookie(person, hall)])


@post("/me/farewell", guards=[not_guessing], status_code=204, after_request=forget)
async def delete_account(hall: HallHere, visitor: Visitor, data: JSONBody[Farewell]) -> None:
    """Delete one's account. Matches keep the name that was played under."""
    await hall.people.delete(visitor, data.password)


@get("/matches")
async def list_matches(  # noqa: PLR0913, PLR0917 - the filters of the list
    hall: HallHere,
    maybe: MaybeVisitor,
    phase: FromQuery[AnyPhase | None] = None,
    game: FromQuery[str] = "",
    mine: FromQuery[bool] = False,  # noqa: FBT002 - a word in the address
    before: FromQuery[str] = "",
) -> MatchList:
    """Open tables and matches to watch; with `mine`, one's own."""
    if mine and maybe is None:
        return MatchList(())
    holder = maybe.id if mine and maybe else ""
    query = Query(
        phases=(PHASES[phase],) if phase else (),
        game=game,
        holder=holder,
        listed=None if mine else True,
        before=bookmark(before),
        limit=PAGE,
    )
    return await hall.lobby.find(maybe, query)


@post("/matches")
async def create_match(hall: HallHere, visitor: Visitor, data: JSONBody[NewMatch]) -> Seated:
    """Set up a table."""
    return await hall.lobby.create(visitor, data)


@get("/matches/{match:str}")
async def show_match(hall: HallHere, match: FromPath[str]) -> Table:
    """A table as everybody sees it."""
    room = await hall.hub.room(match)
    return tables.table(room.public, room.here(), room.watching(), hall.hub.clock())


@get("/matches/{match:str}/seats")
async def my_seats(hall: HallHere, visitor: Visitor, match: FromPath[str]) -> Seated:
    """The keys to one's seats at a table, for another tab or a new device of the same account."""
    return hall.lobby.seats_of(await hall.hub.room(match), visitor)


@post("/matches/{match:str}/seats")
async def sit(
    request: AnyRequest,
    hall: HallHere,
    visitor: Visitor,
    match: FromPath[str],
    data: JSONBody[SeatClaim],
) -> Seated:
    """Sit down at a table."""
    if data.password:
        count_guess(request.scope, hall)
    return await hall.lobby.sit(visitor, match, data)


@post("/matches/{match:str}/seats/{seat:int}/link")
async def make_link(
    hall: HallHere, visitor: Visitor, match: FromPath[str], seat: FromPath[int]
) -> SeatLink:
    """A link that opens one's seat on another device."""
    return await hall.lobby.link(visitor, match, seat)


@post("/links", status_code=HTTP_200_OK)
async def follow_link(hall: HallHere, data: JSONBody[LinkClaim]) -> Seated:
    """Open the seat that a link from another device leads to."""
    return await hall.lobby.follow(data.link)


@get("/codes/{code:str}")
async def find_code(hall: HallHere, code: FromPath[str]) -> CodeFound:
    """The table that has this short code."""
    return CodeFound(await hall.lobby.by_code(code))


@post("/quick")
async def quick_match(hall: HallHere, visitor: Visitor, data: JSONBody[QuickMatch]) -> Seated:
    """Play with whoever waits, or wait for somebody."""
    return await hall.lobby.quick(visitor, data)


@get("/matches/{match:str}/record", media_type=MediaType.JSON)
async def download_record(hall: HallHere, match: FromPath[str]) -> Response[bytes]:
    """The record of a finished match, as a file."""
    text = await hall.records.text_of_match(match)
    headers = {"Content-Disposition": f'attachment; filename="meadhall-{match}.json"'}
    return Response(text.encode(), media_type=MediaType.JSON, headers=headers)


@get("/matches/{match:str}/replay")
async def replay_match(
    hall: HallHere, match: FromPath[str], seat: FromQuery[Seat | None] = None
) -> Replay:
    """A finished match from beginning to end, through any seat's eyes."""
    return await hall.records.replay(await hall.records.of_match(match), seat)


@post("/replays", status_code=HTTP_200_OK)
async def replay_record(hall: HallHere, data: JSONBody[ReplayRequest]) -> Replay:
    """A record from beginning to end, without keeping it."""
    return await hall.records.replay(read_record(data.record), data.seat)


@post("/records", status_code=HTTP_201_CREATED)
async def upload_record(
    hall: HallHere, visitor: Visitor, data: JSONBody[RecordUpload]
) -> CodeFound:
    """Keep a record of a finished match, to share it."""
    return CodeFound(await hall.records.keep(visitor, data.record))


@post("/analyses", status_code=HTTP_200_OK)
async def analyse_match(
    hall: HallHere, visitor: Visitor, data: JSONBody[AnalysisRequest]
) -> Analysed:
    """Have a finished match or a record analysed, or see how far that is."""
    return await hall.records.analyse(visitor, data)


@get("/analyses/{analysis:str}", sync_to_thread=False)
def show_analysis(hall: HallHere, analysis: FromPath[str]) -> Analysed:
    """How far an analysis is, and when it is done, the whole of it."""
    return hall.analyses.show(analysis)


@delete("/analyses/{analysis:str}")
async def stop_analysis(hall: HallHere, visitor: Visitor, analysis: FromPath[str]) -> None:
    """Break off an analysis that one has asked for."""
    await hall.analyses.stop(visitor, analysis)


@post("/continuations")
async def continue_match(hall: HallHere, visitor: Visitor, data: JSONBody[Continuation]) -> Seated:
    """Go on from any position of a finished match or a record."""
    return await hall.records.go_on(visitor, data)


HANDLERS = [
    list_games, show_game, show_me, become_guest, rename, register, sign_in, sign_out,
    change_password, delete_account, list_matches, create_match, show_match, my_seats, sit,
    make_link, follow_link, find_code, quick_match, download_record, replay_match, replay_record,
    upload_record, continue_match, analyse_match, show_analysis, stop_analysis,
]  # fmt: skip


def api() -> Router:
    """Everything under `/api`."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        guards=[within_limits],
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
        },
    )

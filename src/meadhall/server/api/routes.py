"""The HTTP interface: one small handler per request. The docstrings are the API's documentation."""

from functools import partial
from typing import Literal

import litestar
from litestar import MediaType, Response, Router
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from meadhall import registry
from meadhall.core.seats import Seat
from meadhall.match.match import Phase
from meadhall.match.ports import Query
from meadhall.server.api import catalogue, skins
from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import (
    HallHere,
    MaybeVisitor,
    Visitor,
    check_entry,
    count_guess,
    delete_cookie,
    entry_cookie,
    guard_lock,
    guard_password,
    provide_hall,
    provide_maybe,
    provide_visitor,
    session_cookie,
)
from meadhall.server.api.lobby import parse_bookmark
from meadhall.server.api.prices import CHANGE, FREE, MATCH, PASSWORD, RECORD
from meadhall.server.api.revalidation import COMPRESSED_AHEAD, revalidate
from meadhall.server.api.seat_access import seats_of
from meadhall.server.broadcast.table_view import table_view
from meadhall.server.net.admission import address_of, entered_tables
from meadhall.server.protocol.bodies import (
    BotsReady,
    CodeFound,
    Credentials,
    FirstPosition,
    GameCard,
    GamePage,
    LinkClaim,
    MatchList,
    MatchPlace,
    NewGuest,
    NewMatch,
    PasswordChange,
    Person,
    QuickMatch,
    Reservation,
    SeatClaim,
    SeatLink,
    SeatTokens,
    TableKey,
)
from meadhall.server.protocol.game_schemas import game_schemas
from meadhall.server.protocol.messages import TableView
from meadhall.server.protocol.offline import BroughtMatch, OfflineMatch, OfflineMode
from meadhall.server.protocol.records.replay_bodies import (
    Analysed,
    AnalysisRequest,
    Continuation,
    RecordUpload,
    Replay,
    ReplayRequest,
)
from meadhall.server.protocol.skin import SkinPage

PAGE, AHEAD = 50, {COMPRESSED_AHEAD: True}
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)
PHASES: dict[str, Phase] = {"open": "lobby", "playing": "playing", "finished": "over"}
AnyPhase = Literal["open", "playing", "finished"]


@get("/games", opt=AHEAD, sync_to_thread=False)
def list_games(request: AnyRequest, hall: HallHere) -> Response[list[GameCard]]:
    """List all games."""
    games = map(hall.match_loop.games, registry.slugs())
    return revalidate(request, [catalogue.game_card(game, hall.bots) for game in games])


@get("/bots", sync_to_thread=False)
def show_bots(hall: HallHere) -> BotsReady:
    """Show how many games' bots are ready to play at full strength."""
    return hall.bots.compile_ahead.progress()


@get("/offline", sync_to_thread=False)
def show_offline_mode(hall: HallHere) -> OfflineMode:
    """Show whether the hall can be played without a network."""
    return OfflineMode(bool(hall.settings.offline))


@get("/games/{slug:str}", opt=AHEAD, sync_to_thread=False)
def show_game(request: AnyRequest, hall: HallHere, slug: FromPath[str]) -> Response[GamePage]:
    """Show a game with its rules and its guide."""
    return revalidate(request, catalogue.game_page(hall.match_loop.games(slug), hall.bots))


@get("/games/{slug:str}/schemas", opt=AHEAD, sync_to_thread=False)
def show_schemas(
    request: AnyRequest, hall: HallHere, slug: FromPath[str]
) -> Response[dict[str, object]]:
    """Show the JSON Schemas of a game: its options, views, actions and events, in `$defs`."""
    schemas: dict[str, object] = {**game_schemas(hall.match_loop.games(slug))}
    return revalidate(request, schemas)


@get("/games/{slug:str}/position", opt=AHEAD, sync_to_thread=False)
def show_first_position(
    request: AnyRequest, hall: HallHere, slug: FromPath[str], seats: FromQuery[int | None] = None
) -> Response[FirstPosition]:
    """Show the first position of a game, as a picture. Options are parameters with their names."""
    options = {name: text for name, text in request.query_params.items() if name != "seats"}
    position = catalogue.first_position(hall.match_loop.games(slug), seats, options)
    return revalidate(request, position)


@get("/games/{slug:str}/skin", opt={**MATCH, **AHEAD}, sync_to_thread=True)
def show_skin(request: AnyRequest, hall: HallHere, slug: FromPath[str]) -> Response[SkinPage]:
    """Show a game's skin: drawings and styles, as data."""
    return revalidate(request, skins.skin_page(hall.match_loop.games(slug)))


@get("/me")
async def show_me(visitor: Visitor) -> Person:
    """Show who you are."""
    return Person(visitor.id, visitor.name, visitor.account)


@post("/guests")
async def become_guest(hall: HallHere, data: JSONBody[NewGuest]) -> Response[Person]:
    """Become a guest with a name."""
    person = await hall.people.create_guest(data)
    return Response(person, cookies=[session_cookie(person, hall)])


@put("/me/name")
async def rename(hall: HallHere, visitor: Visitor, data: JSONBody[NewGuest]) -> Response[Person]:
    """Change your name as a guest."""
    person = await hall.people.rename(visitor, data)
    return Response(person, cookies=[session_cookie(person, hall)])


@post("/accounts", opt=PASSWORD, guards=[guard_password])
async def register(
    hall: HallHere, maybe: MaybeVisitor, data: JSONBody[Credentials]
) -> Response[Person]:
    """Create an account and sign in. A guest's seats and matches are then the account's."""
    person = await hall.people.register(data, hall.match_loop.clock(), maybe)
    return Response(person, cookies=[session_cookie(person, hall)])


@post("/session", opt=PASSWORD, guards=[guard_password], status_code=HTTP_200_OK)
async def sign_in(
    request: AnyRequest, hall: HallHere, data: JSONBody[Credentials]
) -> Response[Person]:
    """Sign in to an account."""
    person = await hall.people.sign_in(data, address_of(request.scope, hall.settings))
    return Response(person, cookies=[session_cookie(person, hall)])


@delete("/session", after_request=delete_cookie)
async def sign_out(
    hall: HallHere,
    maybe: MaybeVisitor,
    everywhere: FromQuery[bool] = False,  # noqa: FBT002 - a query parameter
) -> None:
    """Sign out on this device, or with `everywhere` on all of them."""
    if maybe is not None:
        await (hall.people.sign_out_everywhere if everywhere else hall.people.sign_out)(maybe)


@put("/me/password", opt=PASSWORD, guards=[guard_password])
async def change_password(
    hall: HallHere, visitor: Visitor, data: JSONBody[PasswordChange]
) -> Response[Person]:
    """Change your password. All sessions end; the answer has a new one."""
    person = await hall.people.change_password(visitor, data)
    return Response(person, cookies=[session_cookie(person, hall)])


@get("/matches")
async def list_matches(  # noqa: PLR0913, PLR0917 - the filters of the list
    hall: HallHere,
    maybe: MaybeVisitor,
    phase: FromQuery[AnyPhase | None] = None,
    game: FromQuery[str] = "",
    mine: FromQuery[bool] = False,  # noqa: FBT002 - a query parameter
    before: FromQuery[str] = "",
) -> MatchList:
    """List public tables and matches, newest first; with `mine`, your own."""
    if mine and maybe is None:
        return MatchList(())
    person = maybe.id if maybe else ""
    query = Query(
        phases=(PHASES[phase],) if phase else (),
        game=game,
        holder=person if mine else "",
        listed=None if mine else True,
        guides=False,
        before=parse_bookmark(before),
        limit=PAGE,
    )
    return await hall.lobby.find(person, query)


@post("/reservations", sync_to_thread=False)
def reserve_match(hall: HallHere) -> Reservation:
    """Reserve a match: see the commitment of its dice before you draw your bytes for them."""
    return hall.lobby.reservations.make()


@post("/matches", opt=CHANGE)
async def create_match(
    request: AnyRequest, hall: HallHere, visitor: Visitor, data: JSONBody[NewMatch]
) -> SeatTokens:
    """Create a match. It starts at once if no seat is open."""
    if data.password:
        count_guess(request.scope, hall)
    return await hall.seated(request.scope, visitor, await hall.lobby.create(visitor, data))


@get("/matches/{match:str}", guards=[guard_lock])
async def show_match(hall: HallHere, maybe: MaybeVisitor, match: FromPath[str]) -> TableView:
    """Show a table: as its players see it, or as spectators do, who may see it late (`behind`)."""
    room = await hall.match_loop.room(match)
    if maybe is None or not seats_of(room.channel.match, maybe):
        return await hall.delayed.table_for_spectators(room)
    return table_view(room.channel, hall.match_loop.clock())


@get("/matches/{match:str}/place", opt=FREE, sync_to_thread=False)
def show_place(hall: HallHere, match: FromPath[str]) -> MatchPlace:
    """Say which process serves the match best. Every other process serves it too."""
    return MatchPlace(hall.cluster.place(match))


@post("/matches/{match:str}/entry", opt=PASSWORD, guards=[guard_password])
async def enter_table(
    request: AnyRequest, hall: HallHere, match: FromPath[str], data: JSONBody[TableKey]
) -> Response[None]:
    """Enter a locked table with its password or a seat token. A cookie keeps it open for a day."""
    shown = entered_tables(request.scope, hall.rights.tokens)
    entered = await hall.access.enter(match, data, shown)
    return Response(None, cookies=[entry_cookie(entered, hall)])


@get("/matches/{match:str}/seats")
async def show_my_seats(hall: HallHere, visitor: Visitor, match: FromPath[str]) -> SeatTokens:
    """Get the tokens of your seats at a table, for another tab or device."""
    return await hall.access.seat_tokens(await hall.match_loop.room(match), visitor)


@post("/matches/{match:str}/seats", opt=CHANGE)
async def sit(
    request: AnyRequest,
    hall: HallHere,
    visitor: Visitor,
    match: FromPath[str],
    data: JSONBody[SeatClaim],
) -> SeatTokens:
    """Take a seat at a table."""
    if data.password:
        count_guess(request.scope, hall)
    entered = entered_tables(request.scope, hall.rights.tokens)
    seated = await hall.lobby.sit(visitor, match, data, entered)
    return await hall.seated(request.scope, visitor, seated)


@post("/matches/{match:str}/seats/{seat:int}/link")
async def make_link(
    hall: HallHere, visitor: Visitor, match: FromPath[str], seat: FromPath[int]
) -> SeatLink:
    """Create a link that moves your seat to another device. It works once, until it expires."""
    return await hall.access.create_link(visitor, match, seat)


@post("/links", status_code=HTTP_200_OK)
async def follow_link(hall: HallHere, data: JSONBody[LinkClaim]) -> SeatTokens:
    """Follow a link: the seat moves here, and tokens that were given before no longer count."""
    return await hall.access.follow_link(data.link)


@get("/codes/{code:str}")
async def find_code(hall: HallHere, code: FromPath[str]) -> CodeFound:
    """Find a table by its short code."""
    return CodeFound(await hall.lobby.find_code(code))


@post("/quick", opt=CHANGE)
async def quick_match(hall: HallHere, visitor: Visitor, data: JSONBody[QuickMatch]) -> SeatTokens:
    """Join a table where someone is waiting, or open a new one."""
    return await hall.lobby.quick_match(visitor, data)


@get("/matches/{match:str}/record", guards=[guard_lock], opt=MATCH, media_type=MediaType.JSON)
async def download_record(hall: HallHere, match: FromPath[str]) -> Response[bytes]:
    """Download the record of a finished match."""
    text = await hall.replays.record_text(match)
    headers = {"Content-Disposition": f'attachment; filename="meadhall-{match}.json"'}
    return Response(text.encode(), media_type=MediaType.JSON, headers=headers)


@get("/matches/{match:str}/replay", guards=[guard_lock], opt=MATCH)
async def replay_match(
    hall: HallHere, match: FromPath[str], seat: FromQuery[Seat | None] = None
) -> Replay:
    """Replay a finished match as a seat or a spectator saw it."""
    return await hall.replays.replay_match(match, seat)


@post("/replays", opt=RECORD, status_code=HTTP_200_OK)
async def replay_record(hall: HallHere, data: JSONBody[ReplayRequest]) -> Replay:
    """Replay a record without storing it."""
    return await hall.replays.replay_text(data.record, data.seat)


@post("/records", opt=RECORD, status_code=HTTP_201_CREATED)
async def upload_record(
    hall: HallHere, visitor: Visitor, data: JSONBody[RecordUpload]
) -> CodeFound:
    """Store the record of a finished match, to share it."""
    return CodeFound(await hall.replays.upload(visitor, data.record))


@post("/me/matches", opt=RECORD, status_code=HTTP_200_OK)
async def bring_match(
    hall: HallHere, visitor: Visitor, data: JSONBody[OfflineMatch]
) -> BroughtMatch:
    """Bring a match that you played without the server into your account. Twice does no harm."""
    return await hall.replays.bring(visitor, data.facts)


@post("/analyses", opt=RECORD, status_code=HTTP_200_OK)
async def analyse_match(
    request: AnyRequest, hall: HallHere, visitor: Visitor, data: JSONBody[AnalysisRequest]
) -> Analysed:
    """Start the analysis of a finished match or a record, or see its progress."""
    if data.match:
        await check_entry(request.scope, hall, data.match)
    return await hall.replays.analyse(visitor, data)


@get("/analyses/{analysis:str}", sync_to_thread=False)
def show_analysis(hall: HallHere, analysis: FromPath[str]) -> Analysed:
    """Show the progress of an analysis, and its result when it is done."""
    return hall.analyses.show(analysis)


@delete("/analyses/{analysis:str}")
async def stop_analysis(hall: HallHere, visitor: Visitor, analysis: FromPath[str]) -> None:
    """Stop an analysis that you started."""
    await hall.analyses.stop(visitor, analysis)


@post("/continuations", opt=RECORD)
async def continue_match(
    request: AnyRequest, hall: HallHere, visitor: Visitor, data: JSONBody[Continuation]
) -> SeatTokens:
    """Start a new match from any position of a finished match or a record."""
    if data.match:
        await check_entry(request.scope, hall, data.match)
    return await hall.replays.continue_match(visitor, data)


HANDLERS = [
    list_games, show_bots, show_offline_mode, show_game, show_schemas, show_first_position,
    show_skin, show_me, become_guest, rename, register, sign_in, sign_out, change_password,
    list_matches, reserve_match, create_match, show_match, show_place, enter_table,
    show_my_seats, sit, make_link, follow_link, find_code, quick_match, download_record,
    replay_match, replay_record, upload_record, bring_match, continue_match, analyse_match,
    show_analysis, stop_analysis,
]  # fmt: skip


def api_routes() -> Router:
    """All routes under `/api` that a hall without accounts has too."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "visitor": Provide(provide_visitor),
        },
    )

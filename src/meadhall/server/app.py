"""The ASGI application: HTTP and WebSocket, under any ASGI server."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from sqlite3 import SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_OK

from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send

from meadhall import registry
from meadhall.core.refusal import Refused
from meadhall.server.api.errors import HANDLERS, AnyRequest
from meadhall.server.api.guards import guard_request
from meadhall.server.api.openapi_page import ApiPage, BoundedTuples
from meadhall.server.api.prices import FREE
from meadhall.server.api.revalidation import COMPRESSED_AHEAD
from meadhall.server.api.routes import api_routes
from meadhall.server.api.security_headers import security_headers
from meadhall.server.api.static_files import SHIPPED, page_routes
from meadhall.server.assembly import Hall, open_hall, server_name, signing_key
from meadhall.server.inbox.inbox_routes import inbox_routes, open_inbox
from meadhall.server.listening import announce, hall_address, listening
from meadhall.server.meeting.meeting_place import open_meeting_place
from meadhall.server.meeting.meeting_routes import meeting_routes
from meadhall.server.merged_metrics import fetch, merge
from meadhall.server.metrics import set_up_logs
from meadhall.server.net.hall_socket import PATH as HALL_SOCKET
from meadhall.server.net.hosts import is_local
from meadhall.server.net.prefix import UnderPrefix
from meadhall.server.net.run import serve
from meadhall.server.notices.host_notices import open_services
from meadhall.server.notices.notice_desk import open_notices
from meadhall.server.notices.routes import notice_routes
from meadhall.server.people.community import open_community
from meadhall.server.people.routes import people_routes
from meadhall.server.premoves.premove_routes import open_premoves, premove_routes
from meadhall.server.protocol.bodies import RECORD_LENGTH
from meadhall.server.puzzles.puzzle_routes import open_puzzles, puzzle_routes
from meadhall.server.ratings.office import open_rating_office
from meadhall.server.ratings.rating_routes import rating_routes
from meadhall.server.settings import Settings, from_environment
from meadhall.server.tournaments.tournament_routes import open_tournaments, tournament_routes
from meadhall.store import open_store

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
BODY_SLACK = 100_000
"""How much larger than a record a request may be, in bytes."""
DAMAGED = ". Restore a backup, or save what `sqlite3 FILE .recover` can read."
COMPRESSION = CompressionConfig(
    "gzip", minimum_size=1_000, gzip_compress_level=4, exclude_opt_key=COMPRESSED_AHEAD
)
"""Of answers that are made on demand: quick rather than small, because it holds up everybody."""
Opener = Callable[[Settings], Awaitable[Hall]]


@get("/healthz", opt=FREE, include_in_schema=False, sync_to_thread=False)
def healthy() -> Response[str]:
    """Liveness: the process answers."""
    return Response("ok", media_type=MediaType.TEXT)


@get("/readyz", opt=FREE, include_in_schema=False)
async def ready(state: State) -> Response[str]:
    """Readiness: matches have been resumed, the database works, and the server is not stopping."""
    return (
        Response("ready", media_type=MediaType.TEXT)
        if await state.hall.is_ready()
        else Response("not ready", media_type=MediaType.TEXT, status_code=503)
    )


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: AnyRequest, state: State) -> Response[bytes]:
    """The metrics in the format of Prometheus."""
    hall: Hall = state.hall
    _check_reader(request, hall)
    return Response(hall.metrics.text(), media_type=PROMETHEUS)


@get("/metrics/all", include_in_schema=False)
async def all_metrics(request: AnyRequest, state: State) -> Response[str]:
    """The metrics of all processes of the hall that say where they are, added up."""
    hall: Hall = state.hall
    _check_reader(request, hall)
    others = await asyncio.gather(*map(fetch, hall.cluster.addresses()))
    texts = [hall.metrics.text().decode(), *(text for text in others if text is not None)]
    return Response(merge(texts), media_type=PROMETHEUS)


def _check_reader(request: AnyRequest, hall: Hall) -> None:
    if hall.settings.metrics == "local" and not is_local(request.scope, hall.settings):
        raise Refused.because("LOCAL_ONLY", "Only this machine may read the metrics.")


class App:
    """Sends sockets straight to their tables or the hall, and everything else to Litestar."""

    def __init__(self, site: Litestar) -> None:
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == ScopeType.WEBSOCKET:
            hall: Hall = self.site.state.hall
            sockets = hall.hall_sockets if scope["path"] == HALL_SOCKET else hall.sockets
            await sockets(scope, receive, send)
        else:
            await self.site(scope, receive, send)


def make_app(settings: Settings, opener: Opener = open_hall) -> ASGIApp:
    """The application. It opens the database when it starts."""
    app = App(make_site(settings, opener))
    return UnderPrefix(app, settings.root()) if settings.root() else app


def create_app() -> ASGIApp:
    """The application as the environment sets it, for servers that are given a factory.

    For example: `uvicorn --factory meadhall.server.app:create_app`.
    """
    return make_app(from_environment())


def make_site(settings: Settings, opener: Opener = open_hall) -> Litestar:
    """The part of the application that serves HTTP."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hall = await opener(settings)
        app.state.hall = hall
        # Importing all games takes a good part of a second: not when the first visitor asks.
        tuple(registry.games())
        try:
            await hall.start()
            async with _open_parts(hall, app.state):
                yield
        finally:
            await hall.stop()

    def places() -> tuple[str, ...]:
        others: tuple[str, ...] = site.state.hall.cluster.addresses()
        return (settings.address, *others) if others else ()

    site = Litestar(
        route_handlers=_routes(settings),
        lifespan=[lifespan],
        guards=[guard_request],
        before_send=[security_headers(https=settings.https, places=places)],
        exception_handlers=HANDLERS,
        openapi_config=_openapi(settings.root()),
        plugins=[BoundedTuples()],
        compression_config=COMPRESSION,
        request_max_body_size=RECORD_LENGTH + BODY_SLACK,
        logging_config=None,
    )
    return site


@asynccontextmanager
async def _open_parts(hall: Hall, state: State) -> AsyncIterator[None]:
    """The parts beside play, at work until the context ends."""
    async with (
        open_rating_office(hall) as state.rating_office,
        open_inbox(hall) as state.inbox,
        open_notices(hall) as notices,
        open_premoves(hall) as state.premoves,
        open_community(hall, notices.mail.put, sends_mail=notices.mail.is_on) as state.community,
        open_meeting_place(hall) as state.meeting,
        open_tournaments(hall) as state.tournaments,
        open_puzzles(hall) as state.puzzles,
    ):
        state.notices = notices
        yield


def _routes(settings: Settings) -> list[ControllerRouterHandler]:
    folder = Path(settings.static) if settings.static else SHIPPED
    offline = Path(settings.offline) if settings.offline else None
    metric_routes = [] if settings.metrics == "none" else [metrics, all_metrics]
    of_people = [
        people_routes(), rating_routes(), inbox_routes(), notice_routes(), premove_routes(),
        meeting_routes(), tournament_routes(), puzzle_routes(),
    ]  # fmt: skip
    return [
        healthy, ready, *metric_routes, api_routes(), *of_people, page_routes(folder, offline)
    ]  # fmt: skip


def _openapi(root: str) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Meadhall",
        version=version("meadhall"),
        description="The hall over HTTP. Matches are played over WebSocket.",
        use_handler_docstrings=True,
        path="/api/docs",
        servers=[Server(url=root or "/")],
        render_plugins=[ApiPage(root), JsonRenderPlugin(path="/openapi.json")],
    )


def run(settings: Settings, opened: Callable[[str], object] = str) -> None:
    """Serve under uvicorn until a signal stops it; calls `opened` with the address once it is open.

    Raises `Refused` before it touches the database if it cannot listen there.
    """
    set_up_logs(settings.log, as_json=settings.log_json)
    open_services(settings.host_notices)  # it refuses wrong addresses
    with listening(settings) as sockets:
        asyncio.run(_check_store(settings))
        address = hall_address(settings, sockets[0])

        def say_open() -> None:
            announce(settings, address)
            opened(address)

        serve(make_app(settings), settings, sockets, say_open)


async def _check_store(settings: Settings) -> None:
    """Exit with one sentence if the database cannot be opened, before anything is started."""
    try:
        store = await open_store(settings.db)
        try:
            await store.claim(server_name())
            await store.matches.check_list()
            if store.shared is not None:
                from meadhall.server.cluster.joining import refuse_strangers  # noqa: PLC0415 - for PostgreSQL

                await refuse_strangers(store.shared, await signing_key(settings, store))
        finally:
            await store.close()
    except (Refused, ModuleNotFoundError):
        raise
    except Exception as error:  # noqa: BLE001 - drivers raise many types
        why = str(error).partition("\n")[0] or type(error).__name__
        advice = DAMAGED if _is_damage(error) else ""
        sys.exit(f"Cannot open the database {settings.db_without_password()}: {why}{advice}")


def _is_damage(error: Exception) -> bool:
    """Whether SQLite found that the file is damaged, or no database at all."""
    cause = error.__cause__ or error
    code = getattr(getattr(cause, "orig", cause), "sqlite_errorcode", SQLITE_OK)
    # The lowest byte is the kind of error, the others say more about it.
    return code & 0xFF in (SQLITE_CORRUPT, SQLITE_NOTADB)

"""The application: the hall's parts behind HTTP and WebSocket."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from litestar import Litestar, MediaType, Response, get
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Receive, Scope, Send

from meadhall.server.apipage import ApiPage
from meadhall.server.bodies import RECORD_LENGTH
from meadhall.server.client import SHIPPED, client
from meadhall.server.hall import Hall, open_hall
from meadhall.server.problems import HANDLERS
from meadhall.server.routes import api
from meadhall.server.settings import Settings
from meadhall.server.socket import Sockets

BODY_SLACK = 100_000
Opener = Callable[[Settings], Awaitable[Hall]]


@get("/healthz", include_in_schema=False, sync_to_thread=False)
def healthy() -> Response[str]:
    """Whether the process answers at all."""
    return Response("ok", media_type=MediaType.TEXT)


@get("/readyz", include_in_schema=False, sync_to_thread=False)
def ready(state: State) -> Response[str]:
    """Whether it can be sent visitors."""
    return (
        Response("ready", media_type=MediaType.TEXT)
        if state.hall.ready
        else Response("not ready", media_type=MediaType.TEXT, status_code=503)
    )


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(state: State) -> Response[bytes]:
    """The figures, for Prometheus."""
    hall: Hall = state.hall
    return Response(hall.figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


class App:
    """The ASGI application: sockets go straight to their tables, the rest through Litestar."""

    def __init__(self, site: Litestar) -> None:
        self.site = site

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one connection. A coroutine here would be kept for as long as a socket is."""
        if scope["type"] == ScopeType.WEBSOCKET:
            sockets: Sockets = self.site.state.hall.sockets
            return sockets(scope, receive, send)
        return self.site(scope, receive, send)


def make_app(settings: Settings, opener: Opener = open_hall) -> App:
    """The application; the database is opened when it starts."""
    return App(make_site(settings, opener))


def make_site(settings: Settings, opener: Opener = open_hall) -> Litestar:
    """Everything that goes over HTTP."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        hall = await opener(settings)
        app.state.hall = hall
        await hall.start()
        try:
            yield
        finally:
            await hall.stop()

    folder = Path(settings.static) if settings.static else SHIPPED
    figures = [metrics] if settings.metrics else []
    return Litestar(
        route_handlers=[healthy, ready, *figures, api(), client(folder)],
        lifespan=[life],
        exception_handlers=HANDLERS,
        openapi_config=_openapi(),
        request_max_body_size=RECORD_LENGTH + BODY_SLACK,
        logging_config=None,
    )


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Meadhall",
        version=version("meadhall"),
        description="The hall over HTTP. Tables are played over WebSocket.",
        use_handler_docstrings=True,
        path="/api/docs",
        render_plugins=[ApiPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
    )

"""The application under uvicorn, until a signal ends it."""

import gc
from asyncio import Protocol
from collections.abc import Callable
from contextlib import suppress
from socket import socket
from typing import TypeAlias

import uvicorn
from litestar.types import ASGIApp
from typing_extensions import override

from meadhall.server.metrics import log
from meadhall.server.net.gate import gate_of
from meadhall.server.net.uvicorn_guards import GuardedConfig
from meadhall.server.net.uvicorn_plain import PlainHttp, PlainSocket
from meadhall.server.settings import Settings

GC_THRESHOLD = (20_000, 5, 1000)
"""Python's own is (700, 10, 10). The second number bounds the pause for objects that are neither
new nor old: 100,000 of them take about a tenth of a second."""
GRACE_SECONDS = 10
PING_SECONDS = 20.0
Parts: TypeAlias = tuple[type[Protocol], type[Protocol]]
"""The classes that uvicorn reads HTTP and WebSockets with."""
PLAIN: Parts = (PlainHttp, PlainSocket)


def serve(
    app: ASGIApp,
    settings: Settings,
    sockets: list[socket] | None = None,
    opened: Callable[[], object] = bool,
) -> None:
    """Serve until a signal says stop, and stop in good order.

    On the address of the settings, or on sockets that listen already. Calls `opened` once the
    application has started and is reached there.
    """
    tune_process()
    server = AnnouncedServer(config(app, settings))
    server.opened = opened
    with suppress(KeyboardInterrupt):  # uvicorn has stopped by then, and passes the signal on
        server.run(sockets)


class AnnouncedServer(uvicorn.Server):
    """Says when it can be reached."""

    opened: Callable[[], object]

    @override
    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start the application and listen."""
        await super().startup(sockets)
        if self.started:
            self.opened()


def tune_process() -> None:
    """Settings of the whole process, so only for a process that does nothing but serve.

    Modules stay loaded, so the garbage collector need not look at them again, and moves make few
    cycles, so it may run less often. Without this a move takes a fifth more processor time
    (`./dev bench server`, by turns with a server without it).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)


def config(app: ASGIApp, settings: Settings) -> GuardedConfig:
    """How uvicorn serves the hall."""
    http, ws = PLAIN if settings.adapter == "plain" else fast_parts()
    made = GuardedConfig(
        app,
        host=settings.host,
        port=settings.port,
        interface="asgi3",
        http=http,
        ws=ws,
        ws_max_size=settings.message_bytes,
        # `uvicorn_ws` reads and writes frames itself, and no extension may change them.
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="on",
        # `address_of` reads the header, and only where the settings say so.
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    made.settings, made.gate = settings, gate_of(settings)
    return made


def fast_parts() -> Parts:
    """Our own classes over uvicorn's, if they know the versions that are installed."""
    try:
        from meadhall.server.net import uvicorn_http, uvicorn_ws  # noqa: PLC0415 - may not fit
    except ImportError as error:
        unknown = [str(error)]
    else:
        unknown = uvicorn_ws.unknown_versions()
        if not unknown:
            return uvicorn_http.UvicornHttp, uvicorn_ws.UvicornSocket
    log.warning("serving by the plain adapter", unknown=", ".join(unknown))
    return PLAIN

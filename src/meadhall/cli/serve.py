"""`meadhall serve`: the hall over HTTP and WebSocket."""

import webbrowser
from contextlib import suppress
from threading import Timer

import uvicorn

from meadhall.cli.screen import ERRORS
from meadhall.server.app import App, make_app
from meadhall.server.observe import set_up_logs
from meadhall.server.settings import Settings, from_environment

GRACE_SECONDS = 10
PING_SECONDS = 20.0


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    db: str | None = None,
    open: bool = False,  # noqa: A002 - the flag is called --open
) -> None:
    """Host the hall. Everything else is set by environment variables: see docs/how-to.

    Args:
        host: Address to listen on; 0.0.0.0 for all.
        port: Port to listen on; 0 takes a free one.
        db: SQLite file, or a postgresql:// address.
        open: Open the hall in the browser.
    """
    settings = from_environment(host=host, port=port, db=db)
    address = f"http://{settings.host}:{settings.port}/"
    ERRORS.print(
        f"The hall is at {address} and keeps its matches in {settings.db}. Ctrl-C closes it."
    )
    if open:
        Timer(1.0, webbrowser.open, [address]).start()
    run(settings)


def run(settings: Settings) -> None:
    """Serve until a signal says stop, and stop in good order."""
    set_up_logs(settings.log, as_json=settings.log_json)
    with suppress(KeyboardInterrupt):  # uvicorn has stopped by then, and passes the signal on
        uvicorn.Server(config(settings, make_app(settings))).run()


def config(settings: Settings, app: App) -> uvicorn.Config:
    """How uvicorn serves the hall."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        lifespan="on",
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )

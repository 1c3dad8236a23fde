"""The hall under uvicorn, until a signal ends it."""

from contextlib import suppress

import uvicorn

from meadhall.server.app import App, make_app
from meadhall.server.observe import set_up_logs
from meadhall.server.settings import Settings
from meadhall.server.wire import Wire

GRACE_SECONDS = 10
PING_SECONDS = 20.0


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
        ws=Wire,
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

"""The hall under uvicorn, until a signal ends it."""

import asyncio
import sys
from contextlib import suppress

import uvicorn

from meadhall.server.app import App, make_app
from meadhall.server.http import Http
from meadhall.server.observe import set_up_logs
from meadhall.server.settings import Settings
from meadhall.server.wire import Wire
from meadhall.store import open_store

GRACE_SECONDS = 10
PING_SECONDS = 20.0


def run(settings: Settings) -> None:
    """Serve until a signal says stop, and stop in good order."""
    set_up_logs(settings.log, as_json=settings.log_json)
    asyncio.run(_check_store(settings))
    with suppress(KeyboardInterrupt):  # uvicorn has stopped by then, and passes the signal on
        uvicorn.Server(config(settings, make_app(settings))).run()


async def _check_store(settings: Settings) -> None:
    """Say in one sentence why matches cannot be kept there, before anything is started."""
    try:
        store = await open_store(settings.db)
    except Exception as error:  # noqa: BLE001 - whatever it is, the server cannot run
        why = str(error).partition("\n")[0] or type(error).__name__
        sys.exit(f"Matches cannot be kept in {settings.kept_in()}: {why}")
    await store.close()


def config(settings: Settings, app: App) -> uvicorn.Config:
    """How uvicorn serves the hall."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        interface="asgi3",
        http=Http,
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

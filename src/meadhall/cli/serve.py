"""`meadhall serve`: the hall over HTTP and WebSocket."""

import os
import sys
import webbrowser
from threading import Timer

from meadhall.cli.screen import ERRORS
from meadhall.server.settings import PREFIX, Settings, from_environment


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
        f"The hall is at {address} and keeps its matches in {settings.kept_in()}. Ctrl-C closes it."
    )
    if open or os.name == "nt":
        _serve_here(settings, address if open else "")
    else:
        _become_the_server(settings)


def _serve_here(settings: Settings, address: str) -> None:
    from meadhall.server.running import run  # noqa: PLC0415 - another program does it as a rule

    if address:
        Timer(1.0, webbrowser.open, [address]).start()
    run(settings)


def _become_the_server(settings: Settings) -> None:
    """Hand over to a program without a command line, which would only take up memory.

    One arena is enough for the C library: few threads allocate, and each arena keeps its own waste.
    """
    given = {"HOST": settings.host, "PORT": str(settings.port), "DB": settings.db}
    environment = {"MALLOC_ARENA_MAX": "1", **os.environ}
    environment |= {PREFIX + name: value for name, value in given.items()}
    os.execve(sys.executable, [sys.executable, "-m", "meadhall.server"], environment)  # noqa: S606 - our own program

"""`meadhall serve`: the hall over HTTP and WebSocket."""

import os
import sys
import webbrowser
from threading import Timer

from meadhall.cli.terminal.screen import ERRORS
from meadhall.server.settings import PREFIX, Settings, from_environment


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    db: str | None = None,
    workers: int | None = None,
    open: bool = False,  # noqa: A002 - the flag is called --open
) -> None:
    """Host the hall. All other settings are environment variables: see docs/how-to.

    Args:
        host: Address to listen on; 0.0.0.0 for all.
        port: Port to listen on; 0 takes a free one.
        db: SQLite file, or a postgresql:// address.
        workers: Processes behind the address; from 2 on they need PostgreSQL.
        open: Open the hall in the browser.
    """
    settings = from_environment(host=host, port=port, db=db, workers=workers)
    address = f"http://{settings.host}:{settings.port}/"
    ERRORS.print(
        f"The hall is at {address} and keeps its matches in {settings.db_without_password()}."
        " Ctrl-C closes it."
    )
    # On Windows `exec` starts another process and ends this one, so Ctrl-C would not reach it.
    # Opening a browser needs a process that stays, too.
    if open or os.name == "nt":
        _serve_here(settings, address if open else "")
    else:
        _become_the_server(settings)


def _serve_here(settings: Settings, address: str) -> None:
    from meadhall.server.__main__ import run  # noqa: PLC0415 - usually another process imports it

    if address:
        # `run` does not return, so this is started first; the server needs a moment to listen.
        Timer(1.0, webbrowser.open, [address]).start()
    run(settings)


def _become_the_server(settings: Settings) -> None:
    """Replace this process by the bare server, which does without the memory of the command line.

    `MALLOC_ARENA_MAX=1` saves memory too: few threads allocate, and every arena of the C library
    keeps freed memory of its own.
    """
    given = {"HOST": settings.host, "PORT": str(settings.port), "DB": settings.db}
    given["WORKERS"] = str(settings.workers)
    environment = {"MALLOC_ARENA_MAX": "1", **os.environ}
    environment |= {PREFIX + name: value for name, value in given.items()}
    os.execve(sys.executable, [sys.executable, "-m", "meadhall.server"], environment)  # noqa: S606 - our own program

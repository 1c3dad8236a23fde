"""`meadhall serve`: the hall over HTTP and WebSocket."""

import os
import sys
import webbrowser

from meadhall.server.settings import Settings, flag_variables, from_environment


def serve(  # noqa: PLR0913 - each is a flag
    *,
    host: str | None = None,
    port: int | None = None,
    unix_socket: str | None = None,
    prefix: str | None = None,
    db: str | None = None,
    workers: int | None = None,
    config: str | None = None,
    open: bool = False,  # noqa: A002 - the flag is called --open
) -> None:
    """Host the hall. All other settings are environment variables: see docs/how-to.

    Args:
        host: Address to listen on; 0.0.0.0 for all.
        port: Port to listen on; 0 takes a free one.
        unix_socket: Unix socket to listen on instead, for a proxy on this machine.
        prefix: Path that the hall is under, such as /hall; a proxy has to keep it.
        db: SQLite file, or a postgresql:// address.
        workers: Processes behind the address; from 2 on they need PostgreSQL.
        config: File with settings in TOML.
        open: Open the hall in the browser.
    """
    settings = from_environment(
        host=host, port=port, unix_socket=unix_socket, prefix=prefix, db=db, workers=workers,
        config=config,
    )  # fmt: skip
    # On Windows `exec` starts another process and ends this one, so Ctrl-C would not reach it.
    # Opening a browser needs a process that stays, too.
    if open or os.name == "nt":
        _serve_here(settings, open_page=open)
    else:
        _become_the_server(settings)


def _serve_here(settings: Settings, *, open_page: bool) -> None:
    from meadhall.server.__main__ import run  # noqa: PLC0415 - usually another process imports it

    run(settings, webbrowser.open if open_page and not settings.unix_socket else str)


def _become_the_server(settings: Settings) -> None:
    """Replace this process by the bare server, which does without the memory of the command line.

    `MALLOC_ARENA_MAX=1` saves memory too: few threads allocate, and every arena of the C library
    keeps freed memory of its own.
    """
    environment = {"MALLOC_ARENA_MAX": "1", **os.environ, **flag_variables(settings)}
    os.execve(sys.executable, [sys.executable, "-m", "meadhall.server"], environment)  # noqa: S606 - our own program

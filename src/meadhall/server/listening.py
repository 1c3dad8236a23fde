"""Opens the sockets that a server listens on, before it touches its database."""

import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from pathlib import Path

from meadhall.core.refusal import Refused
from meadhall.server.metrics import log
from meadhall.server.settings import Settings

BACKLOG = 2048
"""How many connections may wait to be accepted."""
NOT_FOR_OTHERS = 0o117
"""Rights that a new Unix socket does not get: only its owner and group may connect."""


@contextmanager
def listening(settings: Settings) -> Iterator[list[socket.socket]]:
    """Sockets that listen where the settings say; raises `Refused` where nobody can listen.

    The file of a Unix socket stays; the next server replaces it.
    """
    path = settings.unix_socket
    sockets = [_listen_at(Path(path))] if path else _listen_on(settings.host, settings.port)
    try:
        yield sockets
    finally:
        for opened in sockets:
            opened.close()


def hall_address(settings: Settings, opened: socket.socket) -> str:
    """Where people find a hall that listens on this socket."""
    root = f"{settings.root()}/"
    if settings.unix_socket:
        return f"the Unix socket {settings.unix_socket}, path {root}"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{opened.getsockname()[1]}{root}"


def announce(settings: Settings, address: str) -> None:
    """Tell people where the hall is, as an event where logs are for programs."""
    database = settings.db_without_password()
    if settings.log_json:
        log.info("the hall is open", address=address, database=database)
    else:
        sentence = f"The hall is at {address} and keeps its matches in {database}."
        print(sentence, "Ctrl-C closes it.", file=sys.stderr, flush=True)  # noqa: T201 - for people


def _listen_on(host: str, port: int) -> list[socket.socket]:
    """A socket for each address that the host's name stands for, all on one port."""
    opened: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
        for family, address in {(entry[0], entry[4][0]): None for entry in found}:
            chosen = opened[0].getsockname()[1] if opened else port
            place = (str(address), chosen)
            opened.append(socket.create_server(place, family=family, backlog=BACKLOG))
    except OSError as error:
        for one in opened:
            one.close()
        raise _cannot_listen(f"port {port} of {host}", error, "--port") from None
    return opened


def _listen_at(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(NOT_FOR_OTHERS)
    try:
        _remove_leftover(path)
        made.bind(str(path))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise _cannot_listen(f"the Unix socket {path}", error, "--unix-socket") from None
    finally:
        os.umask(mask)
    return made


def _remove_leftover(path: Path) -> None:
    """Remove a socket that a killed server left behind; nothing else is ever removed."""
    if not path.exists() or not stat.S_ISSOCK(path.stat().st_mode):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe, suppress(ConnectionError):
        probe.connect(str(path))
        return
    path.unlink()


def _cannot_listen(where: str, error: OSError, flag: str) -> Refused:
    if error.errno == EADDRINUSE:
        why = f"Another program uses {where}: stop it, or choose another with {flag}."
    else:
        why = f"Cannot listen on {where}: {error.strerror}."
    return Refused.because("CANNOT_LISTEN", why, flag)

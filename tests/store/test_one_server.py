"""A SQLite file has one server at a time, PostgreSQL many. Who was killed is in nobody's way."""

import signal
import subprocess
import sys
from pathlib import Path

import asyncpg  # type: ignore[import-untyped] # it ships no types
import pytest
from tests.store.servers import disconnect_everybody, empty_database

from meadhall.store import AlreadyServed, open_store

pytestmark = pytest.mark.anyio

CLAIM_AND_WAIT = """
import asyncio, sys
from meadhall.store import open_store

async def main() -> None:
    store = await open_store(sys.argv[1])
    await store.claim("the first")
    print("claimed", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_a_second_server_of_a_file_is_refused_and_told_of_the_first(tmp_path: Path) -> None:
    place = str(tmp_path / "hall.db")
    first, second = await open_store(place), await open_store(place)
    await first.claim("the first")
    with pytest.raises(AlreadyServed, match="It is served by the first"):
        await second.claim("the second")
    await first.claim("the first")
    await first.close()
    await second.claim("the second")
    await second.close()


async def test_a_killed_server_of_a_file_is_succeeded_at_once(tmp_path: Path) -> None:
    place = str(tmp_path / "hall.db")
    program = [sys.executable, "-c", CLAIM_AND_WAIT, place]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as first:  # noqa: ASYNC220 - nothing else runs here
        assert first.stdout is not None
        assert first.stdout.readline() == "claimed\n"
        second = await open_store(place)
        with pytest.raises(AlreadyServed):
            await second.claim("the second")
        first.send_signal(signal.SIGKILL)
        first.wait()
    await second.claim("the second")
    await second.close()


async def test_many_servers_may_serve_postgres_and_renew_what_they_lost(postgres: str) -> None:
    place = await empty_database(postgres)
    first, second = await open_store(place), await open_store(place)
    await first.claim("the first")
    await second.claim("the second")
    await disconnect_everybody(postgres)
    await first.claim("the first")
    await first.close()
    await second.claim("the second")
    await second.close()


async def test_a_release_that_serves_alone_is_noticed(postgres: str) -> None:
    """All releases take the same lock, so its number must not change."""
    store = await open_store(await empty_database(postgres))
    older = await asyncpg.connect(postgres)
    await older.execute("SELECT pg_advisory_lock(1835360613)")
    with pytest.raises(AlreadyServed):
        await store.claim("the newer one")
    await older.close()
    await store.close()

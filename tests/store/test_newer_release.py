"""Old and new processes side by side: a process leaves alone what a newer release has added."""

import asyncpg  # type: ignore[import-untyped] # it ships no types
import pytest
from tests.store.matches import in_play, play_on
from tests.store.servers import empty_database

from meadhall.match.ports import Query
from meadhall.store import open_store

pytestmark = pytest.mark.anyio

NEWER = """
    UPDATE alembic_version SET version_num = '9999';
    CREATE TABLE inventions (id TEXT PRIMARY KEY);
    ALTER TABLE matches ADD COLUMN invention TEXT NOT NULL DEFAULT 'new';
    ALTER TABLE facts ADD COLUMN invention TEXT;
    ALTER TABLE seats ADD COLUMN invention BIGINT NOT NULL DEFAULT 7;
    ALTER TABLE processes ADD COLUMN invention TEXT NOT NULL DEFAULT 'new';
"""


async def test_a_process_serves_a_database_that_a_newer_release_has_migrated(postgres: str) -> None:
    place = await empty_database(postgres)
    older = await open_store(place)
    match, entry = in_play("m")
    await older.matches.append([entry])
    connection = await asyncpg.connect(postgres)
    await connection.execute(NEWER)
    # Of the same release, started again while the newer one is being rolled out.
    again = await open_store(place)
    for store in (older, again):
        match, entry = play_on(match)
        assert await store.matches.append([entry]) == ()
        assert len(await store.matches.facts("m")) == match.version
        assert [summary.id for summary in await store.matches.find(Query())] == ["m"]
        assert store.shared is not None
        await store.shared.members.join("me", "me", "", "print", 2_000)
        assert [one.id for one in (await store.shared.members.beat("me")).members] == ["me"]
        await store.close()
    assert await connection.fetchval("SELECT version_num FROM alembic_version") == "9999"
    assert await connection.fetchval("SELECT invention FROM matches") == "new"
    await connection.close()

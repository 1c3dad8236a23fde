import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from tests.store.matches import in_play

from meadhall.store import Store, open_store
from meadhall.store.schema import METADATA

pytestmark = pytest.mark.anyio


def differences(connection: Connection) -> Sequence[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_the_steps_lead_to_the_tables_that_the_code_declares(store: Store) -> None:
    async with store.engine.connect() as database:
        assert await database.run_sync(differences) == []


async def test_several_servers_that_start_at_once_make_one_database(place: str) -> None:
    stores = await asyncio.gather(*(open_store(place) for _ in range(4)))
    assert await stores[0].matches.append([in_play("m")[1]]) == ()
    assert all([await store.matches.facts("m") for store in stores])
    for store in stores:
        await store.close()


async def test_a_store_is_a_file_or_a_postgresql_server(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not mysql"):
        await open_store("mysql://somewhere/hall")
    with pytest.raises(ValueError, match="not off"):
        await open_store(f"sqlite:///{tmp_path}/hall.db?synchronous=off")


async def test_the_folder_of_a_file_is_made_too(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "new" / "folder" / "hall.db"))
    assert await store.matches.append([in_play("m")[1]]) == ()
    await store.close()


async def test_a_file_can_be_asked_to_survive_power_cuts(tmp_path: Path) -> None:
    for query, level in (("", 1), ("?synchronous=full", 2)):
        store = await open_store(f"sqlite:///{tmp_path}/hall.db{query}")
        async with store.engine.connect() as database:
            assert await database.scalar(text("PRAGMA synchronous")) == level
        await store.close()

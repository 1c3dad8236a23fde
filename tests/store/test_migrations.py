import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, text
from tests.store.matches import in_play, said

from meadhall.match.ports import Append
from meadhall.store import Store, open_store, sqlite
from meadhall.store.lane import fact_rows, summary_row
from meadhall.store.migrate import HEAD, upgrade
from meadhall.store.schema import METADATA

pytestmark = pytest.mark.anyio


def differences(connection: Connection) -> Sequence[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_a_new_database_has_the_tables_that_the_code_declares(store: Store) -> None:
    assert await store.lane.read(differences) == []
    at = text("SELECT version_num FROM alembic_version")
    assert await store.lane.read(lambda database: database.scalar(at)) == HEAD


async def test_the_steps_lead_to_the_same_tables(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        upgrade(database)
        assert differences(database) == []
    engine.dispose()
    store = await open_store(str(file))
    assert await store.matches.append([in_play("m")[1]]) == ()
    await store.close()


async def test_a_database_that_is_not_at_the_last_step_is_taken_there(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        database.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
    engine.dispose()
    store = await open_store(str(file))
    assert await store.lane.read(differences) == []
    await store.close()


async def test_a_database_from_the_future_is_refused_and_let_go_of(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    threads = {*threading.enumerate()}
    with pytest.raises(CommandError, match="9999"):
        await open_store(str(file))
    assert {*threading.enumerate()} <= threads


@pytest.mark.parametrize("step", ["0001", "0002"])
async def test_matches_of_the_first_hour_are_kept(tmp_path: Path, step: str) -> None:
    """A file as an early step made it, with a match in it, goes on after the others."""
    file, (match, stored) = tmp_path / "hall.db", in_play("m")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        upgrade(database, step)
    engine.dispose()
    write_as_it_was_done_then(file, stored)
    store = await open_store(str(file))
    assert await store.matches.facts("m") == stored.facts
    more = said(match, "still here")
    assert await store.matches.append([more]) == ()
    assert await store.matches.facts("m") == (*stored.facts, *more.facts)
    await store.close()


def write_as_it_was_done_then(file: Path, entry: Append) -> None:
    assert entry.summary is not None
    database = sqlite3.connect(file)
    database.execute(
        "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked,"
        " result, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        summary_row(entry.summary, len(entry.facts)),
    )
    database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)", fact_rows(entry))
    database.commit()
    database.close()


def test_the_last_step_is_the_one_that_new_databases_are_at() -> None:
    config = Config()
    config.set_main_option("script_location", "meadhall.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


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


async def test_an_old_sqlite_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(ValueError, match=r"3\.33 is needed"):
        await open_store(str(tmp_path / "hall.db"))


async def test_the_folder_of_a_file_is_made_too(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "new" / "folder" / "hall.db"))
    assert await store.matches.append([in_play("m")[1]]) == ()
    await store.close()


def test_a_file_is_opened_without_what_takes_memory_and_only_other_databases_need(
    tmp_path: Path,
) -> None:
    program = (
        "import asyncio, sys; from meadhall.store import open_store;"
        f"asyncio.run(open_store({str(tmp_path / 'hall.db')!r}));"
        "assert not {'alembic', 'asyncpg', 'sqlalchemy.orm'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


async def test_a_file_can_be_asked_to_survive_power_cuts(tmp_path: Path) -> None:
    asked = text("PRAGMA synchronous")
    for query, level in (("", 1), ("?synchronous=full", 2)):
        store = await open_store(f"sqlite:///{tmp_path}/hall.db{query}")
        assert await store.lane.read(lambda database: database.scalar(asked)) == level
        await store.close()


async def test_a_file_that_somebody_else_is_writing_is_said_to_be_locked_and_serves_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 10)
    store = await open_store(str(tmp_path / "hall.db"))
    other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await store.matches.append([in_play("m")[1]])
    other.execute("ROLLBACK")
    assert await store.matches.append([in_play("m")[1]]) == ()
    other.close()
    await store.close()

"""New and old databases end up with the same tables, and keep their matches."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import asyncpg  # type: ignore[import-untyped] # it ships no types
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from tests.store.matches import chat, in_play, play_on
from tests.store.servers import empty_database

from meadhall.core.refusal import Refused
from meadhall.match.ports import Append, Query
from meadhall.store import Store, open_store, sqlite
from meadhall.store.backend import fact_rows, summary_row
from meadhall.store.migrate import HEAD, upgrade
from meadhall.store.schema import METADATA

pytestmark = pytest.mark.anyio


def differences(connection: Connection) -> Sequence[object]:
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_a_new_database_has_the_tables_that_the_code_declares(store: Store) -> None:
    assert await store.backend.read(differences) == []
    at = text("SELECT version_num FROM alembic_version")
    assert await store.backend.read(lambda database: database.scalar(at)) == HEAD


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


def test_new_and_migrated_files_keep_the_same_rows_in_the_tree_of_the_key(tmp_path: Path) -> None:
    """What `compare_metadata` does not look at."""
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with engine.begin() as database:
        upgrade(database)
    made = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    METADATA.create_all(made)
    stored = {"matches", "seats", "account_looks", "ended_sessions", "seat_moves"}
    ratings = {"rated_results", "rating_history", "standings", "guest_sittings"}
    expected = stored | {"processes", "presence", "leases", "inbox", "rating_suspicions"} | ratings
    expected |= {"departures", "played", "opponents", "profiles"}
    expected |= {"notice_choices", "told_notices", "digest_lines", "pushes", "premoves"}
    expected |= {"follows", "blocks", "here", "challenges", "moderators", "sanctions", "reports"}
    expected |= {"seeks", "seek_waits", "hall_lines", "crowds"}
    expected |= {"moderation_acts", "recovery_codes", "mail_addresses", "one_time_keys"}
    expected |= {"tournaments", "tournament_facts", "tournament_players"}
    expected |= {"puzzle_ratings", "puzzle_tries", "own_puzzles"}
    for one in (engine, made):
        with one.begin() as database:
            sql = text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
            tables = database.execute(sql).all()
        assert {name for name, sql in tables if "WITHOUT ROWID" in sql} == expected
        one.dispose()


async def test_a_database_that_is_not_at_the_last_step_is_taken_there(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        database.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
    engine.dispose()
    store = await open_store(str(file))
    assert await store.backend.read(differences) == []
    await store.close()


async def test_a_database_of_a_newer_version_is_refused_and_closed(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    threads = {*threading.enumerate()}
    with pytest.raises(Refused, match="9999"):
        await open_store(str(file))
    assert {*threading.enumerate()} <= threads


@pytest.mark.parametrize("step", ["0001", "0002"])
async def test_matches_in_files_of_earlier_steps_are_kept(tmp_path: Path, step: str) -> None:
    """A file as an earlier step left it, with a match in it, is migrated and can be appended to."""
    file, (match, stored) = tmp_path / "hall.db", in_play("m")
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as database:
        upgrade(database, step)
    engine.dispose()
    write_with_early_code(file, stored)
    store = await open_store(str(file))
    assert await store.matches.facts("m") == stored.facts
    more = chat(match, "still here")
    assert await store.matches.append([more]) == ()
    assert await store.matches.facts("m") == (*stored.facts, *more.facts)
    await store.close()


def write_with_early_code(file: Path, entry: Append) -> None:
    """Store the entry as the code of the first two steps did."""
    assert entry.summary is not None
    database = sqlite3.connect(file)
    database.execute(
        "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked,"
        " result, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        # Without `secrets_known`, `guided` and `due`, which came with later steps.
        [*summary_row(entry.summary, len(entry.facts))[:10], entry.summary.id],
    )
    database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)", fact_rows(entry))
    database.commit()
    database.close()


async def test_facts_in_the_table_that_was_renamed_are_kept(place: str) -> None:
    """Step 0003 called the table of incoming facts `fresh`; a killed server left facts in it."""
    store = await open_store(place)
    match, first = in_play("m")
    await store.matches.append([first])
    await store.close()
    left = chat(match, "left behind")
    store = await open_store(place)
    await store.backend.write(lambda database: go_back_to_0003(database, left))
    await store.close()
    store = await open_store(place)
    assert await store.backend.read(differences) == []
    assert await store.matches.facts("m") == (*first.facts, *left.facts)
    await store.close()


def go_back_to_0003(database: Connection, entry: Append) -> None:
    shared = ("processes", "presence", "leases", "inbox", "rated_results", "rating_history")
    ratings = ("standings", "guest_sittings", "rating_suspicions")
    people = ("departures", "played", "opponents", "profiles")
    friends = ("follows", "blocks", "here", "challenges")
    moderation = ("moderators", "sanctions", "reports", "moderation_acts")
    sign_in = ("passkeys", "recovery_codes", "mail_addresses", "one_time_keys")
    meeting = ("seeks", "seek_waits", "hall_lines", "crowds")
    tournaments = ("tournaments", "tournament_facts", "tournament_players")
    puzzles = ("puzzle_ratings", "puzzle_tries", "own_puzzles")
    for later in (
        *shared,
        *meeting,
        *ratings,
        *people,
        *("mails", "vacations", "notice_choices", "told_notices", "digest_lines", "pushes"),
        *("push_devices", "premoves"),
        *friends,
        *moderation,
        *sign_in,
        *tournaments,
        *puzzles,
        "account_looks",
        "ended_sessions",
        "seat_moves",
    ):
        database.execute(text(f"DROP TABLE {later}"))
    for index in ("due", "uncounted", "unnoted"):
        database.execute(text(f"DROP INDEX ix_matches_{index}"))
    for column in ("secrets_known", "guided", "due", "rated", "counted", "noted"):
        database.execute(text(f"ALTER TABLE matches DROP COLUMN {column}"))
    database.execute(text("ALTER TABLE incoming RENAME TO fresh"))
    database.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    insert = text("INSERT INTO fresh VALUES (:match, :version, :at, :kind, :body, :crc)")
    names = ("match", "version", "at", "kind", "body", "crc")
    for row in fact_rows(entry):
        database.execute(insert, dict(zip(names, row, strict=True)))


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
        assert await store.backend.read(lambda database: database.scalar(asked)) == level
        await store.close()


async def test_a_file_that_somebody_else_is_writing_is_said_to_be_locked_and_serves_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 10)
    store = await open_store(str(tmp_path / "hall.db"))
    other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await store.matches.append([in_play("m")[1]])
    other.execute("ROLLBACK")
    assert await store.matches.append([in_play("m")[1]]) == ()
    other.close()
    await store.close()


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

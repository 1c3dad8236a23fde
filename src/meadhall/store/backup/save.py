"""Makes a backup while the server runs: one moment of the database, whole."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Table, create_engine, insert, inspect, select, text

from meadhall.core.refusal import Refused
from meadhall.store.backup.backup_file import Saved, mark
from meadhall.store.migrate import HEAD, migrate, refuse_newer
from meadhall.store.private_files import MODE
from meadhall.store.schema import METADATA
from meadhall.store.sqlite import BUSY_TIMEOUT_MS, SqliteFile
from meadhall.store.store import database_url
from meadhall.store.writer import SqliteWriter

BATCH = 2_000
"""Rows that are copied at once."""
_STEP = "SELECT version_num FROM alembic_version"


async def make_backup(place: str, target: Path, made: str) -> Saved:
    """Save the hall at this place in a new file; raises `Refused` and leaves nothing behind."""
    url = database_url(place)
    with _draft(target) as draft:
        if url.get_backend_name() == "sqlite":
            _copy_file(Path(url.database or ""), draft)
        else:
            await _copy_postgres(url, draft)
        with closing(sqlite3.connect(draft)) as database:
            return mark(database, made)


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """A file beside the target, which takes its place once it is complete."""
    if target.exists():
        raise Refused.because("FILE_EXISTS", f"{target} is there already.", "file")
    draft = target.with_name(f".{target.name}.new")
    try:
        # For its owner only: it holds the secrets of matches, and what passwords were made into.
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE))
        yield draft
        draft.replace(target)
    except OSError as error:
        sentence = f"{target} cannot be written: {error.strerror}."
        raise Refused.because("CANNOT_WRITE", sentence, "file") from None
    finally:
        draft.unlink(missing_ok=True)


def _copy_file(source: Path, draft: Path) -> None:
    """Copy a SQLite file in one step, in which others go on reading and writing."""
    if not source.is_file():
        raise _no_hall(source, "there is no such file")
    try:
        # Not read-only: without a server, SQLite has to look after what a killed one left behind.
        with closing(sqlite3.connect(source)) as hall, closing(sqlite3.connect(draft)) as copy:
            hall.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
            _check_step(hall.execute(_STEP).fetchone()[0])
            hall.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    except sqlite3.DatabaseError as error:
        raise _no_hall(source, str(error)) from None
    _flush(draft)


def _flush(draft: Path) -> None:
    """Put incoming facts among the others, so that a backup is the same for both databases."""
    database = SqliteFile(draft).connect()
    writer = SqliteWriter(database, BUSY_TIMEOUT_MS)
    writer.flush()
    database.execute("PRAGMA journal_mode = DELETE")
    writer.close()


async def _copy_postgres(url: URL, draft: Path) -> None:
    """Copy all tables as they are at one moment."""
    from meadhall.store.postgres import PostgresBackend  # noqa: PLC0415 - only where it is used

    backend = PostgresBackend(url)
    engine = create_engine(URL.create("sqlite", database=str(draft)))
    try:
        with engine.begin() as copy:
            migrate(copy)
            await backend.read(lambda hall: _copy_snapshot(hall, copy))
    finally:
        engine.dispose()
        await backend.close()


def _copy_snapshot(hall: Connection, copy: Connection) -> None:
    snapshot = hall.execution_options(isolation_level="REPEATABLE READ")
    if "alembic_version" not in inspect(snapshot).get_table_names():
        raise _no_hall("the database", "it has no tables of a hall")
    _check_step(snapshot.scalar(text(_STEP)) or "")
    for table in METADATA.sorted_tables:
        copy_table(table, snapshot, copy)


def copy_table(table: Table, source: Connection, target: Connection) -> None:
    """Copy all rows of a table."""
    rows = source.execution_options(yield_per=BATCH).execute(select(table))
    for part in rows.mappings().partitions():
        target.execute(insert(table), [dict(row) for row in part])


def _check_step(step: str) -> None:
    refuse_newer(step, "this hall")
    if step < HEAD:
        raise Refused.because(
            "OLDER_DATABASE",
            f"An older Meadhall wrote this hall (step {step} of the tables, this one is at {HEAD}):"
            " back it up with that version, or let this one serve it once.",
            "db",
        )


def _no_hall(place: Path | str, why: str) -> Refused:
    return Refused.because("NO_HALL", f"There is no hall in {place}: {why}.", "db")

"""SQLite: one connection in one thread writes; everybody reads at the same time (WAL)."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from meadhall.match.ports import Append
from meadhall.store.lane import fact_rows, merged, seat_rows, summary_row

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit survives a power cut, not only a killed process
    "PRAGMA busy_timeout = 10000",
    "PRAGMA foreign_keys = ON",
)
_INSERT_MATCH = (
    "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked, result,"
    " id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_UPDATE_SUMMARY = (
    "UPDATE matches SET version = ?, game = ?, phase = ?, seats = ?, free = ?, created = ?,"
    " code = ?, listed = ?, locked = ?, result = ? WHERE id = ? AND version = ?"
)
_UPDATE_VERSION = "UPDATE matches SET version = ? WHERE id = ? AND version = ?"
_DELETE_SEATS = "DELETE FROM seats WHERE match = ?"
_INSERT_SEAT = "INSERT INTO seats (match, seat, name, holder) VALUES (?, ?, ?, ?)"
_INSERT_FACT = "INSERT INTO facts (match, version, at, kind, body, crc) VALUES (?, ?, ?, ?, ?, ?)"


def sqlite_engine(path: Path) -> AsyncEngine:
    """The engine for everything but the hot path. It takes the write lock only to write."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")
    event.listen(engine.sync_engine, "connect", _prepared)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


class SqliteLane:
    """The writer."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-store")
        self._database = self._thread.submit(_connect, path).result()

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """One transaction for all; returns the matches in conflict."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._append, merged(batch))

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        self._thread.submit(self._database.close).result()
        self._thread.shutdown()

    def _append(self, entries: list[Append]) -> tuple[str, ...]:
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        try:
            conflicts = tuple(entry.match for entry in entries if not _store(database, entry))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        return conflicts


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        database.execute(pragma)
    return database


def _store(database: sqlite3.Connection, entry: Append) -> bool:
    """Store the entry, unless the match is not at the version it follows."""
    if not _claim(database, entry):
        return False
    database.executemany(_INSERT_FACT, fact_rows(entry))
    if entry.summary is not None:
        database.execute(_DELETE_SEATS, (entry.match,))
        database.executemany(_INSERT_SEAT, seat_rows(entry.summary))
    return True


def _claim(database: sqlite3.Connection, entry: Append) -> bool:
    after = entry.version + len(entry.facts)
    if entry.summary is None:
        done = database.execute(_UPDATE_VERSION, (after, entry.match, entry.version))
    elif entry.version == 0:
        done = database.execute(_INSERT_MATCH, summary_row(entry.summary, after))
    else:
        row = (*summary_row(entry.summary, after), entry.version)
        done = database.execute(_UPDATE_SUMMARY, row)
    return done.rowcount == 1


def _prepared(database: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    database.isolation_level = None  # transactions begin where we say so, below
    cursor = database.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

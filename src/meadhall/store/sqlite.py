"""SQLite: one connection writes; everybody reads at the same time (WAL)."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from meadhall.match.ports import Append
from meadhall.store.lane import fact_rows, merged, seat_rows, summary_row

SYNCHRONOUS = ("normal", "full", "extra")
"""With the first a commit survives a killed process, with the others a power cut too."""

PATIENCE = 10_000
"""How many milliseconds one waits for another who writes."""

_BEGIN = "BEGIN IMMEDIATE"
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


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """Where the file is, and how safe a commit must be."""

    path: Path
    synchronous: str = SYNCHRONOUS[0]

    @classmethod
    def at(cls, url: URL) -> "SqliteFile":
        """The file that the address names, `?synchronous=full` and all."""
        synchronous = url.query.get("synchronous", SYNCHRONOUS[0])
        if synchronous not in SYNCHRONOUS:
            raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous}")
        return cls(Path(url.database or ""), synchronous)

    def prepare(self, database: DBAPIConnection | sqlite3.Connection) -> None:
        """Set a new connection up. Transactions begin where we say so."""
        database.isolation_level = None
        cursor = database.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {self.synchronous}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()


def sqlite_engine(file: SqliteFile) -> AsyncEngine:
    """The engine for everything but the hot path. It takes the write lock only to write."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{file.path}")

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(database: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        file.prepare(database)

    event.listen(engine.sync_engine, "begin", _begin)
    return engine


class SqliteLane:
    """The writer.

    A commit that does not wait for the disk takes less time than handing it to a thread and taking
    turns with that thread at running Python; only one that does wait is given to the thread.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._database = sqlite3.connect(file.path, check_same_thread=False)
        file.prepare(self._database)
        self._turn = asyncio.Lock()
        self._thread: ThreadPoolExecutor | None = None
        if file.synchronous != SYNCHRONOUS[0]:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-store")

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """One transaction for all; returns the matches in conflict."""
        entries = merged(batch)
        async with self._turn:
            if self._thread is None:
                return self._append(entries)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._append, entries)

    def alone(self) -> asyncio.Lock:
        """While this lasts nothing is appended.

        Waiting for the file's own lock would not do: whoever has it could not go on, as appending
        holds up everything in this process.
        """
        return self._turn

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        if self._thread is not None:
            self._thread.shutdown()
        self._database.close()

    def _append(self, entries: list[Append]) -> tuple[str, ...]:
        """All at once; if some match is in conflict, one after the other without it."""
        with suppress(_Conflict), self._database as database:  # which commits or rolls back
            database.execute(_BEGIN)
            _store_together(database, entries)
            return ()
        with self._database as database:
            database.execute(_BEGIN)
            return tuple(entry.match for entry in entries if not _store(database, entry))


class _Conflict(Exception):
    """Some match is not at the version it should be."""


def _store_together(database: sqlite3.Connection, entries: list[Append]) -> None:
    """Store everything; what changes no summary, nearly everything, takes two statements in all."""
    plain = [entry for entry in entries if entry.summary is None]
    claims = [(entry.version + len(entry.facts), entry.match, entry.version) for entry in plain]
    if database.executemany(_UPDATE_VERSION, claims).rowcount != len(plain):
        raise _Conflict
    database.executemany(_INSERT_FACT, [row for entry in plain for row in fact_rows(entry)])
    if not all(_store(database, entry) for entry in entries if entry.summary is not None):
        raise _Conflict


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


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql(_BEGIN if writes else "BEGIN")

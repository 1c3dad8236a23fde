"""The SQLite backend: one connection writes while others read (WAL mode)."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from meadhall.match.ports import Append
from meadhall.store.backend import Row, merge
from meadhall.store.writer import BEGIN, SqliteWriter

T = TypeVar("T")

SYNCHRONOUS = ("normal", "full", "extra")
"""With the first a commit survives a killed process, with the others a power cut too."""

BUSY_TIMEOUT_MS = 10_000
"""How long a connection waits while another one writes."""

CHECKPOINT_PAGES = 8_000
"""The size at which the write-ahead log is checkpointed into the database file.

A checkpoint waits for the disk, some milliseconds however few pages it copies, and a commit waits
with it. So checkpoints are rare, and the log file grows to 33 MB before it is reused.
"""

LOCK_MODE = 0o600

MOST_ON_LOOP = 300
"""How many facts of one match are written on the event loop. Only imported matches have more."""

READERS = 4
"""Threads that run queries."""

OLDEST_SQLITE = (3, 33)
"""The first version with `UPDATE … FROM`, which a flush needs."""

FLUSH_PER_MATCH, FLUSH_MIN, FLUSH_MAX = 20, 500, 4_000
"""When incoming facts are flushed: at 20 facts per match, within these bounds.

A smaller batch costs more per fact, and starts a thread more often. A larger batch would still be
written when the next tick wants to commit.
"""


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """The path of the file, and how durable a commit must be."""

    path: Path
    synchronous: str = SYNCHRONOUS[0]

    @classmethod
    def at(cls, url: URL) -> "SqliteFile":
        """The file that the URL names, with its `synchronous` parameter."""
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise ValueError(f"this Python has SQLite {sqlite3.sqlite_version}; 3.33 is needed")
        synchronous = url.query.get("synchronous", SYNCHRONOUS[0])
        if synchronous not in SYNCHRONOUS:
            raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous}")
        return cls(Path(url.database or ""), synchronous)

    def connect(self) -> sqlite3.Connection:
        """A connection that any thread may use, one at a time."""
        database = sqlite3.connect(self.path, check_same_thread=False)
        self.prepare(database)
        return database

    def prepare(self, database: sqlite3.Connection) -> None:
        """Set a new connection up."""
        database.isolation_level = None  # Python begins no transactions of its own
        database.text_factory = _decode_text
        cursor = database.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {self.synchronous}")
        # SQLite ignores foreign keys unless each connection asks for them.
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        cursor.close()


def sqlite_engine(file: SqliteFile) -> Engine:
    """A SQLAlchemy engine for everything but the hot path."""
    engine = create_engine(URL.create("sqlite", database=str(file.path)))

    @event.listens_for(engine, "connect")
    def prepare(database: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        file.prepare(database)

    # After `prepare` the driver no longer begins transactions, so SQLAlchemy has to.
    event.listen(engine, "begin", _begin)
    return engine


class SqliteBackend:
    """A writer, a thread for slow writes, and threads for queries.

    A commit that does not wait for the disk runs on the event loop: it takes less time than handing
    it to a thread and competing with that thread for the interpreter lock. The thread gets commits
    that wait for the disk or for another process that is writing, flushes, which hardly run any
    Python, and rare writes. For the same reason `row` runs its query on the event loop: a query
    waits for no writer.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._writer = SqliteWriter(file.connect(), BUSY_TIMEOUT_MS)
        # Not the writer's connection, which a flush may be using in the thread.
        self._reader = file.connect()
        self._commits_wait_for_disk = file.synchronous != SYNCHRONOUS[0]
        self._write_lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-store")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="meadhall-reader")
        self._engine = sqlite_engine(file)
        self._flush: asyncio.Future[None] | None = None
        # The system frees the lock when the process dies, however it dies.
        self._lock = FileLock(f"{file.path}.lock", mode=LOCK_MODE)

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store the batch in one transaction; returns the matches in conflict."""
        entries = merge(batch)
        async with self._write_lock:
            if self._flush is not None:
                await self._wait_for_flush(self._flush)
            is_long = len(entries) == 1 and len(entries[0].facts) > MOST_ON_LOOP
            in_thread = self._commits_wait_for_disk or is_long
            conflicts = None if in_thread else self._writer.try_append(entries)
            if conflicts is None:
                loop = asyncio.get_running_loop()
                conflicts = await loop.run_in_executor(self._thread, self._writer.append, entries)
            wanted = max(FLUSH_MIN, FLUSH_PER_MATCH * len(self._writer.versions))
            if self._writer.incoming_facts >= min(FLUSH_MAX, wanted):
                self._flush = self._start_flush()
        return conflicts

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The row that a short query selects, if any."""
        row: Row | None = self._reader.execute(statement, values).fetchone()
        return row

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _run, self._engine.connect, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes, in a thread.

        `append` waits meanwhile. If it ran, it would wait for SQLite's lock on the event loop.
        """
        begin = self._engine.execution_options(writes=True).begin
        async with self._write_lock:
            # A running flush need not be awaited: it is ahead in the queue of the same thread.
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, _run, begin, work)

    async def claim(self) -> bool:
        """Become the only server of the file, by a lock on a file beside it."""
        if not self._lock.is_locked:
            with suppress(Timeout):
                self._lock.acquire(blocking=False)
        return self._lock.is_locked

    async def close(self) -> None:
        """Finish pending work, flush all incoming facts and close the file."""
        async with self._write_lock:
            if self._flush is not None:
                await self._wait_for_flush(self._flush)
            if self._writer.incoming_facts:
                await self._wait_for_flush(self._start_flush())
            self._thread.shutdown()
            self._readers.shutdown()
            self._engine.dispose()
            self._reader.close()
            self._writer.close()
            self._lock.release()

    def _start_flush(self) -> "asyncio.Future[None]":
        """Flush in the thread while the event loop goes on; only the next write waits for it."""
        loop = asyncio.get_running_loop()
        flush = loop.run_in_executor(self._thread, self._writer.flush)
        flush.add_done_callback(_report_failure)
        return flush

    async def _wait_for_flush(self, flush: "asyncio.Future[None]") -> None:
        # Not `await flush`: cancelling the waiting task would cancel the flush too.
        await asyncio.wait((flush,))
        self._flush = None


def _run(
    connect: Callable[[], AbstractContextManager[Connection]], work: Callable[[Connection], T]
) -> T:
    with connect() as database:
        return work(database)


def _report_failure(flush: asyncio.Future[None]) -> None:
    """Report a failed flush. No fact is lost: readers read `incoming` too."""
    if error := flush.exception():
        message = "facts could not be flushed"
        flush.get_loop().call_exception_handler({"message": message, "exception": error})


def _decode_text(text: bytes) -> str:
    """Damaged UTF-8 must not stop a query that other matches are part of; the checksum finds it."""
    return text.decode(errors="replace")


def _begin(connection: Connection) -> None:
    """Begin a transaction, with the write lock only where the connection is going to write."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql(BEGIN if writes else "BEGIN")

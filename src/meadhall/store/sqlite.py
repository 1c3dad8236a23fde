"""SQLite: one connection writes; everybody reads at the same time (WAL)."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from meadhall.match.ports import Append
from meadhall.store.lane import Row, merged
from meadhall.store.writer import BEGIN, SqliteWriter

T = TypeVar("T")

SYNCHRONOUS = ("normal", "full", "extra")
"""With the first a commit survives a killed process, with the others a power cut too."""

PATIENCE = 10_000
"""How many milliseconds one waits for another who writes."""

CHECKPOINT = 8_000
"""How many pages come together in the write-ahead log before they go where they belong.

That takes some milliseconds whatever their number, for the disk is waited for, and a commit waits
along; so it is seldom done. The log is then 33 MB long, and begins anew.
"""

READERS = 4
"""How many can look something up at the same time."""

OLDEST = (3, 33)
"""The first SQLite that can settle facts: it knows `UPDATE … FROM`."""

FEW, MANY, EACH = 500, 4_000, 20
"""When facts settle: that many of each match, but so few at the least and so many at the most.

Fewer at once cost more each, and a thread each time. More take longer than the tick has to tell at
whose side they settle, and keep the next one waiting.
"""


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """Where the file is, and how safe a commit must be."""

    path: Path
    synchronous: str = SYNCHRONOUS[0]

    @classmethod
    def at(cls, url: URL) -> "SqliteFile":
        """The file that the address names, `?synchronous=full` and all."""
        if sqlite3.sqlite_version_info < OLDEST:
            raise ValueError(f"this Python has SQLite {sqlite3.sqlite_version}; 3.33 is needed")
        synchronous = url.query.get("synchronous", SYNCHRONOUS[0])
        if synchronous not in SYNCHRONOUS:
            raise ValueError(f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous}")
        return cls(Path(url.database or ""), synchronous)

    def connect(self) -> sqlite3.Connection:
        """A connection for any thread, one at a time."""
        database = sqlite3.connect(self.path, check_same_thread=False)
        self.prepare(database)
        return database

    def prepare(self, database: sqlite3.Connection) -> None:
        """Set a new connection up. Transactions begin where we say so."""
        database.isolation_level = None
        database.text_factory = _readable
        cursor = database.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {self.synchronous}")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        cursor.close()


def sqlite_engine(file: SqliteFile) -> Engine:
    """The engine for everything but the hot path. It takes the write lock only to write."""
    engine = create_engine(URL.create("sqlite", database=str(file.path)))

    @event.listens_for(engine, "connect")
    def prepare(database: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        file.prepare(database)

    event.listen(engine, "begin", _begin)
    return engine


class SqliteLane:
    """The writer, who has the turn to write, and a thread for that; others for whoever reads.

    A commit that does not wait for the disk takes less time than handing it to a thread and taking
    turns with that thread at running Python; only one that does wait is given to the thread, and
    the settling of facts, which hardly runs any, and what is seldom written. For the same reason a
    single row is looked up at once.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._writer = SqliteWriter(file.connect())
        self._reader = file.connect()
        self._waits = file.synchronous != SYNCHRONOUS[0]
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="meadhall-store")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="meadhall-reader")
        self._engine = sqlite_engine(file)
        self._settling: asyncio.Future[None] | None = None

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """One transaction for all; returns the matches in conflict."""
        entries = merged(batch)
        async with self._turn:
            await self._settled()
            if self._waits:
                loop = asyncio.get_running_loop()
                lost = await loop.run_in_executor(self._thread, self._writer.append, entries)
            else:
                lost = self._writer.append(entries)
            if self._writer.waiting >= min(MANY, max(FEW, EACH * self._writer.matches)):
                self._settle()
        return lost

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The one row that a short query finds, if any."""
        row: Row | None = self._reader.execute(statement, values).fetchone()
        return row

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have something looked up."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _done, self._engine.connect, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have something written. Nothing is appended meanwhile: that would hold everybody up."""
        begin = self._engine.execution_options(writes=True).begin
        async with self._turn:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, _done, begin, work)

    async def close(self) -> None:
        """Finish what is under way, leave everything settled, and let go of the file."""
        async with self._turn:
            await self._settled()
            if self._writer.waiting:
                self._settle()
                await self._settled()
            self._thread.shutdown()
            self._readers.shutdown()
            self._engine.dispose()
            self._reader.close()
            self._writer.close()

    def _settle(self) -> None:
        """Begin to settle, at the side of whatever comes next but more writing."""
        loop = asyncio.get_running_loop()
        self._settling = loop.run_in_executor(self._thread, self._writer.settle)
        self._settling.add_done_callback(_complain)

    async def _settled(self) -> None:
        if self._settling is not None and not self._settling.done():
            await asyncio.wait((self._settling,))  # whoever is cancelled here does not cancel it


def _done(
    connect: Callable[[], AbstractContextManager[Connection]], work: Callable[[Connection], T]
) -> T:
    with connect() as database:
        return work(database)


def _complain(settling: asyncio.Future[None]) -> None:
    """Facts that could not settle are safe, and can be read where they are; but say so."""
    if error := settling.exception():
        message = "facts could not be settled"
        settling.get_loop().call_exception_handler({"message": message, "exception": error})


def _readable(text: bytes) -> str:
    """A text that is damaged must not keep others from being read; its checksum gives it away."""
    return text.decode(errors="replace")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql(BEGIN if writes else "BEGIN")

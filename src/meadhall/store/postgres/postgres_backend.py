"""The PostgreSQL backend: one statement per tick, for all matches at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from re import Match, sub
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped] # it ships no types
from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from meadhall.match.ports import Append
from meadhall.store.backend import Row, merge
from meadhall.store.postgres.append import append
from meadhall.store.postgres.lines import CONNECT_SECONDS, Lines
from meadhall.store.postgres.members import Members
from meadhall.store.postgres.news_lines import CHANNEL, News
from meadhall.store.postgres.outages import outages_as_unavailable

T = TypeVar("T")

SERVER_LOCK = 0x6D656165  # any number that no other program uses for its lock
# Shared, because many may serve. Releases before that took the same lock for themselves alone.
_CLAIM = "SELECT pg_try_advisory_lock_shared($1)"
NewsOf = Callable[[Iterable[Append]], Sequence[str]]


class PostgresBackend:
    """Connections of our own for the hot path, and SQLAlchemy's for everything else."""

    def __init__(self, url: URL) -> None:
        address = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(address, connect_args={"timeout": CONNECT_SECONDS})
        event.listen(self._engine.sync_engine, "checkout", _replace_dead_connection)
        # Without a transaction around it, a read takes one round trip and not three.
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        plain = url.set(drivername="postgresql")
        self.lines = Lines(plain.render_as_string(hide_password=False))
        self._claim: asyncpg.Connection | None = None
        """The connection that holds the lock of those who serve; the lock ends with it."""
        self.news_of: NewsOf = _no_news
        """What to tell other processes of entries that are stored."""
        self.members, self.news = Members(self.lines), News(self.lines)

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store the batch in one transaction; returns the matches in conflict."""
        entries = sorted(merge(batch), key=lambda entry: entry.match)
        with outages_as_unavailable():
            async with self.lines.line() as database:
                stored = await append(database, entries, CHANNEL, self.news_of(entries))
        return tuple(entry.match for entry in entries if entry.match not in stored)

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The row that a short query selects, if any."""
        query, names = _number_values(statement)
        with outages_as_unavailable():
            async with self.lines.line() as database:
                row: Row | None = await database.fetchrow(query, *(values[name] for name in names))
        return None if row is None else tuple(row)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads."""
        async with self._reader.connect() as database:
            return await database.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes. Others need not wait: PostgreSQL locks rows."""
        async with self._engine.begin() as database:
            return await database.run_sync(work)

    async def claim(self) -> bool:
        """Be one of those who serve the database; false while an older release serves it alone."""
        with outages_as_unavailable():
            if self._claim is not None and not self._claim.is_closed():
                return bool(await self._claim.fetchval("SELECT true"))
            claim = await self.lines.connect()
            if await claim.fetchval(_CLAIM, SERVER_LOCK):
                self._claim = claim
                return True
            await claim.close()
            return False

    async def close(self) -> None:
        """Give up the claim and close all connections."""
        if self._claim is not None and not self._claim.is_closed():
            await self._claim.close(timeout=CONNECT_SECONDS)
        await self.news.close()
        await self.members.close()
        await self.lines.close()
        await self._engine.dispose()


@lru_cache
def _number_values(statement: str) -> tuple[str, list[str]]:
    """The statement with `$1` for its first `:name`, and the names in that order."""
    names: list[str] = []

    def number(found: Match[str]) -> str:
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    return sub(r":(\w+)", number, statement), names


def _replace_dead_connection(_adapted: object, entry: ConnectionPoolEntry, _lent: object) -> None:
    """Have the pool replace a lost connection. SQLAlchemy's ping would take three round trips."""
    if entry.driver_connection is None or entry.driver_connection.is_closed():
        raise DisconnectionError


def _no_news(_: Iterable[Append]) -> Sequence[str]:
    return ()

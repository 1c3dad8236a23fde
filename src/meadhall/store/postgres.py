"""The PostgreSQL backend: a few statements per tick, each for all matches at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from meadhall.match.ports import Append
from meadhall.store.backend import Row, fact_rows, merge, seat_rows, summary_row

T = TypeVar("T")

CONNECT_SECONDS = 5
"""How long to wait for a server that does not answer."""
SERVER_LOCK = 0x6D656165  # any number that no other program uses for its lock
_CLAIM = "SELECT pg_try_advisory_lock(:lock)"

_INSERT_MATCH = (
    "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked, result,"
    " secrets_known, guided, due, id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING"
)
_LOCK = "SELECT id, version FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
_UPDATE_SUMMARY = (
    "UPDATE matches SET version = $1, game = $2, phase = $3, seats = $4, free = $5, created = $6,"
    " code = $7, listed = $8, locked = $9, result = $10, secrets_known = $11,"
    " guided = $12, due = $13 WHERE id = $14"
)
_UPDATE_VERSIONS = (
    "UPDATE matches SET version = new.version"
    " FROM unnest($1::text[], $2::int[]) AS new (id, version) WHERE matches.id = new.id"
)
_DELETE_SEATS = "DELETE FROM seats WHERE match = $1"
_INSERT_SEATS = (
    "INSERT INTO seats (match, seat, name, holder)"
    " SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[])"
)
_INSERT_FACTS = (
    "INSERT INTO facts (match, version, at, kind, body, crc) SELECT * FROM"
    " unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::bigint[])"
)


class PostgresBackend:
    """A connection pool, and statements that take whole columns as arrays."""

    def __init__(self, url: URL) -> None:
        address = url.set(drivername="postgresql+asyncpg")
        # The ping replaces a lost connection before a tick uses it.
        limits = {"timeout": CONNECT_SECONDS}
        self._engine = create_async_engine(address, pool_pre_ping=True, connect_args=limits)
        self._claim: AsyncConnection | None = None
        """The connection that holds the lock of the only server; the lock ends with it."""

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store the batch in one transaction; returns the matches in conflict."""
        # Two servers that lock rows in the same order cannot deadlock.
        entries = sorted(merge(batch), key=lambda entry: entry.match)
        async with self._engine.begin() as database:
            accepted = await _accept(database, entries)
            await _store(database, [entry for entry in entries if entry.match in accepted])
        return tuple(entry.match for entry in entries if entry.match not in accepted)

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The row that a short query selects, if any."""
        async with self._engine.connect() as database:
            return (await database.execute(text(statement), values)).one_or_none()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads."""
        async with self._engine.connect() as database:
            return await database.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes. Others need not wait: PostgreSQL locks rows."""
        async with self._engine.begin() as database:
            return await database.run_sync(work)

    async def claim(self) -> bool:
        """Become the only server of the database, by an advisory lock."""
        if self._claim is not None:
            try:
                await self._claim.exec_driver_sql("SELECT 1")
            except DBAPIError:
                await self._end_claim()
            else:
                return True
        # No transaction, which would stay open as long as the server runs.
        autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._claim = await autocommit.connect().start()
        if await self._claim.scalar(text(_CLAIM), {"lock": SERVER_LOCK}):
            return True
        await self._end_claim()
        return False

    async def _end_claim(self) -> None:
        if self._claim is not None:
            # Not back to the pool, where the connection would keep the lock.
            await self._claim.invalidate()
            await self._claim.close()
            self._claim = None

    async def close(self) -> None:
        """Give up the claim and close all connections."""
        await self._end_claim()
        await self._engine.dispose()


async def _accept(database: AsyncConnection, entries: list[Append]) -> set[str]:
    """Insert new matches and lock the others; returns those whose entry follows their version."""
    accepted = {entry.match for entry in entries if await _insert_match(database, entry)}
    expected = {entry.match: entry.version for entry in entries if entry.version > 0}
    if expected:
        rows = await database.exec_driver_sql(_LOCK, (list(expected),))
        accepted |= {row.id for row in rows if expected[row.id] == row.version}
    return accepted


async def _insert_match(database: AsyncConnection, entry: Append) -> bool:
    """Insert the match if the entry creates one; returns whether a row was inserted."""
    if entry.version > 0 or entry.summary is None:
        return False
    row = summary_row(entry.summary, len(entry.facts))
    return (await database.exec_driver_sql(_INSERT_MATCH, row)).rowcount == 1


async def _store(database: AsyncConnection, entries: list[Append]) -> None:
    versions = [(entry.match, entry.version + len(entry.facts)) for entry in entries]
    await _write(database, _UPDATE_VERSIONS, versions)
    await _write(database, _INSERT_FACTS, [row for entry in entries for row in fact_rows(entry)])
    for entry in entries:
        if entry.summary is not None:
            row = summary_row(entry.summary, entry.version + len(entry.facts))
            await database.exec_driver_sql(_UPDATE_SUMMARY, row)
            await database.exec_driver_sql(_DELETE_SEATS, (entry.match,))
            await _write(database, _INSERT_SEATS, seat_rows(entry.summary))


async def _write(
    database: AsyncConnection, statement: str, rows: Sequence[tuple[object, ...]]
) -> None:
    """Run the statement once, with one array per column of the rows."""
    if rows:
        columns = tuple(list(column) for column in zip(*rows, strict=True))
        await database.exec_driver_sql(statement, columns)

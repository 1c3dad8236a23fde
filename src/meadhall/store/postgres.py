"""PostgreSQL: a few statements per tick, each for all matches at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import URL, Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from meadhall.match.ports import Append
from meadhall.store.lane import Row, fact_rows, merged, seat_rows, summary_row

T = TypeVar("T")

_INSERT_MATCH = (
    "INSERT INTO matches (version, game, phase, seats, free, created, code, listed, locked, result,"
    " id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
)
_LOCK = "SELECT id, version FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
_UPDATE_SUMMARY = (
    "UPDATE matches SET version = $1, game = $2, phase = $3, seats = $4, free = $5, created = $6,"
    " code = $7, listed = $8, locked = $9, result = $10 WHERE id = $11"
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


class PostgresLane:
    """A pool of connections, and statements over whole columns.

    The pool finds out lost connections before they are used.
    """

    def __init__(self, url: URL) -> None:
        address = url.set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(address, pool_pre_ping=True)

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """One transaction for all; returns the matches in conflict."""
        entries = sorted(merged(batch), key=lambda entry: entry.match)  # so that nobody deadlocks
        async with self._engine.begin() as database:
            accepted = await _accepted(database, entries)
            await _store(database, [entry for entry in entries if entry.match in accepted])
        return tuple(entry.match for entry in entries if entry.match not in accepted)

    async def row(self, statement: str, values: Mapping[str, str]) -> Row | None:
        """The one row that a short query finds, if any."""
        async with self._engine.connect() as database:
            return (await database.execute(text(statement), values)).one_or_none()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have something looked up."""
        async with self._engine.connect() as database:
            return await database.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have something written; nobody has to wait, for the database locks rows, not itself."""
        async with self._engine.begin() as database:
            return await database.run_sync(work)

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()


async def _accepted(database: AsyncConnection, entries: list[Append]) -> set[str]:
    """The matches that are at the version which their entry follows; they are locked from here."""
    accepted = {entry.match for entry in entries if await _inserted(database, entry)}
    expected = {entry.match: entry.version for entry in entries if entry.version > 0}
    if expected:
        rows = await database.exec_driver_sql(_LOCK, (list(expected),))
        accepted |= {row.id for row in rows if expected[row.id] == row.version}
    return accepted


async def _inserted(database: AsyncConnection, entry: Append) -> bool:
    if entry.version > 0 or entry.summary is None:
        return False
    row = summary_row(entry.summary, len(entry.facts))
    return (await database.exec_driver_sql(_INSERT_MATCH, row)).rowcount == 1


async def _store(database: AsyncConnection, entries: list[Append]) -> None:
    moved = [(entry.match, entry.version + len(entry.facts)) for entry in entries]
    await _write(database, _UPDATE_VERSIONS, moved)
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

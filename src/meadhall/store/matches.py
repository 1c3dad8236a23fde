"""The matches in a database: appending is the hot path, reading goes through SQLAlchemy."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TypeAlias, cast

from sqlalchemy import (
    Connection,
    Executable,
    Row,
    Select,
    Table,
    bindparam,
    exists,
    false,
    func,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.exc import DatabaseError

from meadhall.match.facts import Fact
from meadhall.match.ports import Damage, DamagedMatch, Query, Summary
from meadhall.store.backend import NUL, Backend, decode_fact
from meadhall.store.schema import FACTS, INCOMING, MATCHES, SEATS

# Only `incoming` can hold such rows: `facts` has a foreign key.
_STRAYS = select(INCOMING.c.match, INCOMING.c.version).where(
    INCOMING.c.match.not_in(select(MATCHES.c.id))
)
_UNFINISHED = (
    "SELECT count(DISTINCT seats.match) FROM seats JOIN matches ON matches.id = seats.match"
    " WHERE seats.holder = :holder AND matches.phase <> 'over'"
)


DECODED_AT_ONCE = 200
"""How many facts are decoded before the event loop may go on: about two milliseconds."""
StoredFact: TypeAlias = tuple[int, str, int]
"""version, body, crc"""


class SqlMatches:
    """Implements `MatchStore` on SQLite and on PostgreSQL."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.append = backend.append
        """Stores a batch in one transaction; returns the matches in conflict."""

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """All facts of the match, in order; raises `DamagedMatch`."""
        if NUL in match:
            return ()
        facts = await self._read_facts(match)
        if isinstance(facts, Damage):
            raise DamagedMatch(facts)
        return facts

    async def find(self, query: Query) -> tuple[Summary, ...]:
        """The matches that the query selects, the newest first."""
        return await self._backend.read(lambda database: _find(database, query))

    async def count_unfinished(self, holder: str) -> int:
        """The number of matches not yet over in which the person holds a seat."""
        row = await self._backend.row(_UNFINISHED, {"holder": holder})
        return cast("tuple[int]", row)[0]

    async def due_before(self, instant: int) -> tuple[str, ...]:
        """The matches in play in which a clock may run out before that time, the first one first.

        Reads no facts.
        """
        columns = MATCHES.c
        wanted = select(columns.id).where(columns.due < instant, columns.phase == "playing")
        return tuple(row.id for row in await self._rows(wanted.order_by(columns.due)))

    async def note_due(self, dues: Mapping[str, int | None]) -> None:
        """Change the times at which a clock may run out."""
        change = update(MATCHES).where(MATCHES.c.id == bindparam("match"))
        rows = [{"match": match, "instant": due} for match, due in sorted(dues.items())]
        statement = change.values(due=bindparam("instant"))
        await self._backend.write(lambda database: database.execute(statement, rows))

    async def scan(self, query: Query) -> AsyncIterator[tuple[str, tuple[Fact, ...]] | Damage]:
        """Every match that the query selects with its facts, or the damage if it is unreadable.

        Incoming facts of no known match are reported first, for any query.
        """
        for stray in await self._rows(_STRAYS):
            yield Damage(stray.match, stray.version, "There is no such match.")
        for row in await self._rows(_select(query).limit(None)):
            facts = await self._read_facts(row.id)
            yield facts if isinstance(facts, Damage) else (row.id, facts)

    async def check_list(self) -> None:
        """Raise `StoreUnavailable` if the list of all matches cannot be read."""
        # Of a column that no index has, so that all pages of the table are read.
        await self._rows(select(func.sum(func.length(MATCHES.c.result))))

    async def _rows(self, wanted: Executable) -> Sequence[Row[tuple[object, ...]]]:
        return await self._backend.read(lambda database: database.execute(wanted).all())

    async def _read_facts(self, match: str) -> tuple[Fact, ...] | Damage:
        """The facts of both tables, or the first thing wrong with them."""
        found = await self._backend.read(lambda database: _rows_or_damage(database, match))
        if isinstance(found, Damage):
            return found
        least, rows = found
        facts: list[Fact] = []
        for expected, row in enumerate(rows, 1):
            # In slices: a thread would hold the interpreter lock against the event loop.
            if expected % DECODED_AT_ONCE == 0:
                await asyncio.sleep(0)
            fact = decode_fact(match, expected, *row)
            if isinstance(fact, Damage):
                return fact
            facts.append(fact)
        # There may be more: an append without a summary leaves `matches.version` to the flush.
        if len(facts) < least:
            return Damage(match, len(facts) + 1, "The fact is missing.")
        return tuple(facts)


def _find(database: Connection, query: Query) -> tuple[Summary, ...]:
    rows = database.execute(_select(query)).all()
    wanted = select(SEATS).where(SEATS.c.match.in_([row.id for row in rows]))
    seated = {(seat.match, seat.seat): seat for seat in database.execute(wanted)}
    return tuple(
        _summary(row, [seated.get((row.id, seat)) for seat in range(row.seats)]) for row in rows
    )


def _rows_or_damage(database: Connection, match: str) -> tuple[int, Sequence[StoredFact]] | Damage:
    """The rows, or the damage where SQLite cannot read the pages that they are on."""
    try:
        return _fact_rows(database, match)
    except DatabaseError as error:
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_OK)
        # The lowest byte is the kind of error, the others say more about it.
        if code & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        return Damage(match, 0, "Its part of the file cannot be read.")


def _fact_rows(database: Connection, match: str) -> tuple[int, Sequence[StoredFact]]:
    """How many facts there are at least, and their rows in both tables."""
    # Read first: what is stored between the two queries only makes the list longer.
    least = database.scalar(select(MATCHES.c.version).where(MATCHES.c.id == match))
    wanted = union_all(*(_rows(table, match) for table in (FACTS, INCOMING))).order_by("version")
    return least or 0, cast("Sequence[StoredFact]", database.execute(wanted).all())


def _rows(table: Table, match: str) -> Select[tuple[int, str, int]]:
    columns = table.c
    return select(columns.version, columns.body, columns.crc).where(columns.match == match)


def _select(query: Query) -> Select[tuple[object, ...]]:
    """The SQL statement for the query."""
    columns = MATCHES.c
    wanted = select(MATCHES).order_by(columns.created.desc(), columns.id.desc()).limit(query.limit)
    for column, value in ((columns.game, query.game), (columns.code, query.code)):
        wanted = wanted.where(column == value) if value else wanted
    if query.phases:
        wanted = wanted.where(columns.phase.in_(query.phases))
    for flag, given in ((columns.listed, query.listed), (columns.rated, query.rated)):
        wanted = wanted.where(flag == given) if given is not None else wanted
    if not query.guides:
        wanted = wanted.where(columns.guided == false())
    if query.free_seat:
        wanted = wanted.where(columns.free > 0)
    if query.holder:
        held = exists().where(SEATS.c.match == columns.id, SEATS.c.holder == query.holder)
        wanted = wanted.where(held)
    # Compared as a pair, like the order: several matches may be of one millisecond.
    if query.before is not None:
        wanted = wanted.where(tuple_(columns.created, columns.id) < tuple_(*query.before))
    return wanted


def _summary(row: Row[tuple[object, ...]], seated: list[Row[tuple[object, ...]] | None]) -> Summary:
    return Summary(
        id=row.id,
        game=row.game,
        phase=row.phase,
        seats=row.seats,
        players=tuple(seat.name if seat else "" for seat in seated),
        holders=tuple(seat.holder if seat else "" for seat in seated),
        created=row.created,
        code=row.code,
        listed=row.listed,
        locked=row.locked,
        result=row.result,
        secrets_known=row.secrets_known,
        guided=row.guided,
        rated=row.rated,
        due=row.due,
    )

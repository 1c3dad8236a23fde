"""The matches in a database: the hot path appends, SQLAlchemy reads."""

from collections.abc import AsyncIterator, Sequence
from typing import cast

from sqlalchemy import (
    Connection,
    Executable,
    Row,
    Select,
    Table,
    exists,
    select,
    tuple_,
    union_all,
)

from meadhall.core.codec import decode
from meadhall.core.refusal import Refused
from meadhall.match.facts import Fact
from meadhall.match.ports import Append, Damage, DamagedMatch, Query, Summary
from meadhall.store.lane import Lane, checksum
from meadhall.store.schema import FACTS, FRESH, MATCHES, SEATS

_STRAYS = select(FRESH.c.match, FRESH.c.version).where(FRESH.c.match.not_in(select(MATCHES.c.id)))
_UNFINISHED = (
    "SELECT count(DISTINCT seats.match) FROM seats JOIN matches ON matches.id = seats.match"
    " WHERE seats.holder = :holder AND matches.phase <> 'over'"
)


class SqlMatches:
    """Keeps the promises of `MatchStore` on SQLite and on PostgreSQL."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    async def append(self, batch: Sequence[Append]) -> tuple[str, ...]:
        """Store everything in one transaction; returns the matches in conflict."""
        return await self._lane.append(batch)

    async def facts(self, match: str) -> tuple[Fact, ...]:
        """All facts of the match, in order; raises `DamagedMatch`."""
        facts = await self._facts(match)
        if isinstance(facts, Damage):
            raise DamagedMatch(facts)
        return facts

    async def find(self, query: Query) -> tuple[Summary, ...]:
        """The matches that the query describes, the youngest first."""
        return await self._lane.read(lambda database: _found(database, query))

    async def unfinished(self, holder: str) -> int:
        """In how many matches that are not over the person holds a seat."""
        row = await self._lane.row(_UNFINISHED, {"holder": holder})
        return cast("tuple[int]", row)[0]

    async def scan(self, query: Query) -> AsyncIterator[tuple[str, tuple[Fact, ...]] | Damage]:
        """All such matches with their facts, and in place of each unreadable one its damage.

        A fact of which nobody knows the match is reported whatever the query is.
        """
        for stray in await self._rows(_STRAYS):
            yield Damage(stray.match, stray.version, "There is no such match.")
        for row in await self._rows(_selected(query).limit(None)):
            facts = await self._facts(row.id)
            yield facts if isinstance(facts, Damage) else (row.id, facts)

    async def _rows(self, wanted: Executable) -> Sequence[Row[tuple[object, ...]]]:
        return await self._lane.read(lambda database: database.execute(wanted).all())

    async def _facts(self, match: str) -> tuple[Fact, ...] | Damage:
        return await self._lane.read(lambda database: _facts(database, match))


def _found(database: Connection, query: Query) -> tuple[Summary, ...]:
    rows = database.execute(_selected(query)).all()
    wanted = select(SEATS).where(SEATS.c.match.in_([row.id for row in rows]))
    seated = {(seat.match, seat.seat): seat for seat in database.execute(wanted)}
    return tuple(
        _summary(row, [seated.get((row.id, seat)) for seat in range(row.seats)]) for row in rows
    )


def _facts(database: Connection, match: str) -> tuple[Fact, ...] | Damage:
    count = database.scalar(select(MATCHES.c.version).where(MATCHES.c.id == match))
    wanted = union_all(*(_rows(table, match) for table in (FACTS, FRESH))).order_by("version")
    facts: list[Fact] = []
    for expected, row in enumerate(database.execute(wanted), 1):
        fact = _fact(match, expected, row)
        if isinstance(fact, Damage):
            return fact
        facts.append(fact)
    if len(facts) < (count or 0):
        return Damage(match, len(facts) + 1, "The fact is missing.")
    return tuple(facts)


def _rows(table: Table, match: str) -> Select[tuple[int, str, int]]:
    columns = table.c
    return select(columns.version, columns.body, columns.crc).where(columns.match == match)


def _fact(match: str, expected: int, row: Row[tuple[object, ...]]) -> Fact | Damage:
    if row.version == expected - 1:
        return Damage(match, row.version, "The fact is there twice.")
    if row.version != expected:
        return Damage(match, expected, "The fact is missing.")
    if checksum(match, expected, row.body) != row.crc:
        return Damage(match, expected, "The fact is not as it was written.")
    try:
        return decode(Fact, row.body)
    except Refused as error:
        return Damage(match, expected, error.refusal.sentence)


def _selected(query: Query) -> Select[tuple[object, ...]]:
    """The query as SQL."""
    columns = MATCHES.c
    wanted = select(MATCHES).order_by(columns.created.desc(), columns.id.desc()).limit(query.limit)
    for column, value in ((columns.game, query.game), (columns.code, query.code)):
        wanted = wanted.where(column == value) if value else wanted
    if query.phases:
        wanted = wanted.where(columns.phase.in_(query.phases))
    if query.listed is not None:
        wanted = wanted.where(columns.listed == query.listed)
    if query.free_seat:
        wanted = wanted.where(columns.free > 0)
    if query.holder:
        held = exists().where(SEATS.c.match == columns.id, SEATS.c.holder == query.holder)
        wanted = wanted.where(held)
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
    )

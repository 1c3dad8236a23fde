"""Ratings in a database: what the server and the command line ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import Connection, Row, Select, and_, delete, insert, select, text, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from meadhall.match.clock import DAY
from meadhall.ratings.rate import Pool, RatedResult
from meadhall.ratings.scale import Rating
from meadhall.store.backend import Backend
from meadhall.store.ratings.counting import Anchors, Counting, count, lock
from meadhall.store.ratings.rating_tables import HISTORY, RESULTS, SITTINGS, STANDINGS, SUSPICIONS
from meadhall.store.schema import MATCHES, SEATS, UNCOUNTED

SITTINGS_KEPT = 60 * DAY
"""How long the address of a guest at a rated table is remembered if the match does not end."""
Place: TypeAlias = tuple[int, str]
"""Where a list of standings continues: the place and the player of its last line."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the standings of a pool."""

    pool: Pool
    player: str
    name: str
    rating: Rating
    place: int


@dataclass(frozen=True, slots=True)
class RatingAfter:
    """A rating after one match."""

    ended: int
    match: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class SeatRating:
    """The rating of the person on a seat; `None` before their first rated match."""

    match: str
    seat: int
    holder: str
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A rated match whose guests came from one address."""

    match: str
    at: int
    game: str
    names: str


class SqlRatings:
    """Counts results, and answers from what follows from them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def find_uncounted(self, limit: int) -> tuple[str, ...]:
        """Finished rated matches that have not counted yet."""
        wanted = select(MATCHES.c.id).where(text(UNCOUNTED)).order_by(MATCHES.c.id).limit(limit)
        return await self._backend.read(lambda database: tuple(database.scalars(wanted)))

    async def count(self, counting: Counting, anchors: Anchors) -> int:
        """Count results, each once, whoever else counts them; returns how many were new."""

        def work(database: Connection) -> int:
            new = count(database, counting, anchors)
            for result in counting.results:
                _suspect(database, result, counting.names)
            done = SITTINGS.c.match.in_(counting.matches)
            database.execute(delete(SITTINGS).where(done))
            return new

        return await self._backend.write(work)

    async def rebuild(self, counting: Counting, anchors: Anchors) -> None:
        """Make everything anew from these results, which are all there are."""

        def work(database: Connection) -> None:
            lock(database)
            for table in (RESULTS, HISTORY, STANDINGS):
                database.execute(delete(table))
            count(database, counting, anchors)

        await self._backend.write(work)

    async def standings(
        self, pool: Pool, week: int, after: Place | None, limit: int
    ) -> tuple[Standing, ...]:
        """The standings of a week (0: of all time), the best first, after that line."""
        columns = STANDINGS.c
        wanted = select(STANDINGS).where(
            columns.game == pool.game, columns.size == pool.size, columns.week == week
        )
        if after is not None:
            wanted = wanted.where(tuple_(columns.place, columns.player) < tuple_(*after))
        best = wanted.order_by(columns.place.desc(), columns.player.desc()).limit(limit)
        return await self._read_standings(best)

    async def of_player(self, player: str) -> tuple[Standing, ...]:
        """All ratings of a player."""
        columns = STANDINGS.c
        wanted = select(STANDINGS).where(columns.player == player, columns.week == 0)
        return await self._read_standings(wanted.order_by(columns.game, columns.size))

    async def history(
        self, pool: Pool, player: str, before: tuple[int, str] | None, limit: int
    ) -> tuple[RatingAfter, ...]:
        """The player's rating after each match, the newest first."""
        columns = HISTORY.c
        wanted = select(HISTORY).where(
            columns.game == pool.game, columns.size == pool.size, columns.player == player
        )
        if before is not None:
            wanted = wanted.where(tuple_(columns.ended, columns.match) < tuple_(*before))
        newest = wanted.order_by(columns.ended.desc(), columns.match.desc()).limit(limit)
        rows = await self._rows(newest)
        return tuple(RatingAfter(row.ended, row.match, _rating(row)) for row in rows)

    async def at_tables(self, matches: Sequence[str]) -> tuple[SeatRating, ...]:
        """The ratings of the people who sit at these tables."""
        standings = STANDINGS.c
        size = text("CASE WHEN matches.seats = 2 THEN 'two' ELSE 'more' END")
        pool = and_(
            standings.player == SEATS.c.holder, standings.week == 0,
            standings.game == MATCHES.c.game, standings.size == size,
        )  # fmt: skip
        wanted = (
            select(SEATS.c.match, SEATS.c.seat, SEATS.c.holder, standings.mu, standings.sigma,
                   standings.matches)
            .join(MATCHES, MATCHES.c.id == SEATS.c.match)
            .join(STANDINGS, pool, isouter=True)
            .where(SEATS.c.match.in_(matches), SEATS.c.holder != "")
            .order_by(SEATS.c.match, SEATS.c.seat)
        )  # fmt: skip
        return tuple(
            SeatRating(row.match, row.seat, row.holder, None if row.mu is None else _rating(row))
            for row in await self._rows(wanted)
        )

    async def note_sitting(self, match: str, holder: str, address: str, now: int) -> None:
        """Remember from where a guest took a seat at a rated table. Twice does no harm."""
        row = {"match": match, "holder": holder, "address": address, "at": now}

        def write(database: Connection) -> None:
            dialect = postgresql if database.dialect.name == "postgresql" else sqlite
            database.execute(dialect.insert(SITTINGS).values(**row).on_conflict_do_nothing())

        await self._backend.write(write)

    async def suspicions(self, before: tuple[int, str] | None, limit: int) -> tuple[Suspicion, ...]:
        """Rated matches of guests of one address, the newest first."""
        columns = SUSPICIONS.c
        wanted = select(SUSPICIONS).order_by(columns.at.desc(), columns.match.desc()).limit(limit)
        if before is not None:
            wanted = wanted.where(tuple_(columns.at, columns.match) < tuple_(*before))
        rows = await self._rows(wanted)
        return tuple(Suspicion(row.match, row.at, row.game, row.names) for row in rows)

    async def forget_old(self, now: int) -> None:
        """Forget addresses of matches that never ended."""
        old = delete(SITTINGS).where(SITTINGS.c.at < now - SITTINGS_KEPT)
        await self._backend.write(lambda database: database.execute(old))

    async def _read_standings(self, wanted: Select[tuple[object, ...]]) -> tuple[Standing, ...]:
        return tuple(
            Standing(Pool(row.game, row.size), row.player, row.name, _rating(row), row.place)
            for row in await self._rows(wanted)
        )

    async def _rows(self, wanted: Select[tuple[object, ...]]) -> Sequence[Row[tuple[object, ...]]]:
        return await self._backend.read(lambda database: database.execute(wanted).all())


def forget_player(database: Connection, player: str) -> None:
    """Take a person out of standings, and forget from where the person played.

    The numbers stay without a name, because the ratings of others follow from them.
    """
    for table, column in ((STANDINGS, STANDINGS.c.player), (SITTINGS, SITTINGS.c.holder)):
        database.execute(delete(table).where(column == player))


def _suspect(database: Connection, result: RatedResult, names: Mapping[str, str]) -> None:
    """Note a match in which two guests took their seats from one address."""
    wanted = select(SITTINGS).where(SITTINGS.c.match == result.match)
    rows = database.execute(wanted.order_by(SITTINGS.c.holder)).all()
    addresses = [row.address for row in rows]
    same = [row.holder for row in rows if addresses.count(row.address) > 1]
    if same and database.scalar(select(1).where(SUSPICIONS.c.match == result.match)) is None:
        who = " and ".join(names.get(holder, "?") for holder in same)
        values = {"match": result.match, "at": result.ended, "game": result.pool.game}
        database.execute(insert(SUSPICIONS).values(names=who, **values))


def _rating(row: Row[tuple[object, ...]]) -> Rating:
    return Rating(row.mu, row.sigma, row.matches)

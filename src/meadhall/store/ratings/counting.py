"""Takes rated results in, and works out ratings from them, each result once and in its order.

Results count in the order in which their matches ended. One that comes late, because another
process was slow say, takes its place in that order: what follows it is worked out again. So the
ratings depend on the results alone, and not on when anybody counted them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    delete,
    insert,
    select,
    text,
    tuple_,
    update,
)

from meadhall.core.codec import decode, encode
from meadhall.match.clock import DAY
from meadhall.ratings.rate import BOT, Pool, RatedResult, rate
from meadhall.ratings.scale import NEW, Rating
from meadhall.store.ratings.rating_tables import HISTORY, RESULTS, STANDINGS
from meadhall.store.schema import MATCHES

Anchors: TypeAlias = Callable[[Pool], Mapping[str, int]]
"""The players of a pool whose ratings are given."""
Key: TypeAlias = tuple[int, str]
"""When a match ended, and its id: the order in which results count."""
START: Key = (0, "")
WEEK = 7 * DAY
FIRST_MONDAY = 4 * DAY
"""The first Monday after the beginning of 1970, in UTC."""
PROVISIONAL = 1_000_000
"""By how much a provisional rating stands behind all others."""
AT_ONCE = 500
_LOCK = 0x72617465
_COUNTED = update(MATCHES).values(counted=True)


def week_of(instant: int) -> int:
    """The number of the week, from Monday to Sunday in UTC; 1 is the first of 1970."""
    return 1 + (instant - FIRST_MONDAY) // WEEK


@dataclass(frozen=True, slots=True)
class Counting:
    """Results to count, the names of their players, and the finished matches they are from.

    Of a match without a result, nothing more is to come.
    """

    matches: Sequence[str]
    results: Sequence[RatedResult]
    names: Mapping[str, str]


def count(database: Connection, counting: Counting, anchors: Anchors) -> int:
    """Count the results that have not counted before; returns how many were new."""
    lock(database)
    given, matches = {result.match: result for result in counting.results}, counting.matches
    known = select(RESULTS.c.match).where(RESULTS.c.match.in_(given))
    new = {**given}
    for row in database.execute(known):
        del new[row.match]
    if matches:
        database.execute(_COUNTED.where(MATCHES.c.id.in_(matches)))
    if new:
        database.execute(insert(RESULTS), [_row(result) for result in new.values()])
    firsts: dict[Pool, Key] = {}
    for result in new.values():
        key = (result.ended, result.match)
        firsts[result.pool] = min(key, firsts.get(result.pool, key))
    for pool, first in firsts.items():
        work = _Work(database, pool, first, counting.names)
        work.work_out(anchors(pool))
    return len(new)


def lock(database: Connection) -> None:
    """Let one process count at a time. A SQLite file has one writer in any case."""
    if database.dialect.name == "postgresql":
        database.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


@dataclass(slots=True)
class _Work:
    """The ratings of a pool while results are gone through."""

    database: Connection
    pool: Pool
    first: Key
    names: Mapping[str, str]
    ratings: dict[str, Rating] = field(default_factory=dict)
    rows: list[dict[str, object]] = field(default_factory=list)
    weeks: set[tuple[str, int]] = field(default_factory=set)
    """The players and weeks whose standings change."""

    def work_out(self, anchors: Mapping[str, int]) -> None:
        """Work out what follows from the results of the pool from `first` on."""
        columns, database = RESULTS.c, self.database
        wanted = select(columns.body).where(_of(RESULTS, self.pool), _fits(RESULTS, self.first))
        for body in database.scalars(wanted.order_by(columns.ended, columns.match)).all():
            self._add(decode(RatedResult, body), anchors)
        self._forget_later({player for player, _ in self.weeks})
        for start in range(0, len(self.rows), AT_ONCE):
            database.execute(insert(HISTORY), self.rows[start : start + AT_ONCE])
        for player, week in sorted(self.weeks):
            if not player.startswith(BOT):
                self._place(player, week)

    def _add(self, result: RatedResult, anchors: Mapping[str, int]) -> None:
        for player in result.players:
            if player not in self.ratings and player not in anchors:
                self.ratings[player] = self._before(player)
        after = rate(result, self.ratings, anchors)
        self.ratings |= after
        for player, rating in after.items():
            self.rows.append(_history_row(result, player, rating))
            self.weeks |= {(player, 0), (player, week_of(result.ended))}

    def _forget_later(self, players: Iterable[str]) -> None:
        """Forget what had been worked out from `first` on; it is worked out again."""
        for player in players:
            whose = and_(_of(HISTORY, self.pool), HISTORY.c.player == player)
            self.database.execute(delete(HISTORY).where(whose, _fits(HISTORY, self.first)))

    def _place(self, player: str, week: int) -> None:
        """Write the player's line in the standings of a week; week 0 is all time."""
        columns, standings = HISTORY.c, STANDINGS.c
        whose = and_(_of(HISTORY, self.pool), columns.player == player)
        if week:
            since = FIRST_MONDAY + (week - 1) * WEEK
            whose = and_(whose, columns.ended >= since, columns.ended < since + WEEK)
        newest = (columns.ended.desc(), columns.match.desc())
        last = self.database.execute(select(HISTORY).where(whose).order_by(*newest).limit(1)).one()
        matches = last.matches
        if week:
            oldest = select(columns.matches).where(whose).order_by(columns.ended, columns.match)
            matches += 1 - (self.database.scalar(oldest.limit(1)) or 0)
        line = and_(_of(STANDINGS, self.pool), standings.week == week, standings.player == player)
        name = self.names.get(player) or self.database.scalar(select(standings.name).where(line))
        self.database.execute(delete(STANDINGS).where(line))
        if name:
            row = _standing_row(self.pool, week, Rating(last.mu, last.sigma, matches))
            self.database.execute(insert(STANDINGS).values(player=player, name=name, **row))

    def _before(self, player: str) -> Rating:
        if self.first == START:
            return NEW
        columns = HISTORY.c
        wanted = select(columns.mu, columns.sigma, columns.matches).where(
            _of(HISTORY, self.pool),
            columns.player == player,
            tuple_(columns.ended, columns.match) < tuple_(*self.first),
        )
        last = wanted.order_by(columns.ended.desc(), columns.match.desc()).limit(1)
        row = self.database.execute(last).first()
        return Rating(*row) if row else NEW


def _fits(table: Table, first: Key) -> ColumnElement[bool]:
    """Whether a row of the table counts from `first` on."""
    return tuple_(table.c.ended, table.c.match) >= tuple_(*first)


def _of(table: Table, pool: Pool) -> ColumnElement[bool]:
    columns = table.c
    return and_(columns.game == pool.game, columns.size == pool.size)


def _row(result: RatedResult) -> dict[str, object]:
    return {
        "match": result.match,
        "game": result.pool.game,
        "size": result.pool.size,
        "ended": result.ended,
        "body": encode(result).decode(),
    }


def _history_row(result: RatedResult, player: str, rating: Rating) -> dict[str, object]:
    return {
        "game": result.pool.game,
        "size": result.pool.size,
        "player": player,
        "ended": result.ended,
        "match": result.match,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": rating.matches,
    }


def _standing_row(pool: Pool, week: int, rating: Rating) -> dict[str, object]:
    return {
        "game": pool.game,
        "size": pool.size,
        "week": week,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": rating.matches,
        "place": rating.points - PROVISIONAL * rating.provisional,
    }

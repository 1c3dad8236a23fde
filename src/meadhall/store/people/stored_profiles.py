"""Profiles and histories: what is known about what a person played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    true,
    tuple_,
)

from meadhall.store.backend import Backend
from meadhall.store.people.people_tables import OPPONENTS, PLAYED, PROFILES
from meadhall.store.people.played_matches import Outcome
from meadhall.store.schema import ACCOUNTS, MATCHES, SEATS

MOST_IN_STREAK = 200

Rows: TypeAlias = Sequence[Row[tuple[object, ...]]]
Players: TypeAlias = Mapping[tuple[str, int], tuple[str, str | None]]
"""By match and seat: the player's name there, and the id of the account."""
Streak: TypeAlias = Literal["", "won", "lost", "drawn"]
Wanted: TypeAlias = Select[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class ShownProfile:
    """What a person says and shows."""

    about: str = ""
    results: bool = True
    matches: bool = True
    here: bool = True


@dataclass(frozen=True, slots=True)
class SeatTally:
    """How often the outcomes came on one seat of tables of one size."""

    game: str
    seats: int
    seat: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class RivalTally:
    """How often the outcomes came with one opponent: `key` is a person's id, or a bot's."""

    key: str
    name: str
    account: bool
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Which matches of a person, the newest first. What is empty or `None` does not filter."""

    person: str = ""
    public: bool = False
    game: str = ""
    opponent: str = ""
    outcome: str = ""
    code: str = ""
    shortest: int | None = None
    longest: int | None = None
    since: int | None = None
    until: int | None = None
    before: tuple[int, str] | None = None
    limit: int = 30


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A match in a history."""

    match: str
    code: str
    game: str
    ended: int
    seat: int
    outcome: Outcome
    plies: int
    players: tuple[str, ...]
    accounts: tuple[int, ...]
    """The seats of people who have an account."""


class SqlProfiles:
    """Reads and changes what is shown of people."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def profile(self, person: str) -> ShownProfile:
        """What the person says and shows."""
        wanted = select(PROFILES).where(PROFILES.c.person == person)
        row = await self._backend.read(lambda database: database.execute(wanted).first())
        return (
            ShownProfile(row.about, row.results, row.matches, row.here) if row else ShownProfile()
        )

    async def show(self, person: str, profile: ShownProfile) -> None:
        """Change what the person says and shows."""
        values = {
            "about": profile.about, "results": profile.results, "matches": profile.matches,
            "here": profile.here,
        }  # fmt: skip

        def write(database: Connection) -> None:
            database.execute(delete(PROFILES).where(PROFILES.c.person == person))
            database.execute(insert(PROFILES).values(person=person, **values))

        await self._backend.write(write)

    async def tallies(self, person: str, *, public: bool) -> tuple[SeatTally, ...]:
        """How often each outcome came by game, number of seats and seat."""
        place = (PLAYED.c.game, PLAYED.c.seats, PLAYED.c.seat)
        wanted = _counts(PLAYED, *place).where(_of(PLAYED, person, public=public)).group_by(*place)
        rows = await self._rows(wanted.order_by(*place))
        return tuple(
            SeatTally(row.game, row.seats, row.seat, row.won, row.lost, row.drawn) for row in rows
        )

    async def rivals(self, person: str, most: int, *, public: bool) -> tuple[RivalTally, ...]:
        """The opponents that the person met most often, with outcomes."""
        key, own = OPPONENTS.c.opponent, _of(OPPONENTS, person, public=public)
        # First who they are, in the order of the key, and only then what came of it.
        often = select(key).where(own).group_by(key).order_by(func.count().desc(), key)
        latest = func.max(OPPONENTS.c.match).label("match")
        counts = _counts(OPPONENTS, key, latest).where(own, key.in_(often.limit(most)))
        top = counts.group_by(key).subquery()
        # Who has no account is called as at one of the tables.
        seated = (SEATS.c.match == top.c.match) & (SEATS.c.holder == top.c.opponent)
        name = func.coalesce(func.max(ACCOUNTS.c.name), func.max(SEATS.c.name)).label("name")
        named = select(*top.c, name, func.max(ACCOUNTS.c.name).label("account"))
        named = named.join_from(top, ACCOUNTS, ACCOUNTS.c.id == top.c.opponent, isouter=True)
        named = named.join(SEATS, seated, isouter=True).group_by(*top.c)
        rows = await self._rows(named.order_by((top.c.won + top.c.lost + top.c.drawn).desc()))
        return tuple(
            RivalTally(
                row.opponent, row.name or "", row.account is not None, row.won, row.lost, row.drawn
            )
            for row in rows
        )

    async def streak(self, person: str, *, public: bool) -> tuple[Streak, int]:
        """The outcome of the last match that had one, and how often it came in a row."""
        wanted = select(PLAYED.c.outcome).where(_of(PLAYED, person, public=public))
        wanted = wanted.where(PLAYED.c.outcome != "open")
        wanted = wanted.order_by(PLAYED.c.ended.desc(), PLAYED.c.match.desc())
        outcomes: list[Streak] = [
            row.outcome for row in await self._rows(wanted.limit(MOST_IN_STREAK))
        ]
        if not outcomes:
            return "", 0
        others = (at for at, outcome in enumerate(outcomes) if outcome != outcomes[0])
        return outcomes[0], next(others, len(outcomes))

    async def history(self, query: HistoryQuery) -> tuple[HistoryEntry, ...]:
        """A part of the person's history."""
        return await self._backend.read(lambda database: _history(database, query))

    async def _rows(self, wanted: Wanted) -> Rows:
        return await self._backend.read(lambda database: database.execute(wanted).all())


def _counts(table: Table, *columns: ColumnElement[str] | ColumnElement[int]) -> Wanted:
    count = (
        func.sum(case((table.c.outcome == outcome, 1), else_=0)).label(outcome)
        for outcome in ("won", "lost", "drawn")
    )
    return select(columns[0]).add_columns(*columns[1:], *count)


def _of(table: Table, person: str, *, public: bool) -> ColumnElement[bool]:
    own = table.c.person == person
    return own & (table.c.public == true()) if public else own


def _history(database: Connection, query: HistoryQuery) -> tuple[HistoryEntry, ...]:
    rows = database.execute(_select(query)).all()
    # Who came as a guest is called by the name that leads to the person now.
    name = func.coalesce(ACCOUNTS.c.name, SEATS.c.name)
    wanted = select(SEATS.c.match, SEATS.c.seat, name, ACCOUNTS.c.id)
    wanted = wanted.join(ACCOUNTS, ACCOUNTS.c.id == SEATS.c.holder, isouter=True)
    seated = database.execute(wanted.where(SEATS.c.match.in_([row.match for row in rows])))
    players = {(match, seat): (name, account) for match, seat, name, account in seated}
    return tuple(_entry(row, players) for row in rows)


def _entry(row: Row[tuple[object, ...]], players: Players) -> HistoryEntry:
    seated = [players.get((row.match, seat), ("", None)) for seat in range(row.seats)]
    return HistoryEntry(
        row.match, row.code, row.game, row.ended, row.seat, row.outcome, row.plies,
        tuple(name for name, _ in seated),
        tuple(seat for seat, (_, account) in enumerate(seated) if account is not None),
    )  # fmt: skip


def _select(query: HistoryQuery) -> Wanted:
    columns = PLAYED.c
    wanted = select(*columns, MATCHES.c.code).join(MATCHES, MATCHES.c.id == columns.match)
    wanted = wanted.where(_of(PLAYED, query.person, public=query.public))
    if query.opponent:
        same = (OPPONENTS.c.person == columns.person) & (OPPONENTS.c.match == columns.match)
        met = (OPPONENTS.c.opponent == query.opponent) & (OPPONENTS.c.ended == columns.ended)
        wanted = wanted.join(OPPONENTS, same & met)
    equal = (
        (columns.game, query.game), (columns.outcome, query.outcome), (MATCHES.c.code, query.code),
    )  # fmt: skip
    for column, text in equal:
        wanted = wanted.where(column == text) if text else wanted
    bounds = (
        (columns.plies, query.shortest, query.longest), (columns.ended, query.since, query.until),
    )  # fmt: skip
    for number, least, most in bounds:
        wanted = wanted.where(number >= literal(least, BigInteger)) if least is not None else wanted
        wanted = wanted.where(number <= literal(most, BigInteger)) if most is not None else wanted
    if query.before is not None:
        key = tuple_(columns.ended, columns.match)
        wanted = wanted.where(key < tuple_(*query.before))
    return wanted.order_by(columns.ended.desc(), columns.match.desc()).limit(query.limit)

"""Whom people follow and block, and who is here."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
)

from meadhall.store.backend import Backend
from meadhall.store.people.friends.friend_tables import BLOCKS, FOLLOWS, HERE
from meadhall.store.people.people_tables import PROFILES
from meadhall.store.schema import ACCOUNTS

PlaceInNames: TypeAlias = tuple[str, str]
"""The folded name and the id of an account: lists of people continue after it."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person in somebody's list."""

    person: str
    name: str
    key: str
    """The folded name, by which lists are sorted."""
    shows_here: bool
    """Whether others may see that the person is here."""


class SqlBonds:
    """Follows and blocks. Both go from one account to another; nobody has one to themselves."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def follow(self, person: str, other: str, now: int, most: int) -> bool:
        """Follow somebody; returns `False` for a person who follows `most` already."""
        return await self._add(FOLLOWS, {"person": person, "followed": other, "at": now}, most)

    async def unfollow(self, person: str, other: str) -> None:
        """Follow somebody no longer."""
        gone = _follow_of(person, other)
        await self._backend.write(lambda database: database.execute(delete(FOLLOWS).where(gone)))

    async def block(self, person: str, other: str, now: int, most: int) -> bool:
        """Block somebody, and follow each other no longer; `False` for too many blocks."""
        if not await self._add(BLOCKS, {"person": person, "blocked": other, "at": now}, most):
            return False
        gone = or_(_follow_of(person, other), _follow_of(other, person))
        await self._backend.write(lambda database: database.execute(delete(FOLLOWS).where(gone)))
        return True

    async def unblock(self, person: str, other: str) -> None:
        """Block somebody no longer."""
        gone = (BLOCKS.c.person == person) & (BLOCKS.c.blocked == other)
        await self._backend.write(lambda database: database.execute(delete(BLOCKS).where(gone)))

    async def follows(self, person: str, other: str) -> bool:
        """Whether the person follows the other one."""
        wanted = select(FOLLOWS.c.at).where(_follow_of(person, other))
        found = await self._backend.read(lambda database: database.scalar(wanted))
        return found is not None

    async def blocks(self, person: str, other: str) -> bool:
        """Whether the person blocks the other one."""
        blocked = (BLOCKS.c.person == person) & (BLOCKS.c.blocked == other)
        wanted = select(BLOCKS.c.at).where(blocked)
        found = await self._backend.read(lambda database: database.scalar(wanted))
        return found is not None

    async def list_followed(
        self, person: str, after: PlaceInNames | None, limit: int
    ) -> tuple[Acquaintance, ...]:
        """The people whom the person follows, by name."""
        wanted = _accounts().join(FOLLOWS, FOLLOWS.c.followed == ACCOUNTS.c.id)
        return await self._list(wanted.where(FOLLOWS.c.person == person), after, limit)

    async def list_blocked(
        self, person: str, after: PlaceInNames | None, limit: int
    ) -> tuple[Acquaintance, ...]:
        """The people whom the person blocks, by name."""
        wanted = _accounts().join(BLOCKS, BLOCKS.c.blocked == ACCOUNTS.c.id)
        return await self._list(wanted.where(BLOCKS.c.person == person), after, limit)

    async def list_of(
        self, people: Collection[str], after: PlaceInNames | None, limit: int
    ) -> tuple[Acquaintance, ...]:
        """Those of the people who have an account, by name."""
        return await self._list(_accounts().where(ACCOUNTS.c.id.in_(people)), after, limit)

    async def blockers(self, person: str) -> frozenset[str]:
        """The people who block the person."""
        wanted = select(BLOCKS.c.person).where(BLOCKS.c.blocked == person)
        found = await self._backend.read(lambda database: database.scalars(wanted).all())
        return frozenset(found)

    async def note_here(self, people: Collection[str], now: int, old: int) -> None:
        """Note that these people are connected, and forget who was not since `old`."""
        rows = [{"person": person, "seen": now} for person in people]
        gone = or_(HERE.c.person.in_(people), HERE.c.seen < old)

        def write(database: Connection) -> None:
            database.execute(delete(HERE).where(gone))
            if rows:
                database.execute(insert(HERE), rows)

        await self._backend.write(write)

    async def here(self, since: int, most: int) -> frozenset[str]:
        """Who was connected to any process since then."""
        wanted = select(HERE.c.person).where(HERE.c.seen >= since).limit(most)
        found = await self._backend.read(lambda database: database.scalars(wanted).all())
        return frozenset(found)

    async def _add(self, table: Table, row: dict[str, str | int], most: int) -> bool:
        """Add the row unless it is there; `False` if the person has `most` rows already."""
        person, other = (column for column in table.c if column.primary_key)
        own = person == row["person"]

        def write(database: Connection) -> bool:
            # Two requests at once must not both insert: on PostgreSQL the second waits here.
            if database.dialect.name == "postgresql":
                mine = select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == row["person"])
                database.execute(mine.with_for_update())
            if database.scalar(select(person).where(own, other == row[other.name])) is not None:
                return True
            count = select(func.count()).select_from(table).where(own)
            if (database.scalar(count) or 0) >= most:
                return False
            database.execute(insert(table).values(**row))
            return True

        return await self._backend.write(write)

    async def _list(
        self, wanted: Select[tuple[object, ...]], after: PlaceInNames | None, limit: int
    ) -> tuple[Acquaintance, ...]:
        if after is not None:
            wanted = wanted.where(tuple_(ACCOUNTS.c.key, ACCOUNTS.c.id) > tuple_(*after))
        wanted = wanted.order_by(ACCOUNTS.c.key, ACCOUNTS.c.id).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(Acquaintance(row.id, row.name, row.key, row.here is not False) for row in rows)


def _follow_of(person: str, other: str) -> ColumnElement[bool]:
    return (FOLLOWS.c.person == person) & (FOLLOWS.c.followed == other)


def _accounts() -> Select[tuple[object, ...]]:
    wanted = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.key, PROFILES.c.here)
    return wanted.join(PROFILES, PROFILES.c.person == ACCOUNTS.c.id, isouter=True)


def forget_bonds(database: Connection, person: str) -> None:
    """Forget whom the person follows and blocks, and who follows and blocks the person."""
    for table in (FOLLOWS, BLOCKS):
        one, other = (column for column in table.c if column.primary_key)
        database.execute(delete(table).where(or_(one == person, other == person)))
    database.execute(delete(HERE).where(HERE.c.person == person))

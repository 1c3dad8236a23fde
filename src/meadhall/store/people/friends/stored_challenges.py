"""Challenges: from one person to another, or to anyone with the link."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from meadhall.store.backend import Backend
from meadhall.store.people.friends.friend_tables import CHALLENGES
from meadhall.store.schema import ACCOUNTS

Fate: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "expired"]
OPEN = CHALLENGES.c.state == "open"
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A challenge. `to` is the name of the challenged person; empty: anyone with the link."""

    id: str
    match: str
    challenger: str
    name: str
    challenged: str
    to: str
    terms: str
    created: int
    expires: int
    state: Fate


@dataclass(frozen=True, slots=True)
class ChallengeLimits:
    """How many challenges there may be."""

    open: int
    """Open ones of one challenger."""
    an_hour: int
    """Of one challenger within an hour."""
    waiting: int
    """Open ones that wait for one person."""
    a_day: int
    """Within a day to a person who does not follow the challenger."""


class SqlChallenges:
    """Keeps challenges until some days after their end."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def changed_after(
        self, after: tuple[int, str], until: int, limit: int
    ) -> tuple[tuple[int, StoredChallenge], ...]:
        """Challenges to somebody that were made or ended after that and until then, in order.

        Each comes with the time of its change, which is the first part of where to go on.
        """
        column = CHALLENGES.c
        order = (column.changed, column.id)
        named = select(CHALLENGES, ACCOUNTS.c.name.label("to"))
        named = named.join_from(CHALLENGES, ACCOUNTS, ACCOUNTS.c.id == column.challenged)
        wanted = named.where(tuple_(*order) > tuple_(*after), column.changed <= until)
        ordered = wanted.order_by(*order).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(ordered).all())
        return tuple((row.changed, _stored_challenge(row)) for row in rows)

    async def obstacle(
        self, challenger: str, challenged: str, now: int, limits: ChallengeLimits
    ) -> str:
        """Why the person cannot challenge the other one: a limit's name, `pair`, or empty."""
        column = CHALLENGES.c
        mine = column.challenger == challenger
        checks = [
            ("open", mine & OPEN, limits.open),
            ("an_hour", mine & (column.created > now - HOUR_MS), limits.an_hour),
        ]
        if challenged:
            to_them = column.challenged == challenged
            since_yesterday = mine & to_them & (column.created > now - 24 * HOUR_MS)
            checks += [
                ("pair", mine & to_them & OPEN, 1),
                ("a_day", since_yesterday, limits.a_day),
                ("waiting", to_them & OPEN, limits.waiting),
            ]

        def read(database: Connection) -> str:
            for name, condition, most in checks:
                count = select(func.count()).select_from(CHALLENGES).where(condition)
                if (database.scalar(count) or 0) >= most:
                    return name
            return ""

        return await self._backend.read(read)

    async def add(self, challenge: StoredChallenge) -> None:
        """Store a new challenge."""
        row = insert(CHALLENGES).values(
            id=challenge.id, match=challenge.match, challenger=challenge.challenger,
            name=challenge.name, challenged=challenge.challenged, terms=challenge.terms,
            created=challenge.created, expires=challenge.expires, state=challenge.state,
            changed=challenge.created,
        )  # fmt: skip
        await self._backend.write(lambda database: database.execute(row))

    async def by_id(self, id_: str) -> StoredChallenge | None:
        """The challenge with that id."""
        found = await self._find(CHALLENGES.c.id == id_, 1)
        return found[0] if found else None

    async def end(self, id_: str, state: Fate, now: int) -> bool:
        """End an open challenge; returns whether it was open."""
        return await self._change(id_, "open", state, now)

    async def reopen(self, id_: str, now: int) -> None:
        """Open an accepted challenge again: the seat could not be taken."""
        await self._change(id_, "accepted", "open", now)

    async def open_of(
        self, person: str, before: tuple[int, str] | None, limit: int
    ) -> tuple[StoredChallenge, ...]:
        """The person's open challenges, to others and from others, the newest first."""
        column = CHALLENGES.c
        own = or_(column.challenged == person, column.challenger == person) & OPEN
        if before is not None:
            own &= tuple_(column.created, column.id) < tuple_(*before)
        return await self._find(own, limit)

    async def open_between(self, one: str, other: str) -> tuple[StoredChallenge, ...]:
        """The open challenges between two people."""
        column = CHALLENGES.c
        there = (column.challenger == one) & (column.challenged == other)
        back = (column.challenger == other) & (column.challenged == one)
        return await self._find(or_(there, back) & OPEN, 100)

    async def run_out(self, now: int, limit: int) -> tuple[StoredChallenge, ...]:
        """Open challenges whose time is up."""
        return await self._find(OPEN & (CHALLENGES.c.expires <= now), limit)

    async def people_with_news(self, since: int, people: Collection[str]) -> frozenset[str]:
        """Those of the people who have a challenge that changed since then."""
        column = CHALLENGES.c
        wanted = select(column.challenger, column.challenged).where(column.changed >= since)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return frozenset(person for row in rows for person in row) & frozenset(people)

    async def forget_old(self, until: int) -> None:
        """Forget challenges that ended before then."""
        old = delete(CHALLENGES).where(~OPEN, CHALLENGES.c.changed < until)
        await self._backend.write(lambda database: database.execute(old))

    async def _change(self, id_: str, before: Fate, after: Fate, now: int) -> bool:
        column = CHALLENGES.c
        change = update(CHALLENGES).where(column.id == id_, column.state == before)
        change = change.values(state=after, changed=now)
        return await self._backend.write(lambda database: database.execute(change).rowcount == 1)

    async def _find(
        self, condition: ColumnElement[bool], limit: int
    ) -> tuple[StoredChallenge, ...]:
        column = CHALLENGES.c
        wanted = select(CHALLENGES, ACCOUNTS.c.name.label("to")).where(condition)
        wanted = wanted.join(ACCOUNTS, ACCOUNTS.c.id == column.challenged, isouter=True)
        wanted = wanted.order_by(column.created.desc(), column.id.desc()).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_stored_challenge, rows))


def _stored_challenge(row: Row[tuple[object, ...]]) -> StoredChallenge:
    return StoredChallenge(
        row.id, row.match, row.challenger, row.name, row.challenged, row.to or "", row.terms,
        row.created, row.expires, row.state,
    )  # fmt: skip


def forget_challenges(database: Connection, person: str) -> None:
    """Forget the person's challenges, and those that others made to the person."""
    column = CHALLENGES.c
    gone = or_(column.challenger == person, column.challenged == person)
    database.execute(delete(CHALLENGES).where(gone))

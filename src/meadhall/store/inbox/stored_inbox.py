"""What waits for people at their matches, in a database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from sqlalchemy import (
    Connection,
    Row,
    Select,
    delete,
    exists,
    false,
    func,
    insert,
    select,
    text,
    tuple_,
)

from meadhall.store.backend import Backend
from meadhall.store.inbox.inbox_table import INBOX
from meadhall.store.newest_versions import newest_versions
from meadhall.store.schema import MATCHES, SEATS

TURN, REQUEST, NEWS, WAITING, GONE = range(5)
"""How urgent: your turn, a question, something that you have not seen, others' turn, nothing."""
NO_CLOCK = 2**52
"""Turns with a clock come before those without, which are in the order in which they came."""
AT_ONCE = 400
GONE_KEPT_MS = 3_600_000
"""How long others can learn that an entry is gone."""
_LOCK = 0x696E
# 64 locks for all matches, because PostgreSQL has room for a few thousand locks at a time.
_TAKE_LOCKS = text(
    "SELECT pg_advisory_xact_lock(:lock, key) FROM (SELECT DISTINCT hashtext(match) & 63 AS key"
    " FROM unnest(CAST(:matches AS text[])) AS wanted (match) ORDER BY key) AS keys"
)
Bookmark: TypeAlias = tuple[int, int, str]
"""Rank, instant and match of the last entry that was listed."""


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """What waits for a person at one match.

    `plies` and `messages` count what the person may read, `plies_seen` and `messages_seen` what the
    person had read when last at the table. `wants` is what is proposed to the person. `days` is how
    many a clock gives per turn, 0 for other clocks. `here`: the person was at the table then.
    """

    holder: str
    match: str
    version: int
    asked: bool
    due: int | None
    at: int
    plies: int
    messages: int
    over: bool
    wants: str
    last: str
    days: int = 0
    plies_seen: int = 0
    messages_seen: int = 0
    here: bool = False
    end_seen: bool = False

    @property
    def rank(self) -> int:
        """How urgent it is."""
        if self.asked:
            return TURN
        if self.wants:
            return REQUEST
        if self.messages > self.messages_seen or (self.over and not self.end_seen):
            return NEWS
        return GONE if self.over else WAITING

    @property
    def instant(self) -> int:
        """The order within the rank: the first clock to run out, else the newest first."""
        if not self.asked:
            return -self.at
        return self.due if self.due is not None else NO_CLOCK + self.at


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry with the match as lists show it."""

    entry: InboxEntry
    game: str
    phase: str
    code: str
    rated: bool
    players: tuple[str, ...]
    mine: tuple[int, ...]
    changed: int = field(compare=False)
    """When it was written; the same entry may be written again."""


class SqlInbox:
    """Keeps the entries of everybody."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def put(
        self, entries: Sequence[InboxEntry], here: Collection[tuple[str, str]], now: int
    ) -> None:
        """Store entries, unless newer ones are. Who is `here` (holder, match) sees everything."""
        for start in range(0, len(entries), AT_ONCE):
            part = entries[start : start + AT_ONCE]
            await self._backend.write(partial(_put, entries=part, here=here, now=now))

    async def entries(
        self, holder: str, after: Bookmark | None, limit: int
    ) -> tuple[ListedEntry, ...]:
        """What waits for the person, the most urgent first."""
        columns = INBOX.c
        wanted = select(INBOX).where(columns.holder == holder, columns.rank < GONE)
        if after is not None:
            wanted = wanted.where(
                tuple_(columns.rank, columns.instant, columns.match) > tuple_(*after)
            )
        ordered = wanted.order_by(columns.rank, columns.instant, columns.match).limit(limit)
        return await self._backend.read(lambda database: read_entries(database, ordered))

    async def changed_since(
        self, instant: int, holders: Collection[str]
    ) -> tuple[tuple[ListedEntry, ...], Mapping[str, int]]:
        """The entries of these people that were written since then, and how many turns they have.

        Entries that are gone are among them.
        """

        def read(database: Connection) -> tuple[tuple[ListedEntry, ...], Mapping[str, int]]:
            wanted = select(INBOX).where(INBOX.c.changed >= instant, INBOX.c.holder.in_(holders))
            found = read_entries(database, wanted)
            return found, _turns(database, {one.entry.holder for one in found})

        return await self._backend.read(read)

    async def turns(self, holder: str) -> int:
        """At how many matches it is the person's turn."""
        found = await self._backend.read(lambda database: _turns(database, {holder}))
        return found.get(holder, 0)

    async def stale(self, holder: str, limit: int) -> tuple[str, ...]:
        """Matches of the person that have gone on, or began, without being noted here.

        So a server that died before it had noted something is made up for.
        """
        columns = INBOX.c
        newest = newest_versions()
        mine = (columns.holder == SEATS.c.holder) & (columns.match == SEATS.c.match)
        others = SEATS.alias("others")
        # A match against computers has no entry: nobody waits there.
        shared = exists().where(
            others.c.match == SEATS.c.match, others.c.holder.not_in(["", holder])
        )
        wanted = (
            select(SEATS.c.match)
            .join(MATCHES, MATCHES.c.id == SEATS.c.match)
            .join(newest, newest.c.match == SEATS.c.match)
            .join(INBOX, mine, isouter=True)
            .where(SEATS.c.holder == holder, shared)
            .where((MATCHES.c.phase != "over") | (columns.rank < GONE))
            .where(MATCHES.c.guided == false())
            .where(columns.version.is_(None) | (columns.version < newest.c.version))
            .distinct()
            .limit(limit)
        )
        return await self._backend.read(lambda database: tuple(database.scalars(wanted)))

    async def tidy(self, now: int) -> None:
        """Delete entries that have been gone for a while."""
        old = delete(INBOX).where(INBOX.c.changed < now - GONE_KEPT_MS, INBOX.c.rank == GONE)
        await self._backend.write(lambda database: database.execute(old))


def forget_inbox(database: Connection, holder: str) -> None:
    """Forget what waits for a person."""
    database.execute(delete(INBOX).where(INBOX.c.holder == holder))


def _put(
    database: Connection,
    entries: Sequence[InboxEntry],
    here: Collection[tuple[str, str]],
    now: int,
) -> None:
    keys = [(one.holder, one.match) for one in entries]
    _lock(database, {one.match for one in entries})
    stored = {(row.holder, row.match): row for row in database.execute(_select(keys))}
    rows = []
    for entry in entries:
        key = (entry.holder, entry.match)
        before = stored.get(key)
        # Old matches that somebody looks at once more are no news to the others.
        is_old = before is None and entry.over
        if is_old or (before is not None and before.version > entry.version):
            continue
        rows.append(_row(_with_sight(entry, before, here=key in here), now))
    if rows:
        written = [(row["holder"], row["match"]) for row in rows]
        database.execute(delete(INBOX).where(tuple_(INBOX.c.holder, INBOX.c.match).in_(written)))
        database.execute(insert(INBOX), rows)


def _lock(database: Connection, matches: Collection[str]) -> None:
    """Have the entries of these matches written by one process at a time.

    Locks of rows do not do, because entries that are new or replaced have none yet.
    """
    if database.dialect.name == "postgresql":
        database.execute(_TAKE_LOCKS, {"lock": _LOCK, "matches": [*matches]})


def _with_sight(
    entry: InboxEntry, before: Row[tuple[object, ...]] | None, *, here: bool
) -> InboxEntry:
    """The entry with what the person has seen by now."""
    if here:
        return replace(
            entry, plies_seen=entry.plies, messages_seen=entry.messages, here=True,
            end_seen=entry.over,
        )  # fmt: skip
    if before is None:
        return entry
    return replace(
        entry, plies_seen=min(before.plies_seen, entry.plies),
        messages_seen=min(before.messages_seen, entry.messages),
        end_seen=before.end_seen and entry.over,
    )  # fmt: skip


def _select(keys: Sequence[tuple[str, str]]) -> Select[tuple[object, ...]]:
    return select(INBOX).where(tuple_(INBOX.c.holder, INBOX.c.match).in_(keys))


def read_entries(
    database: Connection, wanted: Select[tuple[object, ...]]
) -> tuple[ListedEntry, ...]:
    """The entries that the query selects, with their matches."""
    rows = database.execute(wanted).all()
    if not rows:  # as nearly always when somebody looks for changes
        return ()
    ids = {row.match for row in rows}
    found = select(MATCHES).where(MATCHES.c.id.in_(ids))
    matches = {row.id: row for row in database.execute(found)}
    seats: dict[str, list[Row[tuple[object, ...]]]] = {id_: [] for id_ in ids}
    for seat in database.execute(select(SEATS).where(SEATS.c.match.in_(ids))):
        seats[seat.match].append(seat)
    return tuple(
        _list_one(row, matches[row.match], seats[row.match]) for row in rows if row.match in matches
    )


def _list_one(
    row: Row[tuple[object, ...]],
    match: Row[tuple[object, ...]],
    seats: Sequence[Row[tuple[object, ...]]],
) -> ListedEntry:
    names = {seat.seat: seat.name for seat in seats}
    return ListedEntry(
        _entry(row),
        match.game,
        match.phase,
        match.code,
        match.rated,
        tuple(names.get(seat, "") for seat in range(match.seats)),
        tuple(sorted(seat.seat for seat in seats if seat.holder == row.holder)),
        row.changed,
    )


def _entry(row: Row[tuple[object, ...]]) -> InboxEntry:
    return InboxEntry(
        holder=row.holder,
        match=row.match,
        version=row.version,
        asked=row.asked,
        due=row.due,
        at=row.at,
        plies=row.plies,
        messages=row.messages,
        over=row.over,
        wants=row.wants,
        last=row.last,
        days=row.days,
        plies_seen=row.plies_seen,
        messages_seen=row.messages_seen,
        here=row.here,
        end_seen=row.end_seen,
    )


def _row(entry: InboxEntry, now: int) -> dict[str, object]:
    return {
        "holder": entry.holder,
        "match": entry.match,
        "version": entry.version,
        "rank": entry.rank,
        "instant": entry.instant,
        "asked": entry.asked,
        "due": entry.due,
        "at": entry.at,
        "plies": entry.plies,
        "messages": entry.messages,
        "plies_seen": entry.plies_seen,
        "messages_seen": entry.messages_seen,
        "over": entry.over,
        "wants": entry.wants,
        "last": entry.last,
        "days": entry.days,
        "here": entry.here,
        "end_seen": entry.end_seen,
        "changed": now,
    }


def _turns(database: Connection, holders: Collection[str]) -> dict[str, int]:
    columns = INBOX.c
    wanted = select(columns.holder, func.count()).where(
        columns.holder.in_(holders), columns.rank == TURN
    )
    return {row[0]: row[1] for row in database.execute(wanted.group_by(columns.holder))}

"""The processes that share a database: who lives, who sits where, and who tends which match.

All times are the database's own, in milliseconds.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, cast

import asyncpg  # type: ignore[import-untyped] # it ships no types

from meadhall.core.seats import Seat
from meadhall.store.postgres.lines import Lines
from meadhall.store.postgres.outages import outages_as_unavailable

BEAT_SECONDS = 2.0
"""How long a heartbeat may take."""
_JOIN_LOCK, _TURN_LOCK = 0x6D656166, 0x6D65  # any numbers that no other program uses
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_LIVES = f"heartbeat > {_NOW} - patience"

_KNOWN = (
    "SELECT max(heartbeat) FILTER (WHERE id <> $1),"  # noqa: S608 - our own words
    f" min(steady) FILTER (WHERE id <> $1 AND {_LIVES}),"
    f" (array_agg(name) FILTER (WHERE {_LIVES} AND print <> $2))[1] FROM processes"
)
_JOIN = (
    "INSERT INTO processes (id, name, address, print, patience, started, steady, heartbeat)"  # noqa: S608 - the same
    f" VALUES ($1, $2, $3, $4, $5, {_NOW}, {_NOW}, {_NOW})"
    f" ON CONFLICT (id) DO UPDATE SET steady = {_NOW}, heartbeat = {_NOW}"
)
_BEAT = (
    f"WITH mine AS (UPDATE processes SET heartbeat = {_NOW},"  # noqa: S608 - the same
    f" steady = CASE WHEN {_LIVES} THEN steady ELSE {_NOW} END WHERE id = $1 RETURNING id)"
    f" SELECT id, name, address, started, heartbeat, steady, patience, {_NOW} AS now,"
    " (SELECT count(*) FROM mine) AS known FROM processes ORDER BY id"
)
_BURY = (
    f"WITH gone AS (DELETE FROM processes WHERE id = ANY($1::text[]) AND NOT {_LIVES}"  # noqa: S608 - the same
    " RETURNING id, heartbeat), lost AS (UPDATE presence SET lost = gone.heartbeat FROM gone"
    " WHERE presence.process = gone.id AND presence.lost IS NULL RETURNING match)"
    " SELECT DISTINCT match FROM lost"
)
_LEAVE = (
    "WITH gone AS (DELETE FROM processes WHERE id = $1)"  # noqa: S608 - the same
    f" UPDATE presence SET lost = {_NOW} WHERE process = $1 AND lost IS NULL"
)
_ENTER = (
    "WITH here AS (SELECT * FROM unnest($2::text[], $3::int[]) AS here (match, seat)),"
    " entered AS (INSERT INTO presence (match, seat, process) SELECT match, seat, $1 FROM here"
    " ORDER BY match, seat ON CONFLICT (match, seat, process) DO UPDATE SET lost = NULL),"
    " found AS (DELETE FROM presence USING here WHERE presence.match = here.match"
    " AND presence.seat = here.seat AND process <> $1 AND lost IS NOT NULL"
    " RETURNING presence.match, presence.seat, lost)"
    " SELECT match, seat, min(lost) FROM found GROUP BY match, seat"
)
_EXIT = (
    "DELETE FROM presence USING unnest($2::text[], $3::int[]) AS gone (match, seat)"
    " WHERE process = $1 AND presence.match = gone.match AND presence.seat = gone.seat"
)
_SEATS = "SELECT match, seat, process, lost FROM presence WHERE match = ANY($1::text[])"
_LONG_LOST = (
    f"DELETE FROM presence WHERE lost < {_NOW} - $1::bigint AND (match, seat, process) IN"  # noqa: S608 - the same
    f" (SELECT match, seat, process FROM presence WHERE lost < {_NOW} - $1::bigint LIMIT $2"
    " FOR UPDATE SKIP LOCKED) RETURNING match, seat, lost"
)
_TEND = (
    "INSERT INTO leases (match, process) SELECT match, $1 FROM unnest($2::text[]) AS wanted (match)"  # noqa: S608 - the same
    " ORDER BY match ON CONFLICT (match) DO UPDATE SET process = excluded.process"
    " WHERE leases.process = excluded.process"
    f" OR NOT EXISTS (SELECT 1 FROM processes WHERE id = leases.process AND {_LIVES})"
    " OR (EXISTS (SELECT 1 FROM presence WHERE presence.match = leases.match"
    " AND presence.process = excluded.process) AND NOT EXISTS (SELECT 1 FROM presence"
    " WHERE presence.match = leases.match AND presence.process = leases.process))"
    " RETURNING match"
)
_RELEASE = "DELETE FROM leases WHERE process = $1 AND match = ANY($2::text[])"
_ORPHANS = (
    "UPDATE leases SET process = $1 WHERE match IN (SELECT match FROM leases WHERE NOT EXISTS"
    " (SELECT 1 FROM processes WHERE processes.id = leases.process)"
    " LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING match"
)
_TAKE_DUE = (
    "WITH work AS (SELECT id FROM matches WHERE due < $2 AND phase = 'playing' AND NOT EXISTS"  # noqa: S608 - the same
    " (SELECT 1 FROM leases JOIN processes ON processes.id = leases.process"
    f" WHERE leases.match = matches.id AND {_LIVES})"
    " ORDER BY due LIMIT $3 FOR UPDATE OF matches SKIP LOCKED)"
    " INSERT INTO leases (match, process) SELECT id, $1 FROM work"
    " ON CONFLICT (match) DO UPDATE SET process = excluded.process RETURNING match"
)


class Member(NamedTuple):
    """A process, as the others know it."""

    id: str
    name: str
    address: str
    started: int
    heartbeat: int
    steady: int
    patience: int

    def lives(self, now: int) -> bool:
        """Whether its last heartbeat is recent."""
        return self.heartbeat > now - self.patience


class Pulse(NamedTuple):
    """What a heartbeat showed: the processes, the time, and whether the others know this one."""

    members: tuple[Member, ...]
    now: int
    known: bool


class SeatPresence(NamedTuple):
    """A seat with the process that its person is connected to; `lost` where that process died."""

    match: str
    seat: Seat
    process: str
    lost: int | None


class Others(NamedTuple):
    """What a process finds when it joins."""

    last_heartbeat: int | None
    """When another process was last known to live."""
    steady: int | None
    """Since when one of those that live now has not missed a heartbeat."""
    stranger: str | None
    """A living process with another signing secret."""


class Members:
    """The tables `processes`, `presence` and `leases`."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._heart = Lines(lines.address)
        """Of its own: a heartbeat must not wait for statements that hang."""

    async def close(self) -> None:
        """Close the connection of the heartbeats."""
        await self._heart.close()

    async def join(
        self, process: str, name: str, address: str, fingerprint: str, patience: int
    ) -> Others:
        """Become a process of the hall, unless one with another secret is."""
        with outages_as_unavailable():
            async with self._lines.line() as database, database.transaction():
                await database.execute(f"SELECT pg_advisory_xact_lock({_JOIN_LOCK})")
                others = Others(*await database.fetchrow(_KNOWN, process, fingerprint))
                if others.stranger is None:
                    await database.execute(_JOIN, process, name, address, fingerprint, patience)
                return others

    async def others(self, process: str, fingerprint: str) -> Others:
        """What a process with that secret would find."""
        return Others(*(await self._fetch(_KNOWN, process, fingerprint))[0])

    async def beat(self, process: str) -> Pulse:
        """Say that the process lives."""
        with outages_as_unavailable():
            async with asyncio.timeout(BEAT_SECONDS), self._heart.line() as database:
                rows = await database.fetch(_BEAT, process)
        members = tuple(Member(*(row[name] for name in Member._fields)) for row in rows)
        return Pulse(members, rows[0]["now"] if rows else 0, bool(rows) and rows[0]["known"] == 1)

    async def time(self) -> int:
        """The database's time."""
        return cast("int", (await self._fetch(f"SELECT {_NOW}"))[0][0])

    async def bury(self, dead: Sequence[str]) -> list[str]:
        """Forget processes that died; returns the matches at which their people sat."""
        return [row[0] for row in await self._fetch(_BURY, [*dead])]

    async def leave(self, process: str) -> None:
        """Be no process of the hall any more. The people of this one are expected elsewhere."""
        await self._fetch(_LEAVE, process)

    async def enter(self, process: str, seats: Collection[tuple[str, Seat]]) -> list[SeatPresence]:
        """People have come; returns those of them whom another process lost when it died."""
        rows = await self._fetch(_ENTER, process, *_columns(seats))
        return [SeatPresence(match, seat, "", lost) for match, seat, lost in rows]

    async def exit(self, process: str, seats: Collection[tuple[str, Seat]]) -> None:
        """People have gone."""
        await self._fetch(_EXIT, process, *_columns(seats))

    async def seats(self, matches: Iterable[str]) -> list[SeatPresence]:
        """Who sits at the matches, at any process."""
        return [SeatPresence(*row) for row in await self._fetch(_SEATS, [*matches])]

    async def take_missing(self, ms: int, most: int) -> list[SeatPresence]:
        """People whose process died so long ago, and who have not come back; each is given once."""
        rows = await self._fetch(_LONG_LOST, ms, most)
        return [SeatPresence(match, seat, "", lost) for match, seat, lost in rows]

    async def tend(self, process: str, matches: Iterable[str]) -> set[str]:
        """Take the leases that are free; returns the matches whose lease the process has now.

        A lease lasts as long as the process lives. Where no people of the match sit at its holder,
        it goes to a process where some do.
        """
        return {row[0] for row in await self._fetch(_TEND, process, sorted(matches))}

    async def release(self, process: str, matches: Iterable[str]) -> None:
        """Give leases up: there is nothing left to do."""
        await self._fetch(_RELEASE, process, [*matches])

    async def take_orphans(self, process: str, most: int) -> list[str]:
        """Take leases of processes that have died: somebody has to go on with their work."""
        return [row[0] for row in await self._fetch(_ORPHANS, process, most)]

    async def take_due(self, process: str, instant: int, most: int) -> list[str]:
        """Take the leases of matches in which a clock may run out before that time."""
        return [row[0] for row in await self._fetch(_TAKE_DUE, process, instant, most)]

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Let one process at a time do what the name stands for."""
        with outages_as_unavailable():
            database = await self._lines.connect()
        try:
            with outages_as_unavailable():
                await database.execute(
                    "SELECT pg_advisory_lock($1, hashtext($2))", _TURN_LOCK, name
                )
            yield
        finally:
            database.terminate()  # the lock ends with the connection

    async def _fetch(self, statement: str, *values: object) -> list[asyncpg.Record]:
        with outages_as_unavailable():
            async with self._lines.line() as database:
                return list(await database.fetch(statement, *values))


def _columns(seats: Collection[tuple[str, Seat]]) -> tuple[list[str], list[Seat]]:
    pairs = sorted(seats)
    return [match for match, _ in pairs], [seat for _, seat in pairs]

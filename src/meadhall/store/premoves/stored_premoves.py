"""Premoves in a database."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from meadhall.core.seats import Seat
from meadhall.match.premoves import Premoves
from meadhall.store.backend import Backend
from meadhall.store.newest_versions import newest_versions
from meadhall.store.premoves.premove_table import PREMOVES


@dataclass(frozen=True, slots=True)
class StoredPremoves:
    """The premoves of a seat, whose they are, and which edition of them."""

    match: str
    holder: str
    premoves: Premoves
    edition: str


class SqlPremoves:
    """The premoves of all matches. Nobody but their owner is shown any."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def put(self, match: str, holder: str, premoves: Premoves, seen: int) -> None:
        """Replace what the seat had chosen. `seen` is the version of the match that is known."""
        row = {
            "match": match,
            "seat": premoves.seat,
            "holder": holder,
            "turn": premoves.turn,
            "plies": premoves.plies,
            "lines": json.dumps(premoves.lines),
            "edition": uuid4().hex,
            "seen": seen,
        }

        def write(database: Connection) -> None:
            database.execute(delete(PREMOVES).where(_of(match, premoves.seat)))
            if premoves.lines:
                database.execute(insert(PREMOVES), row)

        await self._backend.write(write)

    async def find(self, match: str, seat: Seat) -> StoredPremoves | None:
        """What the seat has chosen."""
        wanted = select(PREMOVES).where(_of(match, seat))
        row = await self._backend.read(lambda database: database.execute(wanted).first())
        return _stored_premoves(row) if row else None

    async def at(self, matches: Collection[str]) -> list[StoredPremoves]:
        """All premoves of these matches."""
        wanted = select(PREMOVES).where(PREMOVES.c.match.in_(matches))
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return [_stored_premoves(row) for row in rows]

    async def behind(self, limit: int) -> list[StoredPremoves]:
        """Premoves of matches that have gone on since anybody has looked at them."""
        newest = newest_versions()
        wanted = select(PREMOVES).join(newest, newest.c.match == PREMOVES.c.match)
        late = wanted.where(newest.c.version > PREMOVES.c.seen).limit(limit)
        rows = await self._backend.read(lambda database: database.execute(late).all())
        return [_stored_premoves(row) for row in rows]

    async def skip_to(self, stored: StoredPremoves, version: int) -> None:
        """Remember that they have nothing to say to the match as of that version."""
        same = _of(stored.match, stored.premoves.seat) & (PREMOVES.c.edition == stored.edition)
        newer = update(PREMOVES).where(same, PREMOVES.c.seen < version).values(seen=version)
        await self._backend.write(lambda database: database.execute(newer))

    async def drop(self, stored: StoredPremoves) -> None:
        """Delete them, unless others have been chosen since."""
        same = _of(stored.match, stored.premoves.seat) & (PREMOVES.c.edition == stored.edition)
        await self._backend.write(lambda database: database.execute(delete(PREMOVES).where(same)))


def forget_premoves(database: Connection, person: str) -> None:
    """Forget all premoves of a person."""
    database.execute(delete(PREMOVES).where(PREMOVES.c.holder == person))


def _of(match: str, seat: Seat) -> ColumnElement[bool]:
    return (PREMOVES.c.match == match) & (PREMOVES.c.seat == seat)


def _stored_premoves(row: Row[tuple[object, ...]]) -> StoredPremoves:
    lines = tuple(tuple(line) for line in json.loads(row.lines))
    premoves = Premoves(row.seat, row.turn, row.plies, lines)
    return StoredPremoves(row.match, row.holder, premoves, row.edition)

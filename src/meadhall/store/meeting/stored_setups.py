"""What lists say of matches beside summaries: setups, and when something last happened."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from meadhall.core.codec import decode
from meadhall.core.refusal import Refused
from meadhall.match.facts import Created, Fact, Setup
from meadhall.store.backend import Backend
from meadhall.store.schema import FACTS, INCOMING, MATCHES

LOOKED_BACK = 200
"""How many of the newest facts of a match are looked at for one that is old enough."""


class SqlSetups:
    """Reads single facts of many matches at once."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def of(self, matches: Collection[str]) -> dict[str, Setup]:
        """The setups of these matches, without those that cannot be read."""

        def read(database: Connection) -> list[str]:
            bodies: list[str] = []
            for table in (FACTS, INCOMING):
                first = (table.c.version == 1) & table.c.match.in_(matches)
                bodies += database.scalars(select(table.c.body).where(first))
            return bodies

        found: dict[str, Setup] = {}
        for body in await self._backend.read(read):
            try:
                fact: Fact = decode(Fact, body)
            except Refused:
                continue
            if isinstance(fact, Created):
                found[fact.setup.id] = fact.setup
        return found

    async def last_moves(self, matches: Collection[str]) -> dict[str, int]:
        """When something last happened in these matches."""
        joined = (FACTS.c.match == MATCHES.c.id) & (FACTS.c.version == MATCHES.c.version)
        stored = select(FACTS.c.match, FACTS.c.at).join(MATCHES, joined)
        stored = stored.where(FACTS.c.match.in_(matches))
        newest = select(INCOMING.c.match, func.max(INCOMING.c.at).label("at"))
        newest = newest.where(INCOMING.c.match.in_(matches)).group_by(INCOMING.c.match)

        def read(database: Connection) -> dict[str, int]:
            found = {row.match: row.at for row in database.execute(stored)}
            return found | {row.match: row.at for row in database.execute(newest)}

        return await self._backend.read(read)

    async def last_moves_before(self, matches: Collection[str], instant: int) -> dict[str, int]:
        """When something had last happened in these matches at that time, where it is known."""
        joined = (FACTS.c.match == MATCHES.c.id) & (
            FACTS.c.version > MATCHES.c.version - LOOKED_BACK
        )
        queries = (
            select(table.c.match, func.max(table.c.at).label("at"))
            .select_from(source)
            .where(table.c.match.in_(matches), table.c.at <= instant)
            .group_by(table.c.match)
            for table, source in ((FACTS, FACTS.join(MATCHES, joined)), (INCOMING, INCOMING))
        )

        def read(database: Connection) -> dict[str, int]:
            return {row.match: row.at for query in queries for row in database.execute(query)}

        return await self._backend.read(read)

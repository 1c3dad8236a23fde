"""What lists say of matches beside summaries: setups, and when something last happened."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from meadhall.core.codec import decode
from meadhall.core.refusal import Refused
from meadhall.match.facts import Created, Fact, Setup
from meadhall.store.backend import Backend
from meadhall.store.schema import FACTS, INCOMING, MATCHES


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

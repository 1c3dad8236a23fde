"""What the server asks about people on the way: bans, mutes, and who avoids whom."""

from collections.abc import Collection

from sqlalchemy import or_, select

from meadhall.store.backend import Backend
from meadhall.store.people.friends.friend_tables import BLOCKS
from meadhall.store.schema import ACCOUNTS

# Plain SQL, because every request of a person looks that up.
_SANCTION = "SELECT until, reason FROM sanctions WHERE person = :person AND kind = :kind"


class SqlConduct:
    """Reads bans, mutes and blocks."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def ban(self, person: str) -> tuple[int, str]:
        """Until when the person is banned, and why; 0 if they never were."""
        return await self._sanction(person, "ban")

    async def mute(self, person: str) -> tuple[int, str]:
        """Until when the person is muted, and why; 0 if they never were."""
        return await self._sanction(person, "mute")

    async def blocks_of(self, person: str) -> frozenset[str]:
        """The ids and names of those whom the person blocks."""
        wanted = select(ACCOUNTS.c.id, ACCOUNTS.c.name)
        wanted = wanted.join(BLOCKS, BLOCKS.c.blocked == ACCOUNTS.c.id)
        wanted = wanted.where(BLOCKS.c.person == person)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return frozenset(text for row in rows for text in row)

    async def are_apart(self, person: str, others: Collection[str]) -> bool:
        """Whether the person blocks one of the others, or one of them blocks the person."""
        column = BLOCKS.c
        blocks = (column.person == person) & column.blocked.in_(others)
        is_blocked = (column.blocked == person) & column.person.in_(others)
        wanted = select(column.at).where(or_(blocks, is_blocked)).limit(1)
        return await self._backend.read(lambda database: database.scalar(wanted)) is not None

    async def _sanction(self, person: str, kind: str) -> tuple[int, str]:
        row = await self._backend.row(_SANCTION, {"person": person, "kind": kind})
        return (int(str(row[0])), str(row[1])) if row else (0, "")

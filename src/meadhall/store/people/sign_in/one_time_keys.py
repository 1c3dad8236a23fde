"""Keys that work once and for some time. The store sees only their hashes."""

from hashlib import sha256
from typing import Literal, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select

from meadhall.store.backend import Backend
from meadhall.store.people.sign_in.sign_in_tables import ONE_TIME_KEYS

Purpose: TypeAlias = Literal["new passkey", "passkey", "mail address", "recovery"]
"""What a key opens."""


class SqlOneTimeKeys:
    """The keys that have not been used."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(  # noqa: PLR0913 - all that is known of a key
        self, key: str, purpose: Purpose, *, person: str, value: str = "", now: int, until: int
    ) -> None:
        """Store a key, and forget those whose time is up."""
        row = {"hash": _digest(key), "purpose": purpose, "person": person, "value": value}
        times = {"created": now, "until": until}

        def write(database: Connection) -> None:
            database.execute(delete(ONE_TIME_KEYS).where(ONE_TIME_KEYS.c.until < now))
            database.execute(insert(ONE_TIME_KEYS).values(**row, **times))

        await self._backend.write(write)

    async def use(self, key: str, purpose: Purpose, now: int) -> tuple[str, str] | None:
        """Use up the key: its person and value; `None` for one that does not work."""
        column = ONE_TIME_KEYS.c
        same = (column.hash == _digest(key)) & (column.purpose == purpose)
        gone = delete(ONE_TIME_KEYS).where(same)
        returned = gone.returning(column.person, column.value, column.until)
        row = await self._backend.write(lambda database: database.execute(returned).first())
        return (row.person, row.value) if row is not None and row.until >= now else None

    async def count(self, person: str, purpose: Purpose, since: int) -> int:
        """How many keys the person has got since then and not used."""
        column = ONE_TIME_KEYS.c
        mine = (column.person == person) & (column.purpose == purpose) & (column.created > since)
        wanted = select(func.count()).select_from(ONE_TIME_KEYS).where(mine)
        return await self._backend.read(lambda database: database.scalar(wanted)) or 0


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()

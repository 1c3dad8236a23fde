"""Passkeys: public keys whose private halves are in people's devices."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from meadhall.store.backend import Backend
from meadhall.store.people.sign_in.sign_in_tables import PASSKEYS


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """A passkey of a person, under a name that the person chose."""

    id: str
    person: str
    name: str
    public_key: bytes
    signatures: int
    created: int
    used: int = 0


class SqlPasskeys:
    """The passkeys of all accounts."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, passkey: StoredPasskey, most: int) -> bool:
        """Store a new passkey; `False` if it is known, or the person has `most`."""
        names = ("id", "person", "name", "public_key", "signatures", "created", "used")
        row = {name: getattr(passkey, name) for name in names}
        own = PASSKEYS.c.person == passkey.person

        def write(database: Connection) -> bool:
            count = select(func.count()).select_from(PASSKEYS).where(own)
            if (database.scalar(count) or 0) >= most:
                return False
            database.execute(insert(PASSKEYS).values(**row))
            return True

        try:
            return await self._backend.write(write)
        except IntegrityError:
            return False

    async def by_id(self, id_: str) -> StoredPasskey | None:
        """The passkey with that id."""
        wanted = select(PASSKEYS).where(PASSKEYS.c.id == id_)
        row = await self._backend.read(lambda database: database.execute(wanted).first())
        return _stored_passkey(row) if row else None

    async def of(self, person: str) -> tuple[StoredPasskey, ...]:
        """The passkeys of the person, the oldest first."""
        wanted = select(PASSKEYS).where(PASSKEYS.c.person == person)
        wanted = wanted.order_by(PASSKEYS.c.created, PASSKEYS.c.id)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple(map(_stored_passkey, rows))

    async def note_use(self, id_: str, signatures: int, now: int) -> None:
        """Note a signature."""
        change = (
            update(PASSKEYS).where(PASSKEYS.c.id == id_).values(signatures=signatures, used=now)
        )
        await self._backend.write(lambda database: database.execute(change))

    async def rename(self, person: str, id_: str, name: str) -> bool:
        """Rename a passkey of the person; `False` if there is none."""
        mine = (PASSKEYS.c.person == person) & (PASSKEYS.c.id == id_)
        change = update(PASSKEYS).where(mine).values(name=name)
        return await self._backend.write(lambda database: database.execute(change).rowcount == 1)

    async def remove(self, person: str, id_: str) -> bool:
        """Remove a passkey of the person; `False` if there is none."""
        mine = (PASSKEYS.c.person == person) & (PASSKEYS.c.id == id_)
        gone = delete(PASSKEYS).where(mine)
        return await self._backend.write(lambda database: database.execute(gone).rowcount == 1)


def _stored_passkey(row: Row[tuple[object, ...]]) -> StoredPasskey:
    return StoredPasskey(
        row.id, row.person, row.name, bytes(row.public_key), row.signatures,
        row.created, row.used,
    )  # fmt: skip

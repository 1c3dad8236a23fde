"""Ways back into an account: recovery codes, and confirmed mail addresses."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256

from sqlalchemy import Connection, delete, func, insert, select

from meadhall.store.backend import Backend
from meadhall.store.notices.notice_tables import MAILS
from meadhall.store.people.sign_in.sign_in_tables import (
    MAIL_ADDRESSES,
    ONE_TIME_KEYS,
    PASSKEYS,
    RECOVERY_CODES,
)


class SqlRecovery:
    """Codes and addresses of all accounts."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def set_codes(self, person: str, codes: Iterable[str]) -> None:
        """Give the person new codes; earlier ones no longer work."""
        rows = [{"hash": _code_hash(person, code), "person": person} for code in codes]

        def write(database: Connection) -> None:
            database.execute(delete(RECOVERY_CODES).where(RECOVERY_CODES.c.person == person))
            database.execute(insert(RECOVERY_CODES), rows)

        await self._backend.write(write)

    async def use_code(self, person: str, code: str) -> bool:
        """Use up a code of the person; `False` if it is none."""
        gone = delete(RECOVERY_CODES).where(RECOVERY_CODES.c.hash == _code_hash(person, code))
        return await self._backend.write(lambda database: database.execute(gone).rowcount == 1)

    async def count_codes(self, person: str) -> int:
        """How many codes the person has left."""
        wanted = select(func.count()).select_from(RECOVERY_CODES)
        mine = wanted.where(RECOVERY_CODES.c.person == person)
        return await self._backend.read(lambda database: database.scalar(mine)) or 0

    async def address_of(self, person: str) -> str:
        """The confirmed mail address of the person; empty for none."""
        return (await self.addresses_of([person])).get(person, "")

    async def addresses_of(self, people: Collection[str]) -> Mapping[str, str]:
        """The confirmed mail addresses of these people, as far as they have some."""
        column = MAIL_ADDRESSES.c
        wanted = select(column.person, column.address).where(column.person.in_(people))
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return {row.person: row.address for row in rows}

    async def people_at(self, address: str, most: int) -> tuple[tuple[str, str], ...]:
        """The people with this confirmed address: their ids, and the address as they wrote it."""
        column = MAIL_ADDRESSES.c
        wanted = select(column.person, column.address).where(column.key == address.casefold())
        wanted = wanted.order_by(column.person).limit(most)
        rows = await self._backend.read(lambda database: database.execute(wanted).all())
        return tuple((row.person, row.address) for row in rows)

    async def set_address(self, person: str, address: str, now: int) -> None:
        """Set the person's mail address, which is confirmed; an empty one removes it."""
        row = {"person": person, "address": address, "key": address.casefold(), "confirmed": now}

        def write(database: Connection) -> None:
            _forget_address(database, person)
            if address:
                database.execute(insert(MAIL_ADDRESSES).values(**row))

        await self._backend.write(write)


def _code_hash(person: str, code: str) -> str:
    return sha256(f"{person}:{code}".encode()).hexdigest()


def _forget_address(database: Connection, person: str) -> None:
    """Forget the person's address, and the mails to it that have not been sent."""
    mine = MAIL_ADDRESSES.c.person == person
    address = database.scalar(select(MAIL_ADDRESSES.c.address).where(mine))
    if address is not None:
        database.execute(delete(MAILS).where(MAILS.c.recipient == address))
    database.execute(delete(MAIL_ADDRESSES).where(mine))


def forget_sign_in(database: Connection, person: str) -> None:
    """Forget the person's passkeys, codes, keys and mail address."""
    _forget_address(database, person)
    for table in (PASSKEYS, RECOVERY_CODES, ONE_TIME_KEYS):
        database.execute(delete(table).where(table.c.person == person))

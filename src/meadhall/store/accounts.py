"""Accounts and the hall's own settings. Passwords come here as hashes only."""

import unicodedata
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, Executable, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from meadhall.store.lane import Lane
from meadhall.store.schema import ACCOUNTS, SETTINGS

_COLUMNS = "id, name, password_hash, created, epoch"
_BY_NAME = f"SELECT {_COLUMNS} FROM accounts WHERE key = :value"  # noqa: S608 - our own words
_BY_ID = f"SELECT {_COLUMNS} FROM accounts WHERE id = :value"  # noqa: S608 - our own words


@dataclass(frozen=True, slots=True)
class Account:
    """A person with a password. Raising `epoch` makes all earlier sessions void."""

    id: str
    name: str
    password_hash: str
    created: int
    epoch: int = 0


class SqlAccounts:
    """The accounts. Names are taken without regard to case and spelling variants."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane

    async def add(self, account: Account) -> bool:
        """Keep a new account; `False` if its name or id is taken."""
        row = insert(ACCOUNTS).values(
            id=account.id,
            name=account.name,
            key=_key(account.name),
            password_hash=account.password_hash,
            created=account.created,
            epoch=account.epoch,
        )
        try:
            await self._write(row)
        except IntegrityError:
            return False
        return True

    async def by_name(self, name: str) -> Account | None:
        """The account of that name."""
        return await self._one(_BY_NAME, _key(name))

    async def by_id(self, id_: str) -> Account | None:
        """The account of that id."""
        return await self._one(_BY_ID, id_)

    async def set_password(self, id_: str, password_hash: str) -> None:
        """Change the password and make all sessions void."""
        changed = update(ACCOUNTS).where(ACCOUNTS.c.id == id_)
        values = {"password_hash": password_hash, "epoch": ACCOUNTS.c.epoch + 1}
        await self._write(changed.values(values))

    async def sign_out_everywhere(self, id_: str) -> None:
        """Make all sessions void."""
        changed = update(ACCOUNTS).where(ACCOUNTS.c.id == id_)
        await self._write(changed.values(epoch=ACCOUNTS.c.epoch + 1))

    async def delete(self, id_: str) -> None:
        """Forget the account. Matches keep the name that was played under."""
        await self._write(delete(ACCOUNTS).where(ACCOUNTS.c.id == id_))

    async def setting(self, name: str, value: str) -> str:
        """The hall's setting of that name, which becomes `value` if it has none yet."""
        try:
            await self._write(insert(SETTINGS).values(name=name, value=value))
        except IntegrityError:
            kept = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return str(await self._lane.read(lambda database: database.scalar(kept)))
        return value

    async def set_setting(self, name: str, value: str) -> None:
        """Give the hall's setting of that name another value."""
        changed = update(SETTINGS).where(SETTINGS.c.name == name).values(value=value)

        def change_or_add(database: Connection) -> None:
            if database.execute(changed).rowcount == 0:
                database.execute(insert(SETTINGS).values(name=name, value=value))

        await self._lane.write(change_or_add)

    async def _write(self, statement: Executable) -> None:
        await self._lane.write(lambda database: database.execute(statement))

    async def _one(self, statement: str, value: str) -> Account | None:
        row = await self._lane.row(statement, {"value": value})
        return Account(*cast("tuple[str, str, str, int, int]", row)) if row else None


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()

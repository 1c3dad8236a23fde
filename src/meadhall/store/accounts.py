"""Accounts and the hall's own settings. The store sees passwords only as hashes."""

from typing import cast

from sqlalchemy import Connection, Executable, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from meadhall.store.account import Account, name_key
from meadhall.store.backend import NUL, Backend
from meadhall.store.name_looks import looks
from meadhall.store.schema import ACCOUNT_LOOKS, ACCOUNTS, SETTINGS

_COLUMNS = "id, name, password_hash, created, epoch"
_BY_NAME = f"SELECT {_COLUMNS} FROM accounts WHERE key = :value"  # noqa: S608 - our own words
# Plain SQL, because every request of a person with an account looks that up.
_BY_ID = f"SELECT {_COLUMNS} FROM accounts WHERE id = :value"  # noqa: S608 - our own words
_BY_LOOKS = "SELECT account FROM account_looks WHERE look = :one OR look = :two"
_SETTING = "SELECT value FROM settings WHERE name = :value"


class SqlAccounts:
    """The accounts. Two names that differ only in case or Unicode form count as the same."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, account: Account) -> bool:
        """Store a new account; returns `False` if its id or a name that looks alike is taken."""
        row = insert(ACCOUNTS).values(
            id=account.id,
            name=account.name,
            key=name_key(account.name),
            password_hash=account.password_hash,
            created=account.created,
            epoch=account.epoch,
        )
        shown = [{"look": look, "account": account.id} for look in looks(account.name)]

        def write(database: Connection) -> None:
            database.execute(row)
            database.execute(insert(ACCOUNT_LOOKS), shown)

        try:
            await self._backend.write(write)
        except IntegrityError:
            return False
        return True

    async def by_name(self, name: str) -> Account | None:
        """The account with that name."""
        if NUL in name:
            return None
        return await self._find(_BY_NAME, name_key(name))

    async def find_bearer(self, name: str) -> str | None:
        """The id of the account with that name, or with one that looks like it."""
        first, *others = sorted(looks(name))
        row = await self._backend.row(_BY_LOOKS, {"one": first, "two": others[0] if others else ""})
        return str(row[0]) if row else None

    async def by_id(self, id_: str) -> Account | None:
        """The account with that id."""
        return await self._find(_BY_ID, id_)

    async def set_password(self, id_: str, password_hash: str) -> None:
        """Change the password and end all sessions."""
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == id_)
        values = {"password_hash": password_hash, "epoch": ACCOUNTS.c.epoch + 1}
        await self._write(change.values(values))

    async def sign_out_everywhere(self, id_: str) -> None:
        """End all sessions."""
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == id_)
        await self._write(change.values(epoch=ACCOUNTS.c.epoch + 1))

    async def setting(self, name: str, value: str) -> str:
        """The hall's setting; it becomes `value` if it has none yet."""
        # Insert, then read: two servers that start at once get the same value.
        try:
            await self._write(insert(SETTINGS).values(name=name, value=value))
        except IntegrityError:
            stored = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return str(await self._backend.read(lambda database: database.scalar(stored)))
        return value

    async def find_setting(self, name: str) -> str | None:
        """The hall's setting, if it has one."""
        row = await self._backend.row(_SETTING, {"value": name})
        return str(row[0]) if row else None

    async def erase_setting(self, name: str) -> None:
        """Delete the hall's setting, and overwrite where it was stored."""

        def erase(database: Connection) -> None:
            if database.dialect.name == "sqlite":
                database.exec_driver_sql("PRAGMA secure_delete = ON")
            database.execute(delete(SETTINGS).where(SETTINGS.c.name == name))

        await self._backend.write(erase)

    async def set_setting(self, name: str, value: str) -> None:
        """Change the hall's setting, or add it."""
        change = update(SETTINGS).where(SETTINGS.c.name == name).values(value=value)

        def change_or_add(database: Connection) -> None:
            if database.execute(change).rowcount == 0:
                database.execute(insert(SETTINGS).values(name=name, value=value))

        await self._backend.write(change_or_add)

    async def _write(self, statement: Executable) -> None:
        await self._backend.write(lambda database: database.execute(statement))

    async def _find(self, statement: str, value: str) -> Account | None:
        row = await self._backend.row(statement, {"value": value})
        return Account(*cast("tuple[str, str, str, int, int]", row)) if row else None


def erase_account(database: Connection, person: str) -> None:
    """Delete the account of the person, if there is one."""
    database.execute(delete(ACCOUNT_LOOKS).where(ACCOUNT_LOOKS.c.account == person))
    database.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == person))

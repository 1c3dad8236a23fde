"""Opens a store by its address."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, make_url

from meadhall.match.ports import StoreUnavailable
from meadhall.store.accounts import SqlAccounts
from meadhall.store.backend import Backend
from meadhall.store.ended_rights import SqlRights
from meadhall.store.health import StoreHealth, WatchedBackend
from meadhall.store.matches import SqlMatches
from meadhall.store.migrate import migrate
from meadhall.store.private_files import prepare_database_file
from meadhall.store.sqlite import SqliteBackend, SqliteFile

if TYPE_CHECKING:  # it takes 8 MB of memory
    from meadhall.store.postgres import PostgresBackend

SERVER = "server"
"""The stored setting that says which server serves the database, or served it last."""


class AlreadyServed(StoreUnavailable):
    """Raised for a database that another server serves."""

    def __init__(self, server: str) -> None:
        super().__init__(
            f"It is served by {server}. Stop that server first, or choose another database."
        )


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that a hall stores."""

    matches: SqlMatches
    accounts: SqlAccounts
    rights: SqlRights
    backend: Backend
    health: StoreHealth
    shared: "PostgresBackend | None" = None
    """The database, where several processes may serve it; SQLite serves one."""

    async def claim(self, server: str) -> None:
        """Serve the database, under a name for people; raises `AlreadyServed`.

        A SQLite file has one server. Many may serve PostgreSQL, but not beside an older release.
        """
        if not await self.backend.claim():
            raise AlreadyServed(await self.accounts.find_setting(SERVER) or "another server")
        await self.accounts.set_setting(SERVER, server)

    async def ping(self) -> None:
        """Raise `StoreUnavailable` if the database does not answer."""
        await self.backend.row("SELECT 1", {})

    async def close(self) -> None:
        """Finish pending work, give up the claim and close the database."""
        await self.backend.close()


async def open_store(place: str) -> Store:
    """The store at a file path or a `postgresql://` address, created or migrated if necessary.

    With `sqlite:///hall.db?synchronous=full` a commit also survives a power cut.
    """
    health = StoreHealth()
    own, shared = _backend(database_url(place))
    backend = WatchedBackend(own, health)
    try:
        await backend.write(migrate)
    except BaseException:
        await backend.close()
        raise
    return Store(
        SqlMatches(backend), SqlAccounts(backend), SqlRights(backend), backend, health, shared
    )


def secret_file(place: str) -> Path:
    """Where the key that signs tokens is kept: beside a SQLite file, else in the current folder."""
    url = database_url(place)
    is_file = url.get_backend_name() == "sqlite"
    return Path(f"{url.database}.secret" if is_file else "meadhall.secret")


def _backend(url: URL) -> "tuple[Backend, PostgresBackend | None]":
    """The database, and once more if several processes may serve it."""
    if url.get_backend_name() == "sqlite":
        file = SqliteFile.at(url)
        prepare_database_file(file.path)
        return SqliteBackend(file), None
    from meadhall.store.postgres import PostgresBackend  # noqa: PLC0415 - it takes 8 MB of memory

    shared = PostgresBackend(url)
    return shared, shared


def database_url(place: str) -> URL:
    """The address of a database; a plain text is the path of a SQLite file."""
    if "://" not in place:
        return URL.create("sqlite", database=place)
    url = make_url(place)
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"a store is a SQLite file or PostgreSQL, not {url.get_backend_name()}")
    return url

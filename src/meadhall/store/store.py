"""Opening a store by the place it is at."""

from dataclasses import dataclass

from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from meadhall.store.accounts import SqlAccounts
from meadhall.store.lane import Lane
from meadhall.store.matches import SqlMatches
from meadhall.store.migrate import migrate
from meadhall.store.postgres import PostgresLane, postgres_engine
from meadhall.store.sqlite import SqliteFile, SqliteLane, sqlite_engine


@dataclass(frozen=True, slots=True)
class Store:
    """Everything a hall keeps."""

    matches: SqlMatches
    accounts: SqlAccounts
    engine: AsyncEngine
    lane: Lane

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        await self.lane.close()
        await self.engine.dispose()


async def open_store(place: str) -> Store:
    """The store at a file's path or a `postgresql://` address, made or migrated if need be.

    `sqlite:///hall.db?synchronous=full` asks that a commit survive a power cut as well.
    """
    url = _url(place)
    if url.get_backend_name() == "postgresql":
        engine = postgres_engine(url)
        await migrate(engine)
        return _store(engine, PostgresLane(engine))
    file = SqliteFile.at(url)
    file.path.parent.mkdir(parents=True, exist_ok=True)
    engine = sqlite_engine(file)
    await migrate(engine.execution_options(writes=True))
    return _store(engine, SqliteLane(file))


def _store(engine: AsyncEngine, lane: Lane) -> Store:
    return Store(SqlMatches(engine, lane), SqlAccounts(engine, lane), engine, lane)


def _url(place: str) -> URL:
    if "://" not in place:
        return URL.create("sqlite", database=place)
    url = make_url(place)
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"a store is a SQLite file or PostgreSQL, not {url.get_backend_name()}")
    return url

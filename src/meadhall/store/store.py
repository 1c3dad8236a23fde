"""Opening a store by the place it is at."""

from dataclasses import dataclass

from sqlalchemy import URL, make_url

from meadhall.store.accounts import SqlAccounts
from meadhall.store.lane import Lane
from meadhall.store.matches import SqlMatches
from meadhall.store.migrate import migrate
from meadhall.store.sqlite import SqliteFile, SqliteLane


@dataclass(frozen=True, slots=True)
class Store:
    """Everything a hall keeps."""

    matches: SqlMatches
    accounts: SqlAccounts
    lane: Lane

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        await self.lane.close()


async def open_store(place: str) -> Store:
    """The store at a file's path or a `postgresql://` address, made or migrated if need be.

    `sqlite:///hall.db?synchronous=full` asks that a commit survive a power cut as well.
    """
    lane = _lane(_url(place))
    try:
        await lane.write(migrate)
    except BaseException:
        await lane.close()
        raise
    return Store(SqlMatches(lane), SqlAccounts(lane), lane)


def _lane(url: URL) -> Lane:
    if url.get_backend_name() == "sqlite":
        file = SqliteFile.at(url)
        file.path.parent.mkdir(parents=True, exist_ok=True)
        return SqliteLane(file)
    from meadhall.store.postgres import PostgresLane  # noqa: PLC0415 - it needs 8 MB for itself

    return PostgresLane(url)


def _url(place: str) -> URL:
    if "://" not in place:
        return URL.create("sqlite", database=place)
    url = make_url(place)
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ValueError(f"a store is a SQLite file or PostgreSQL, not {url.get_backend_name()}")
    return url

"""Both kinds of store: a new SQLite file, and an empty database on a real PostgreSQL server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.store.servers import empty_database, running_postgres

from meadhall.store import Store, open_store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that runs until the tests have ended."""
    with running_postgres(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that does not exist yet."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    return await empty_database(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    opened = await open_store(place)
    yield opened
    await opened.close()

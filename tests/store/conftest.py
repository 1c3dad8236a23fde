"""Both kinds of store, real ones: a new SQLite file, and a new database on a PostgreSQL server."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.store.servers import emptied, running_postgres

from meadhall.store import Store, open_store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as this run of the tests."""
    runtime = tmp_path_factory.mktemp("runtime")
    runtime.chmod(0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    with running_postgres(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be opened that does not exist yet."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    return await emptied(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    opened = await open_store(place)
    yield opened
    await opened.close()

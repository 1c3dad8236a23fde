"""Two halls on one PostgreSQL database, each with sockets of its own."""

from collections.abc import Iterator

import pytest
from tests.store.servers import running_postgres


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that runs until the tests have ended."""
    with running_postgres(tmp_path_factory.mktemp("postgres")) as address:
        yield address

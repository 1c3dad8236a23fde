"""Two halls on one PostgreSQL database, each with sockets of its own, for all tests of a file."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from serving import Served, serving
from tests.store.servers import empty_database, running_postgres

from meadhall.server.cluster.together import Together

SECRET = "one secret of all processes"
PATIENT = {"secret": SECRET, "heartbeat_ms": 60_000}
"""On a busy machine a process of a test may not be heard of for long, and is not dead."""
Test: TypeAlias = Callable[[Served, Served], Awaitable[None]]
Play: TypeAlias = Callable[[Test], None]


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that runs until the tests have ended."""
    with running_postgres(tmp_path_factory.mktemp("postgres")) as address:
        yield address


def known(served: Served) -> int:
    """How many processes it knows."""
    cluster = served.hall.cluster
    assert isinstance(cluster, Together)
    return len(cluster.members)


async def until(is_true: Callable[[], bool], seconds: float = 60.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if is_true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not become true")


@asynccontextmanager
async def two_halls(folder: Path, db: str, **more: Any) -> AsyncIterator[tuple[Served, Served]]:
    settings = {"db": db, **PATIENT, **more}
    async with serving(folder, **settings) as one, serving(folder, **settings) as two:
        await until(lambda: known(one) == known(two) == 2)
        yield one, two


@pytest.fixture(scope="module")
def play(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """Runs a test with two halls; tests share them, as visitors of real ones do."""
    loop, folder = asyncio.new_event_loop(), tmp_path_factory.mktemp("halls")
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    stack = AsyncExitStack()

    async def open_both() -> tuple[Served, Served]:
        db = await empty_database(postgres)
        return await stack.enter_async_context(two_halls(folder, db))

    def run(work: Awaitable[Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, 300), loop).result()

    one, two = run(open_both())

    async def with_visitors(test: Test) -> None:
        async with (
            Served(one.hall, one.address, one.gate) as first,
            Served(two.hall, two.address, two.gate) as second,
        ):
            await test(first, second)

    yield lambda test: run(with_visitors(test))
    run(stack.aclose())
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()

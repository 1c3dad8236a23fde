"""The database stops working under a running server: honest answers, few logs, recovery."""

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import asyncpg  # type: ignore[import-untyped] # it ships no types
import httpx
import pytest
from ports import free_port
from serving import PATIENCE
from tests.store.servers import disconnect_everybody, postgres_server

pytestmark = pytest.mark.one_adapter("It is about the store.")

CHECKERS = "chinese-checkers"
REQUESTS = 60
MATCH = {"game": CHECKERS, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


class Program:
    """A server in a process of its own, whose log can be read."""

    def __init__(self, db: str) -> None:
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        settings = {"DB": db, "PORT": str(port), "REQUEST_RATE": "1000", "BOTS": "1"}
        settings["SECRET"] = "for tests"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "meadhall.server"],
            env=os.environ | {f"MEADHALL_{name}": value for name, value in settings.items()},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.lines.extend(self.process.stderr)

    def end(self) -> None:
        self.process.kill()
        self._reader.join()  # before `communicate`, which closes what the reader reads
        self.process.communicate()


@asynccontextmanager
async def running(db: str) -> AsyncIterator[tuple[Program, httpx.AsyncClient]]:
    """A server and a guest who talks to it."""
    program = Program(db)
    try:
        async with httpx.AsyncClient(
            base_url=f"http://{program.address}", timeout=PATIENCE
        ) as guest:
            await until_ready(guest)
            made = (await guest.post("/api/guests", json={"name": "Ann"})).json()
            guest.headers["Authorization"] = f"Bearer {made['token']}"
            yield program, guest
    finally:
        program.end()


async def until_ready(guest: httpx.AsyncClient, status: int = 200) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                if (await guest.get("/readyz")).status_code == status:
                    return
            except httpx.TransportError:
                """It has not started yet."""
            await asyncio.sleep(0.05)


def check_refusal(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert answer.json()["code"] in ("NOT_STORED", "STORE_UNAVAILABLE")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.headers["content-type"] == "application/problem+json"


async def check_outage(program: Program, guest: httpx.AsyncClient) -> None:
    """Every write is refused with a code, and the log has one line a second at most."""
    began, before = time.monotonic(), len(program.lines)
    for _ in range(REQUESTS):
        check_refusal(await guest.post("/api/matches", json=MATCH))
    assert (await guest.get("/readyz")).status_code == 503
    assert (await guest.get("/healthz")).status_code == 200
    passed, lines = time.monotonic() - began, program.lines[before:]
    assert len(lines) <= passed + 2, "".join(lines)
    assert all("the database cannot be used" in line for line in lines)
    assert program.process.poll() is None


async def check_recovery(program: Program, guest: httpx.AsyncClient, match: str) -> None:
    """Without a restart, everything is as before."""
    await until_ready(guest)
    assert (await guest.get(f"/api/matches/{match}")).status_code == 200
    assert (await guest.post("/api/matches", json=MATCH)).status_code == 201
    told = ("the database cannot be used", "the database works again")
    assert all(any(words in line for line in program.lines) for words in told)


async def new_match(guest: httpx.AsyncClient) -> str:
    return str((await guest.post("/api/matches", json=MATCH)).json()["match"])


@contextmanager
def full_disk(process: int) -> Iterator[None]:
    """No file of the process can grow, as on a full disk."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    resource.prlimit(process, resource.RLIMIT_FSIZE, UNLIMITED)


def test_a_full_disk_is_answered_with_503_until_there_is_room_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(str(tmp_path / "hall.db")) as (program, guest):
            match = await new_match(guest)
            with full_disk(program.process.pid):
                await check_outage(program, guest)
                assert (await guest.get(f"/api/matches/{match}")).status_code == 200
                assert (await guest.get("/api/matches")).status_code == 200
            await check_recovery(program, guest, match)

    asyncio.run(run())


async def deadline(guest: httpx.AsyncClient, match: str) -> int:
    return int((await guest.get(f"/api/matches/{match}")).json()["clock"]["deadline"])


def test_no_clock_runs_while_nobody_can_move(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(str(tmp_path / "hall.db")) as (program, guest):
            timed = {**MATCH, "clock": {"mode": "days", "base": 86_400_000}}
            match = (await guest.post("/api/matches", json=timed)).json()["match"]
            before = await deadline(guest, match)
            with full_disk(program.process.pid):
                check_refusal(await guest.post("/api/matches", json=MATCH))
                await asyncio.sleep(0.5)
            await until_ready(guest)
            assert await deadline(guest, match) >= before + 500

    asyncio.run(run())


def test_a_stopped_postgres_is_answered_with_503_until_it_runs_again(tmp_path: Path) -> None:
    async def run(server: Any) -> None:
        async with running(server.get_uri()) as (program, guest):
            match = await new_match(guest)
            server.stop()
            check_refusal(await guest.get("/api/matches"))
            await check_outage(program, guest)
            server.start()
            await check_recovery(program, guest, match)

    with postgres_server(tmp_path) as server:
        asyncio.run(run(server))


async def set_read_only(place: str, value: str) -> None:
    connection = await asyncpg.connect(place)
    await connection.execute("SET default_transaction_read_only = off")
    name = await connection.fetchval("SELECT current_database()")
    await connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {value}')
    await connection.close()
    await disconnect_everybody(place)


def test_a_read_only_database_is_answered_with_503_until_it_can_be_written(
    tmp_path: Path,
) -> None:
    async def run(place: str) -> None:
        async with running(place) as (program, guest):
            match = await new_match(guest)
            await set_read_only(place, "on")
            await check_outage(program, guest)
            assert (await guest.get(f"/api/matches/{match}")).status_code == 200
            await set_read_only(place, "off")
            await check_recovery(program, guest, match)

    with postgres_server(tmp_path) as server:
        asyncio.run(run(server.get_uri()))

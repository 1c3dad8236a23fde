"""`meadhall serve --workers 2` for real: two processes, one address, restarts and refusals."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import asyncpg  # type: ignore[import-untyped] # it ships no types
from nemesis.database import Database, running_database
from nemesis.line import ask
from nemesis.servers import GONE
from ports import free_port
from websockets import ConnectionClosed, Origin
from websockets.asyncio.client import connect

from meadhall.cli.commands.hall_status import read_status

PATIENCE = 120.0


@contextmanager
def supervisor(database: Database, port: int, log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A hall of its own for every log: its name is the secret."""
    given = {
        "DB": database.address, "PORT": str(port), "WORKERS": "2", "SECRET": log.name,
        "COMPILE_AHEAD": "false", "BOTS": "1",
    }  # fmt: skip
    variables = {f"MEADHALL_{name}": value for name, value in given.items()}
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "meadhall.server"],
            env={**os.environ, **variables},
            stderr=file,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def workers(database: Database) -> dict[int, str]:
    """The processes that the database knows, with their addresses."""
    connection = await asyncpg.connect(database.address)
    try:
        rows = await connection.fetch("SELECT name, address FROM processes")
    except asyncpg.UndefinedTableError:
        return {}
    finally:
        await connection.close()
    found = [(re.match(r"process (\d+) ", row["name"]), row["address"]) for row in rows]
    return {int(name[1]): address for name, address in found if name}


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def two_others(database: Database, ports: tuple[int, int], *before: int) -> list[int]:
    """Wait for two workers on these ports that are none of those, until no other is known.

    A worker that was killed is known until another one has missed its heartbeats for two seconds.
    """
    addresses = sorted(f"http://127.0.0.1:{port}" for port in ports)
    async with asyncio.timeout(PATIENCE):
        while True:
            known = await workers(database)
            if sorted(known.values()) == addresses and not set(before) & set(known):
                return [*known]
            await asyncio.sleep(0.2)


def test_workers_serve_one_address_are_replaced_and_end_with_their_supervisor(
    tmp_path: Path,
) -> None:
    async def run(database: Database, process: "subprocess.Popen[bytes]", port: int) -> None:
        ports = (port + 1, port + 2)
        first = await two_others(database, ports)
        failures = asyncio.create_task(failed_requests(port))
        process.send_signal(signal.SIGHUP)
        second = await two_others(database, ports, *first)
        for own in ports:
            assert await ask(own, "GET", "/api/games")
            assert await is_welcome(own, f"http://127.0.0.1:{port}")
            assert not await is_welcome(own, f"http://127.0.0.1:{port + 50}")
        status = await read_status(database.address)
        assert {one.address for one in status.processes} == {f"http://127.0.0.1:{n}" for n in ports}
        assert all(one.metrics is not None and one.up >= 0 for one in status.processes)
        policy = await asyncio.to_thread(policy_of, port)
        assert all(f" ws://127.0.0.1:{own}" in policy for own in ports)
        failures.cancel()
        assert await failures == 0, "the common address answers all the time"
        assert not any(map(is_alive, first))
        log = tmp_path / "another hall"
        with supervisor(database, port + 100, log) as stranger:
            assert await asyncio.to_thread(stranger.wait) == 2
            assert "with another signing secret" in log.read_text("utf-8")
        process.kill()  # it cannot say goodbye, and its workers notice
        async with asyncio.timeout(PATIENCE):
            while any(map(is_alive, second)):
                await asyncio.sleep(0.05)

    port = free_port()
    with (
        running_database(tmp_path / "postgres") as database,
        supervisor(database, port, tmp_path / "this hall") as process,
    ):
        asyncio.run(run(database, process, port))


async def is_welcome(own: int, page: str) -> bool:
    """Whether the page may open sockets at a worker's own port."""
    address = f"ws://127.0.0.1:{own}/api/matches/nothing/socket"
    async with connect(address, origin=Origin(page)) as line:
        with suppress(ConnectionClosed):
            await line.send('{"kind": "join", "tokens": []}')
            await line.recv()
    return line.close_code == 4404  # there is no such match, but nobody is sent away


def policy_of(port: int) -> str:
    """What pages may do, once the worker that answers knows of the other."""
    policy = ""
    for _ in range(100):
        with urlopen(f"http://127.0.0.1:{port}/api/games") as answer:
            policy = str(answer.headers["content-security-policy"])
        if " ws:" in policy:
            break
        time.sleep(0.1)
    return policy


async def failed_requests(port: int) -> int:
    """Ask for something until cancelled; how often that failed."""
    failures = 0
    try:
        while True:
            try:
                await asyncio.wait_for(ask(port, "GET", "/api/me"), PATIENCE)
            except GONE as error:
                failures += getattr(error, "code", 0) != 401
            await asyncio.sleep(0.1)
    except asyncio.CancelledError:
        return failures


def test_a_signal_ends_supervisor_and_workers_in_good_order(tmp_path: Path) -> None:
    async def run(database: Database, process: "subprocess.Popen[bytes]", port: int) -> None:
        both = await two_others(database, (port + 1, port + 2))
        os.kill(both[0], signal.SIGKILL)
        other = await two_others(database, (port + 1, port + 2), both[0])
        assert both[1] in other
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait) == 0
        assert not any(map(is_alive, other))
        assert await workers(database) == {}, "they have said goodbye"

    port = free_port()
    with (
        running_database(tmp_path / "postgres") as database,
        supervisor(database, port, tmp_path / "this hall") as process,
    ):
        asyncio.run(run(database, process, port))

"""What another table notices while one guest floods four six-seat tables of Secret Toaster.

All 24 seats write and withdraw an order as fast as the limit on messages allows, are ready and
start again. At the bystander's table of Chinese Checkers somebody says something every 60
milliseconds. Server, flood and bystander are programs of their own; quiet and flooded slices take
turns.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from meadhall.cli.bench.figures import Figure
from meadhall.cli.bench.server_process import serving

TITLE = "Bystander: a command at another table while one guest floods four tables"
TABLES, SEATS = 4, 6
PAUSE, SLICE, ROUNDS = 0.06, 8.0, 3
PER_SECOND = 20
"""Messages per second on each socket: the usual limit."""
NICE = 10
"""The flood leaves the processor to the one who measures: a real one has a machine of its own."""
SETTLE = 3.0
"""Seconds in which the flood begins."""
WRITES = 20
"""How often a seat writes and withdraws an order before it is ready."""


def measure() -> list[Figure]:
    """The 99th percentile of the bystander's commands, quiet and flooded."""
    quiet: list[float] = []
    flooded: list[float] = []
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "meadhall", "serve", "--db", f"{folder}/hall.db", "--port"]
        variables = {"MEADHALL_LOG": "error", "MEADHALL_COMPILE_AHEAD": "false"}
        with serving(command, variables, "readyz") as (_, port):
            for _ in range(ROUNDS):
                quiet += asyncio.run(watch(port))
                with _flood(port):
                    flooded += asyncio.run(watch(port))
    calm, busy = _p99(quiet), _p99(flooded)
    return [
        Figure("99 % of commands, quiet", 1000 * calm, "ms"),
        Figure("99 % of commands, flooded", 1000 * busy, "ms", busy / calm, "quiet", "<= 3"),
    ]


async def watch(port: int) -> list[float]:
    """The seconds from each command to its answer."""
    line, _ = await _sit(port, "chinese-checkers", 2, _guest(port))
    seconds = []
    ends = perf_counter() + SLICE
    while (began := perf_counter()) < ends:
        name = str(len(seconds))
        await line.send(json.dumps({"kind": "say", "id": name, "seat": 0, "text": name}))
        while json.loads(await line.recv()).get("id") != name:
            pass
        seconds.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)
    await line.close()
    return seconds


async def flood(port: int) -> None:
    """Write, withdraw and be ready at all seats, until the program is ended."""
    guest = _guest(port)
    tables = [await _sit(port, "secret-toaster", SEATS, guest) for _ in range(TABLES)]
    lines = [(seat, line) for table in tables for seat, line in enumerate(table)]
    await asyncio.gather(*(_act_for_ever(seat, line) for seat, line in lines))


async def _act_for_ever(seat: int, line: ClientConnection) -> None:
    order = re.findall(r"1 fortify [^\"]+", str(await line.recv()))[0]
    turn, number = 1, 0

    async def listen() -> None:
        nonlocal turn
        async for text in line:
            turn = json.loads(text).get("turn", turn)

    listening = asyncio.create_task(listen())
    while not listening.done():
        for text in (*(order, "withdraw 1") * WRITES, "ready"):
            number += 1
            act = {"kind": "act", "id": str(number), "seat": seat, "turn": turn, "text": text}
            await line.send(json.dumps(act))
            await asyncio.sleep(1 / PER_SECOND)


async def _sit(port: int, game: str, seats: int, guest: str) -> list[ClientConnection]:
    """The sockets of a new table, one for each seat; one guest holds all of them."""
    made = _post(port, "/api/matches", {"game": game, "seats": [{"kind": "mine"}] * seats}, guest)
    address = f"ws://127.0.0.1:{port}/api/matches/{made['match']}/socket"
    lines = [await connect(address, max_queue=None) for _ in range(seats)]
    for line, token in zip(lines, made["tokens"], strict=True):
        await line.send(json.dumps({"kind": "join", "tokens": [token]}))
    return lines


def _guest(port: int) -> str:
    token: str = _post(port, "/api/guests", {"name": "Guest"}, "")["token"]
    return token


def _post(port: int, path: str, body: object, token: str) -> dict[str, Any]:
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    headers = {"Content-Type": "application/json", **bearer}
    request = Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urlopen(request) as answer:  # noqa: S310 - the same
        given: dict[str, Any] = json.load(answer)
    return given


@contextmanager
def _flood(port: int) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, __file__, str(port)])  # noqa: S603 - our own program
    sleep(SETTLE)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(flood(int(sys.argv[1])))

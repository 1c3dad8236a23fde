"""The system's clock is set an hour forth or back: nobody loses time, and no session ends."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from ports import free_port
from serving import PATIENCE, Sitting
from websockets.asyncio.client import connect

from meadhall.server.clock import SteadyClock
from meadhall.server.protocol.messages import StepMessage

pytestmark = pytest.mark.one_adapter("It is about the clock.")

HOUR = 3600
LIMIT = 600_000
SERVER = """
import runpy, sys, time
from pathlib import Path
jump, set_clock = Path(sys.argv[1]), time.time
time.time = lambda: set_clock() + float(jump.read_text())
runpy.run_module("meadhall.server", run_name="__main__")
"""
"""The server on a machine whose clock is set by writing to a file."""


class Machine:
    """A machine whose clock can be set, and the server on it."""

    def __init__(self, folder: Path) -> None:
        self._jump, self._port = folder / "jump", free_port()
        self._settings = {"DB": str(folder / "hall.db"), "PORT": str(self._port), "BOTS": "1"}
        self.address = f"127.0.0.1:{self._port}"
        self.http = httpx.AsyncClient(base_url=f"http://{self.address}", timeout=PATIENCE)
        self.set_clock(0)

    def set_clock(self, seconds: int) -> None:
        draft = self._jump.with_suffix(".new")
        draft.write_text(str(seconds))
        draft.replace(self._jump)

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Run the server until the block ends, then kill it."""
        settings = {f"MEADHALL_{name}": value for name, value in self._settings.items()}
        program = [sys.executable, "-c", SERVER, str(self._jump)]
        with subprocess.Popen(program, env=os.environ | settings) as process:  # noqa: ASYNC220 - it returns at once
            try:
                await self._until_ready()
                yield
            finally:
                process.kill()

    async def _until_ready(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.http.get("/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.05)


async def new_match(machine: Machine) -> dict[str, Any]:
    """A match with a clock, both seats taken by one guest, who stays signed in."""
    guest = (await machine.http.post("/api/guests", json={"name": "Ann"})).json()
    machine.http.headers["Authorization"] = f"Bearer {guest['token']}"
    seats, clock = [{"kind": "mine"}] * 2, {"mode": "turn", "base": LIMIT}
    plan = {"game": "chinese-checkers", "seats": seats, "clock": clock}
    made: dict[str, Any] = (await machine.http.post("/api/matches", json=plan)).json()
    return made


async def play(machine: Machine, made: dict[str, Any], seat: int) -> None:
    """Sit down with both seats and play the first legal move of one of them."""
    async with connect(f"ws://{machine.address}/api/matches/{made['match']}/socket") as line:
        sitting = Sitting(line)
        await sitting.join(*made["tokens"])
        _, text = sitting.moves[seat][0]
        assert isinstance(await sitting.act(text, seat, uuid4().hex), StepMessage)


async def check(machine: Machine, made: dict[str, Any], seat: int) -> None:
    assert (await machine.http.get("/api/me")).status_code == 200
    await play(machine, made, seat)


def test_a_clock_that_jumps_costs_nobody_time_and_ends_no_session(tmp_path: Path) -> None:
    async def run() -> None:
        machine = Machine(tmp_path)
        async with machine.http:
            async with machine.serving():
                made = await new_match(machine)
                for seat, jump in enumerate((HOUR, -HOUR)):
                    machine.set_clock(jump)
                    await check(machine, made, seat)
            async with machine.serving():  # killed, and started on a machine an hour behind
                await check(machine, made, 0)
                machine.set_clock(HOUR)
                await check(machine, made, 1)
            async with machine.serving():  # and now on one that is an hour ahead
                await check(machine, made, 0)

    asyncio.run(run())


def test_the_clock_is_read_once_and_runs_on_steadily() -> None:
    now, passed = [1000.0], [50.0]
    clock = SteadyClock(0, lambda: now[0], lambda: passed[0])
    assert clock() == 1_000_000
    now[0] -= 3600
    passed[0] += 1.5
    assert clock() == 1_001_500
    assert SteadyClock(2_000_000, lambda: now[0], lambda: passed[0])() == 2_000_000

"""The supervisor with small programs as workers: restarts, pauses, giving up, rolling, stopping."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from pathlib import Path

import pytest

from meadhall.server.workers import supervisor
from meadhall.server.workers.supervisor import GAVE_UP, STOPPED, Supervisor, Worker

FAITHFUL = "trap 'exit 0' TERM; while :; do sleep 0.05; done"
STUBBORN = "trap '' TERM; while :; do sleep 0.05; done"
FAILING = "exit 3"


class Staff:
    """A supervisor over shell scripts, and a diary of what it did."""

    def __init__(self, count: int, script: Callable[[Worker], str]) -> None:
        self.workers = [Worker(number, 0) for number in range(1, count + 1)]
        self.supervisor = Supervisor(self.workers, self._start, self._readiness)
        self.started: list[int] = []
        self._script = script

    async def _start(self, worker: Worker) -> Process:
        self.started.append(worker.number)
        return await asyncio.create_subprocess_exec("sh", "-c", self._script(worker))

    async def _readiness(self, worker: Worker) -> None:
        """A program that has lived for a moment is ready."""
        assert worker.process is not None
        await asyncio.sleep(0.1)

    async def all_ready(self) -> None:
        await asyncio.gather(*(worker.ready.wait() for worker in self.workers))

    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self.workers if worker.process is not None]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(supervisor, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(supervisor, "START_SECONDS", 1.0)


def test_a_worker_that_dies_is_replaced_and_the_others_stay() -> None:
    async def run() -> None:
        staff = Staff(2, lambda _: FAITHFUL)
        running = asyncio.create_task(staff.supervisor.run())
        await staff.all_ready()
        first, second = staff.pids()
        os.kill(first, signal.SIGKILL)
        while staff.pids()[0] == first:  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0.01)
        await staff.all_ready()
        assert staff.pids()[1] == second
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == STOPPED
        assert staff.started == [1, 2, 1]

    asyncio.run(run())


def test_workers_are_restarted_one_after_the_other() -> None:
    async def run() -> None:
        staff = Staff(3, lambda _: FAITHFUL)
        running = asyncio.create_task(staff.supervisor.run())
        await staff.all_ready()
        before = staff.pids()
        fewest = 3
        os.kill(os.getpid(), signal.SIGHUP)
        while len(staff.started) < 6 or not all(worker.ready.is_set() for worker in staff.workers):
            fewest = min(fewest, sum(worker.ready.is_set() for worker in staff.workers))
            await asyncio.sleep(0.01)
        assert fewest == 2, "one at a time is away"
        assert staff.started == [1, 2, 3, 1, 2, 3]
        assert not set(before) & set(staff.pids())
        os.kill(os.getpid(), signal.SIGINT)
        assert await running == STOPPED

    asyncio.run(run())


def test_a_restart_ends_with_the_first_new_worker_that_does_not_come_up() -> None:
    async def run() -> None:
        scripts = {1: [FAITHFUL, FAILING]}

        def script(worker: Worker) -> str:
            known = scripts.get(worker.number, [FAITHFUL])
            return known.pop(0) if len(known) > 1 else known[0]

        staff = Staff(2, script)
        running = asyncio.create_task(staff.supervisor.run())
        await staff.all_ready()
        second = staff.pids()[1]
        staff.supervisor.restart_one_by_one()
        await asyncio.sleep(1.5)
        assert staff.pids()[1] == second
        assert staff.workers[0].failures > supervisor.MOST_FAILURES, "it is tried on"
        assert not running.done(), "while one worker serves, the hall is open"
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == STOPPED

    asyncio.run(run())


def test_workers_that_all_fail_again_and_again_are_given_up() -> None:
    async def run() -> None:
        staff = Staff(2, lambda _: FAILING)
        assert await staff.supervisor.run() == GAVE_UP
        assert 2 * supervisor.MOST_FAILURES <= len(staff.started) <= 4 * supervisor.MOST_FAILURES

    asyncio.run(run())


def test_pauses_grow_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pauses = [Worker(1, 0, failures=failures).pause() for failures in range(8)]
    assert pauses == [0.2, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_a_worker_that_does_not_stop_is_killed() -> None:
    async def run() -> None:
        staff = Staff(1, lambda _: STUBBORN)
        running = asyncio.create_task(staff.supervisor.run())
        await staff.all_ready()
        os.kill(os.getpid(), signal.SIGTERM)
        assert await running == STOPPED
        process = staff.workers[0].process
        assert process is not None
        assert process.returncode == -signal.SIGKILL

    asyncio.run(run())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"WORKERS": "2"}, "2 workers need PostgreSQL, because a SQLite file serves one process."),
        (
            {"WORKERS": "2", "DB": ""},
            "2 workers need PostgreSQL, because a SQLite file serves one process.",
        ),
        ({"WORKERS": "0"}, "MEADHALL_WORKERS is 0; expected at least 1."),
        (
            {"WORKERS": "4", "DB": "postgresql://hall/hall", "PORT": "65533"},
            "MEADHALL_PORT is 65533; expected room for 4 ports after it.",
        ),
    ],
)
def test_wrong_settings_are_refused_by_a_sentence(
    settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    given = {f"MEADHALL_{name}": value for name, value in settings.items()}
    done = subprocess.run(
        [sys.executable, "-m", "meadhall.server"],
        env={**os.environ, **given},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1

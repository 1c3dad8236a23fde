"""A run on a real Dask cluster: a scheduler and two workers, one of which is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from ports import free_port

from meadhall.arena.contest import executors
from meadhall.arena.contest.executors import Inline, cluster
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.run_jobs import run_jobs
from meadhall.arena.contest.schedule import Contest, duel
from meadhall.core.refusal import Refused


def started(stack: ExitStack, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    quiet = subprocess.DEVNULL
    process = stack.enter_context(subprocess.Popen(command, stdout=quiet, stderr=quiet))
    stack.callback(process.kill)
    return process


def scheduler(stack: ExitStack) -> str:
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    started(stack, "dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    return address


@pytest.fixture
def workers() -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    with ExitStack() as stack:
        address = scheduler(stack)
        plain = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        yield address, [started(stack, "dask_worker", address, *plain) for _ in range(2)]


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    workers: tuple[str, list["subprocess.Popen[bytes]"]],
) -> None:
    address, processes = workers
    jobs = list(duel(Contest("jarls", 2), "random", "greedy", 24))
    expected = Ledger(None, "")
    list(run_jobs(jobs, expected, Inline))
    ledger, numbers = Ledger(None, ""), []
    for outcome in run_jobs(jobs, ledger, cluster(address)):
        numbers.append(outcome.number)
        if len(numbers) == 4:
            os.kill(processes[0].pid, signal.SIGKILL)
    assert sorted(numbers) == [job.number for job in jobs]
    assert [(o.payoffs, o.plies) for o in ledger.valid_outcomes()] == [
        (o.payoffs, o.plies) for o in expected.valid_outcomes()
    ]


def test_a_scheduler_without_workers_is_not_waited_for_for_ever() -> None:
    with (
        ExitStack() as stack,
        pytest.raises(Refused, match="NO_WORKERS"),
        cluster(scheduler(stack), patience=1)(),
    ):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "tcp://127.0.0.1:port"])
def test_no_scheduler_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "ANSWER_SECONDS", 1)
    with pytest.raises(Refused, match="NO_CLUSTER"), cluster(address)():
        pass

"""Keeps workers running: replaces those that die, restarts them one by one, and stops them."""

import asyncio
import contextlib
import signal
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from meadhall.server.metrics import log

STOPPED, GAVE_UP = 0, 1
"""Exit codes."""
GRACE_SECONDS = 20.0
"""How long a worker may take to stop. It asks its clients to come back, and ends its bots."""
START_SECONDS = 120.0
"""How long a worker may take to be ready, before a restart of all workers is called off."""
STEADY_SECONDS = 30.0
"""A worker that dies sooner than this after its start has failed."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds before a failed worker is started again; doubled with every failure."""
MOST_FAILURES = 5
"""If every worker has failed so often, one time after the other, the supervisor gives up."""
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@dataclass(slots=True)
class Worker:
    """A place for a process, which listens on the port beside the common address."""

    number: int
    port: int
    process: Process | None = None
    began: float = 0.0
    failures: int = 0
    """How often it has failed since it last ran for long."""
    leaving: bool = False
    """It was told to end, and is to be replaced."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def pause(self) -> float:
        """How long to wait before the next start, in seconds."""
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** max(0, self.failures - 1))


Start: TypeAlias = Callable[[Worker], Awaitable[Process]]
Readiness: TypeAlias = Callable[[Worker], Awaitable[None]]
"""Returns as soon as the worker is ready."""


class Supervisor:
    """Looks after the workers until it is told to stop, or gives up."""

    def __init__(
        self,
        workers: Sequence[Worker],
        start: Start,
        readiness: Readiness,
        opened: Callable[[], object] = bool,
    ) -> None:
        self.workers, self._start, self._readiness = tuple(workers), start, readiness
        self._opened: Callable[[], object] | None = opened
        """Called when the first worker is ready."""
        self._ending = asyncio.Event()
        self._code = STOPPED
        self._rolling: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Run the workers; returns the exit code."""
        loop = asyncio.get_running_loop()
        for number in STOP_SIGNALS:
            loop.add_signal_handler(number, self._ending.set)
        loop.add_signal_handler(signal.SIGHUP, self.restart_one_by_one)
        keeping = [asyncio.create_task(self._keep(worker)) for worker in self.workers]
        await self._ending.wait()
        if self._rolling is not None:
            self._rolling.cancel()
        await asyncio.gather(*map(_end, self.workers))
        await asyncio.gather(*keeping)
        return self._code

    def restart_one_by_one(self) -> None:
        """Replace all workers by new ones, each after the one before is ready."""
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.create_task(self._roll())
        else:
            log.warning("the workers are being restarted already")

    async def _roll(self) -> None:
        for worker in self.workers:
            worker.leaving = True
            worker.ready.clear()
            await _end(worker)
            try:
                await asyncio.wait_for(worker.ready.wait(), START_SECONDS)
            except TimeoutError:
                log.error("a new worker does not come up; the others stay", worker=worker.number)
                return
        log.info("all workers have been restarted")

    async def _keep(self, worker: Worker) -> None:
        """Start the worker, and start it again whenever it ends."""
        while not self._ending.is_set():
            worker.began, worker.leaving = monotonic(), False
            worker.process = await self._start(worker)
            announcing = asyncio.create_task(self._announce(worker))
            code = await worker.process.wait()
            announcing.cancel()
            worker.ready.clear()
            if not (self._ending.is_set() or worker.leaving):
                await self._mourn(worker, code)

    async def _announce(self, worker: Worker) -> None:
        await self._readiness(worker)
        worker.ready.set()
        log.info("a worker is ready", worker=worker.number, port=worker.port)
        if self._opened is not None:
            self._opened()
            self._opened = None

    async def _mourn(self, worker: Worker, code: int) -> None:
        """Wait before the worker is started again, or give up."""
        lived = monotonic() - worker.began
        worker.failures = worker.failures + 1 if lived < STEADY_SECONDS else 0
        log.warning(
            "a worker has ended and is started again", worker=worker.number, code=code,
            lived=f"{lived:.1f} s", failures=worker.failures,
        )  # fmt: skip
        if self._is_hopeless():
            log.error(
                "no worker stays up, so the hall is closed: the lines above say why; mend that and"
                " start it again"
            )
            self._code = GAVE_UP
            self._ending.set()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), worker.pause())

    def _is_hopeless(self) -> bool:
        """Whether all workers fail again and again. While one serves, the others are tried on."""
        return all(
            worker.failures >= MOST_FAILURES and not worker.ready.is_set()
            for worker in self.workers
        )


async def _end(worker: Worker) -> None:
    """Ask the worker to stop, and kill it if it does not."""
    process = worker.process
    if process is None or process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), GRACE_SECONDS)
    except TimeoutError:
        log.error("a worker does not stop and is killed", worker=worker.number)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

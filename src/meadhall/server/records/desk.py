"""Runs work on records in a process of its own, with limits on time, memory and waiting.

The rules are pure Python. In a thread they would hold the interpreter lock, and everybody else's
moves would wait for it.
"""

import asyncio
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from types import FrameType
from typing import Concatenate, NoReturn, ParamSpec, TypeVar

from meadhall.core.refusal import Refusal, Refused
from meadhall.server.metrics import log
from meadhall.server.records.work import Games

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 16
"""How many may wait while one is worked on."""
WORK_SECONDS = 10.0
"""Processor time for one piece of work."""
MEMORY_BYTES = 1 << 30
"""Address space of the process. The interpreter and its libraries take about a quarter."""
NICENESS = 10
"""Leaves the processor to the server whenever both want it."""


class OutOfTime(BaseException):
    """Raised in the midst of work that takes too long.

    It is no `Exception`, so that a game that catches everything cannot catch it.
    """


class RecordDesk:
    """One process that works on records, one after the other. The first of them starts it."""

    def __init__(
        self, games: Games, seconds: float = WORK_SECONDS, memory: int = MEMORY_BYTES
    ) -> None:
        self._games, self._seconds, self._memory = games, seconds, memory
        self._process: ProcessPoolExecutor | None = None
        self._accepted = 0

    async def run(
        self, work: Callable[Concatenate[Games, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The result of a function of `work`. Raises `Refused`, also if too many are waiting."""
        if self._accepted > MOST_WAITING:
            raise Refused.because("BUSY", "The server is busy with other matches. Try again later.")
        try:
            result = await self._submit(partial(work, self._games, *args, **kwargs))
        except (OutOfTime, MemoryError, BrokenExecutor):
            sentence = "This record takes too much time or memory."
            raise Refused.because("TOO_MUCH_WORK", sentence) from None
        except Exception:  # noqa: BLE001 - rules promise nothing for states that they did not make
            log.exception("the rules crashed on a record")
            raise Refused.because("BAD_RECORD", "This record cannot be replayed.") from None
        if isinstance(result, Refusal):
            raise Refused(result)
        return result

    async def stop(self) -> None:
        """End the process after what it is working on."""
        if self._process is not None:
            process, self._process = self._process, None
            await asyncio.to_thread(process.shutdown, cancel_futures=True)

    async def _submit(self, work: Callable[[], T]) -> T | Refusal:
        if self._process is None:
            self._process = _make_process(self._memory)
        try:
            job = self._process.submit(_limit_time, self._seconds, work)
            self._accepted += 1
            # The callback counts it out when it is done, even if nobody waits for it any more.
            done = asyncio.wrap_future(job)
            done.add_done_callback(self._count_out)
            return await asyncio.shield(done)
        except BrokenExecutor:
            self._process = None  # the next work starts a new one
            raise

    def _count_out(self, done: "asyncio.Future[T]") -> None:
        self._accepted -= 1
        if not done.cancelled():
            done.exception()  # else asyncio logs it where nobody waits for it


def _make_process(memory: int) -> ProcessPoolExecutor:
    # Not forked: the server has threads, and locks that they hold would stay locked in the copy.
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, spawn, _set_up_process, (memory,))


def _set_up_process(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this
    signal.signal(signal.SIGPROF, _raise_out_of_time)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """End the process when the server has been killed and could not do so."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _raise_out_of_time(_: int, __: FrameType | None) -> NoReturn:
    raise OutOfTime


def _limit_time(seconds: float, work: Callable[[], T]) -> T | Refusal:
    """Do the work, for as long as it may take. A refusal is a value: pickle keeps no `Refused`."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work()
    except Refused as error:
        return error.refusal
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)

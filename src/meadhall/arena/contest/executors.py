"""Executors for matches: this process, a pool of processes, or a Dask cluster."""

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from meadhall.arena.contest.run_jobs import Executors
from meadhall.core.refusal import Refused

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 60
"""How many seconds to wait for a cluster's first worker."""
ANSWER_SECONDS = 10
"""How many seconds a scheduler has to answer."""
P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Plays each match immediately, in this process."""

    def submit(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Future[T]":
        """Call the function; returns a future that is already done."""
        future: Future[T] = Future()
        # Nothing is caught here: `carry_out` turns every failure of a match into an outcome, and
        # Ctrl-C must end the run.
        future.set_result(fn(*args, **kwargs))
        return future


def pool(workers: int) -> Executors:
    """A pool of processes on this machine; with one worker, this process itself."""
    if workers == 1:
        return Inline
    # Spawned, not forked: compiled code and threads do not survive a fork.
    spawn = get_context("spawn")
    return lambda: ProcessPoolExecutor(workers, spawn, initializer=_exit_with_parent)


def _exit_with_parent() -> None:
    """End this worker when its parent ends.

    A worker whose parent was killed would wait for its next job for ever.
    """
    Thread(target=_wait_and_exit, daemon=True).start()


def _wait_and_exit() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # `sys.exit` would end this thread only, and the main thread waits for jobs.
        os._exit(1)


def cluster(address: str, patience: int = PATIENCE) -> Executors:
    """The workers of the Dask scheduler at that address; waits until it has at least one."""

    @contextmanager
    def connect() -> Iterator[Executor]:
        with _client_at(address) as client:
            _wait_for_a_worker(client, address, patience)
            with client.get_executor(pure=False, retries=3) as executor:
                yield executor

    return connect


def _client_at(address: str) -> "Client":
    from distributed import Client  # noqa: PLC0415 - an optional dependency, slow to load

    try:
        return Client(address, timeout=ANSWER_SECONDS)  # type: ignore[no-untyped-call] # no types there
    except (OSError, ValueError) as error:  # nothing answers, or it is not an address
        trouble = str(error)
    # The client that failed closes itself when it is collected. If that came while another one
    # starts, each would wait for the other.
    gc.collect()
    raise Refused.because("NO_CLUSTER", f"No scheduler answers at {address}: {trouble}", "cluster")


def _wait_for_a_worker(client: "Client", address: str, patience: int) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise Refused.because(
            "NO_WORKERS", f"The scheduler at {address} has had no workers for {patience} seconds.",
            "cluster",
        ) from None  # fmt: skip

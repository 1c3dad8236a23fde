"""Where matches are played: in this process, in a pool of processes, or on a cluster."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from meadhall.arena.run import Executors
from meadhall.core.refusal import Refused

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 60
"""Seconds that a cluster's first worker may take to come."""
P = ParamSpec("P")
T = TypeVar("T")


class Inline(Executor):
    """Plays each match at once, here: the simplest executor there is."""

    def submit(  # type: ignore[explicit-override] # typing.override needs Python 3.12
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Future[T]":
        """The result, in a future that is already done."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def pool(workers: int) -> Executors:
    """Processes of this machine; with one worker, this process itself."""
    if workers == 1:
        return Inline
    # Spawned, not forked: compiled code and threads do not survive a fork.
    spawn = get_context("spawn")
    return lambda: ProcessPoolExecutor(workers, spawn, initializer=_end_with_the_run)


def _end_with_the_run() -> None:
    """A worker whose run was killed would wait for its next game for ever."""
    Thread(target=_mourn, daemon=True).start()


def _mourn() -> None:
    run = parent_process()
    if run is not None:
        run.join()
        os._exit(1)


def cluster(address: str, patience: int = PATIENCE) -> Executors:
    """The workers of a Dask scheduler at that address, once it has any."""

    @contextmanager
    def connected() -> Iterator[Executor]:
        from distributed import Client  # noqa: PLC0415 - only who has a cluster needs it

        try:
            client = Client(address, timeout=10)  # type: ignore[no-untyped-call] # no types there
        except (OSError, ValueError) as error:  # nobody is there, or it is no address
            raise Refused.because(
                "NO_CLUSTER", f"No scheduler answers at {address}: {error}", "cluster"
            ) from None
        with client:
            _wait_for_a_worker(client, address, patience)
            with client.get_executor(pure=False, retries=3) as executor:  # type: ignore[no-untyped-call] # nor here
                yield executor

    return connected


def _wait_for_a_worker(client: "Client", address: str, patience: int) -> None:
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise Refused.because(
            "NO_WORKERS", f"The scheduler at {address} has had no workers for {patience} seconds.",
            "cluster",
        ) from None  # fmt: skip

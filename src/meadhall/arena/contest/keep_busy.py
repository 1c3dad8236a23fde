"""Gives an executor enough to do, and no more."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")


def keep_busy(
    executor: Executor, work: Callable[[J], R], jobs: Iterable[J], most: int
) -> "Generator[tuple[J, Future[R]], None, None]":
    """Keep up to `most` jobs with the executor, and yield them in the order they finish."""
    queue = iter(jobs)
    running: dict[Future[R], J] = {}
    try:
        while True:
            for job in islice(queue, most - len(running)):
                future = executor.submit(work, job)
                running[future] = job
                # An inline executor has already done it: the caller keeps it before the next one.
                if future.done():
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future
    # If the caller stops early, closing the executor would wait for all jobs that it has.
    finally:
        for future in running:
            future.cancel()

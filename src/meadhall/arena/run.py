"""Carries out jobs on any executor, and hands over the outcomes as they come."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from itertools import islice
from typing import TypeAlias

from meadhall.arena.job import Job, Outcome, carry_out
from meadhall.arena.ledger import Ledger

Executors: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Opens an executor; called again when one breaks down."""

_AHEAD = 256
"""Jobs handed to the executor before the first of them is back."""
_BREAKDOWNS = 5


def run(
    jobs: Iterable[Job], ledger: Ledger, executors: Executors
) -> Generator[Outcome, None, None]:
    """Plays what the ledger has not got, and keeps it there; stop by no longer asking.

    A worker that is killed takes its match with it; the match is played again elsewhere. Results
    are never counted twice, because the ledger knows them by number.
    """
    waiting = [job for job in jobs if job.number not in ledger.outcomes]
    for _ in range(_BREAKDOWNS):
        if not waiting:
            return
        try:
            with executors() as executor:
                yield from _run(waiting, ledger, executor)
        except BrokenProcessPool:
            waiting = [job for job in waiting if job.number not in ledger.outcomes]
        else:
            return
    raise RuntimeError(f"the workers broke down {_BREAKDOWNS} times; {len(waiting)} games are left")


def _run(jobs: Iterable[Job], ledger: Ledger, executor: Executor) -> Generator[Outcome, None, None]:
    queue = iter(jobs)
    running: set[Future[Outcome]] = set()
    try:
        while True:
            for job in islice(queue, _AHEAD - len(running)):
                future = executor.submit(carry_out, job)
                running.add(future)
                if future.done():  # played here and now: kept before the next one begins
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                outcome = future.result()
                ledger.add(outcome)
                yield outcome
    finally:
        for future in running:
            future.cancel()

"""Carries out jobs on any executor, and hands over the outcomes as they come."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from itertools import islice
from typing import TypeAlias

from meadhall.arena.job import Job, Outcome, carry_out
from meadhall.arena.ledger import Ledger
from meadhall.core.refusal import Refused

Executors: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Opens an executor; called again when one breaks down."""

_AHEAD = 256
"""Jobs handed to the executor before the first of them is back."""
_DEATHS = 5
"""So many games in a row whose worker died, each played by itself, are not the games' fault."""


def run(
    jobs: Iterable[Job], ledger: Ledger, executors: Executors
) -> Generator[Outcome, None, None]:
    """Plays what the ledger has not got, and keeps it there; stop by no longer asking.

    A worker that is killed takes its match with it; the match is played again elsewhere. Results
    are never counted twice, because the ledger knows them by number.

    A pool does not say whose worker died. It takes jobs in their order, so the first ones without
    an outcome are put aside, twice as many each time, and played one by one in the end.
    """
    waiting, suspects, doubt = ledger.missing(jobs), list[Job](), 1
    while waiting and not (yield from _survived(waiting, ledger, executors)):
        waiting = ledger.missing(waiting)
        suspects += waiting[:doubt]
        waiting, doubt = waiting[doubt:], 2 * doubt
    deaths = 0
    for job in suspects:
        deaths = 0 if (yield from _survived([job], ledger, executors)) else deaths + 1
        if deaths == _DEATHS:
            raise Refused.because("WORKERS_DIE", "The workers die, whichever game they play.")
        if deaths:
            yield _entered(ledger, _failed(job, "the process that played it died"))


def _survived(
    jobs: list[Job], ledger: Ledger, executors: Executors
) -> Generator[Outcome, None, bool]:
    """Plays the jobs; whether the workers lived to the end of them."""
    try:
        with executors() as executor:
            yield from _run(jobs, ledger, executor)
    except BrokenProcessPool:
        return False
    return True


def _run(jobs: Iterable[Job], ledger: Ledger, executor: Executor) -> Generator[Outcome, None, None]:
    queue = iter(jobs)
    running: dict[Future[Outcome], Job] = {}
    try:
        while True:
            for job in islice(queue, _AHEAD - len(running)):
                future = executor.submit(carry_out, job)
                running[future] = job
                if future.done():  # played here and now: kept before the next one begins
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield _entered(ledger, _outcome(future, running.pop(future)))
    finally:
        for future in running:
            future.cancel()


def _outcome(future: "Future[Outcome]", job: Job) -> Outcome:
    """What came of the job. A cluster says itself which game its workers died of."""
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except CancelledError:
        raise Refused.because(
            "WORKERS_LOST", "The workers are gone; what they have played is kept.", "cluster"
        ) from None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is this game's
        return _failed(job, f"{type(error).__name__}: {error}")


def _failed(job: Job, error: str) -> Outcome:
    return Outcome(job.number, job.seats, error=error)


def _entered(ledger: Ledger, outcome: Outcome) -> Outcome:
    ledger.add(outcome)
    return outcome

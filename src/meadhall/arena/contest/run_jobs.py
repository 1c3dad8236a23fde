"""Carries out jobs on any executor, and yields their outcomes as they arrive."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing
from typing import TypeAlias

from meadhall.arena.contest.job import Job, JobOutcome, carry_out
from meadhall.arena.contest.keep_busy import keep_busy
from meadhall.arena.contest.ledger import Ledger
from meadhall.core.refusal import Refused

Executors: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Opens an executor; called again when its workers have died."""

_AHEAD = 256
"""How many jobs may be with the executor at once."""
_DEATHS = 5
"""After this many deaths in a row, of jobs that run alone, the fault is not with the jobs."""


def run_jobs(
    jobs: Iterable[Job], ledger: Ledger, executors: Executors
) -> Generator[JobOutcome, None, None]:
    """Play the jobs that the ledger lacks, add their outcomes to it and yield them.

    The caller may stop at any time by closing the generator. If a worker is killed, its match is
    played again elsewhere. No outcome counts twice, because the ledger has them by number.

    A pool does not say which job killed its worker. It takes jobs in order, so the first jobs
    without an outcome are the suspects: they are put aside, twice as many after every death, and
    played one by one at the end.
    """
    waiting, suspects, count = ledger.missing(jobs), list[Job](), 1
    while waiting and not (yield from _play_all(waiting, ledger, executors)):
        waiting = ledger.missing(waiting)
        suspects += waiting[:count]
        waiting, count = waiting[count:], 2 * count
    deaths = 0
    for job in suspects:
        deaths = 0 if (yield from _play_all([job], ledger, executors)) else deaths + 1
        if deaths == _DEATHS:
            raise Refused.because("WORKERS_DIE", "The workers die, whichever game they play.")
        if deaths:
            yield _enter(ledger, _failure(job, "the process that played it died"))


def _play_all(
    jobs: list[Job], ledger: Ledger, executors: Executors
) -> Generator[JobOutcome, None, bool]:
    """Play the jobs; returns whether the workers survived them."""
    try:
        with (
            executors() as executor,
            closing(keep_busy(executor, carry_out, jobs, _AHEAD)) as finished,
        ):
            for job, future in finished:
                yield _enter(ledger, _outcome(future, job))
    except BrokenProcessPool:
        return False
    return True


def _outcome(future: "Future[JobOutcome]", job: Job) -> JobOutcome:
    """The outcome of the job. Unlike a pool, a cluster reports which job killed its workers."""
    try:
        return future.result()
    # All jobs of the pool are lost, not only this one: `_play_all` handles it.
    except BrokenProcessPool:
        raise
    except CancelledError:
        raise Refused.because(
            "WORKERS_LOST", "The workers are gone; what they have played is kept.", "cluster"
        ) from None
    except Exception as error:  # noqa: BLE001 - any failure is this job's and ends no other
        return _failure(job, f"{type(error).__name__}: {error}")


def _failure(job: Job, error: str) -> JobOutcome:
    return JobOutcome(job.number, job.seats, error=error)


def _enter(ledger: Ledger, outcome: JobOutcome) -> JobOutcome:
    ledger.add(outcome)
    return outcome

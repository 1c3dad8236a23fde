"""How the arena's commands run matches: their common flags, the progress bar, kept records."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meadhall.arena.contest.executors import cluster, pool
from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.arena.contest.ledger import Ledger
from meadhall.arena.contest.run_jobs import Executors, run_jobs
from meadhall.cli.arguments import AT_LEAST_ONE
from meadhall.cli.terminal.save_files import write_atomically
from meadhall.cli.terminal.screen import ERRORS


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """Who plays the matches."""

    seed: str = "1"
    """The same seed gives the same games."""
    workers: Annotated[int | None, AT_LEAST_ONE] = None
    """How many processes play at once; one per core unless given."""
    cluster: str | None = None
    """The address of a Dask scheduler to play on instead."""

    def executors(self) -> Executors:
        """Opens the executor that these options name."""
        return cluster(self.cluster) if self.cluster else pool(self.workers or os.cpu_count() or 1)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RunOptions(WorkerOptions):
    """How matches are run."""

    out: Path | None = None
    """A file for the results; an interrupted run continues from it."""
    keep: Path | None = None
    """A folder for the record of every game."""


def progress_bar() -> Progress:
    """A progress bar with the time that remains, on the error channel."""
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=ERRORS, transient=True)


def play_jobs(jobs: list[Job], ledger: Ledger, title: str, run: RunOptions) -> Iterator[JobOutcome]:
    """Play the jobs that the ledger lacks; yields all outcomes in the order of the schedule.

    Executors finish games in any order. An outcome is yielded only after all before it, so that a
    caller who stops early has seen the same games on every executor.
    """
    # An earlier run may have ended between a line of the ledger and the file of its record.
    for outcome in ledger.valid_outcomes():
        _keep_record(outcome, run)
    following = iter(jobs)
    awaited = next(following, None)
    # The first `None` comes before any game, for outcomes that the ledger already had.
    for _ in chain((None,), _play_missing(jobs, ledger, title, run)):
        while awaited is not None and awaited.number in ledger.outcomes:
            yield ledger.outcomes[awaited.number]
            awaited = next(following, None)


def _play_missing(
    jobs: list[Job], ledger: Ledger, title: str, run: RunOptions
) -> Iterator[JobOutcome]:
    """Play the jobs that the ledger lacks, with a progress bar; report those that fail."""
    missing = ledger.missing(jobs)
    with progress_bar() as progress:
        task = progress.add_task(title, total=len(jobs), completed=len(jobs) - len(missing))
        for outcome in run_jobs(missing, ledger, run.executors()):
            progress.advance(task)
            if outcome.error:
                text = f"game {outcome.number} is not counted: {outcome.error}"
                ERRORS.print(text, style="red")
            _report_faults(outcome)
            _keep_record(outcome, run)
            yield outcome


def _report_faults(outcome: JobOutcome) -> None:
    """Say which bots gave answers that could not be played, with the first of them."""
    for seat, name in enumerate(outcome.seats):
        of_seat = [entry for entry in outcome.faults if entry.seat == seat]
        if of_seat:
            first = of_seat[0]
            what = f"{first.fault.answer!r}: " if first.fault.answer else ""
            ERRORS.print(
                f"game {outcome.number}: {name} failed {len(of_seat)} times,"
                f" first at ply {first.ply}: {what}{first.fault.reason}",
                style="yellow", markup=False,
            )  # fmt: skip


def _keep_record(outcome: JobOutcome, run: RunOptions) -> None:
    """Write the record into a file, unless an earlier run has written it."""
    if run.keep is None or not outcome.record:
        return
    path = run.keep / f"game-{outcome.number:05}.json"
    if not path.exists() or path.read_text("utf-8") != outcome.record:
        write_atomically(path, outcome.record)

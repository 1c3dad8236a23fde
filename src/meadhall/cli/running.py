"""How the arena's commands run their matches: where, from which seed, and what is kept."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meadhall.arena.executors import cluster, pool
from meadhall.arena.job import Job, Outcome
from meadhall.arena.ledger import Ledger
from meadhall.arena.run import Executors
from meadhall.arena.run import run as run_jobs
from meadhall.cli.keeping import write_atomically
from meadhall.cli.screen import ERRORS
from meadhall.cli.setup import SOME


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Running:
    """How matches are run."""

    seed: str = "1"
    """The same seed gives the same games."""
    workers: Annotated[int | None, SOME] = None
    """How many processes play at once; one for each core unless said."""
    cluster: str | None = None
    """The address of a Dask scheduler to play on instead."""
    out: Path | None = None
    """A file for the results; an interrupted run goes on from it."""
    keep: Path | None = None
    """A folder for the record of every game."""

    def executors(self) -> Executors:
        """Opens what plays the matches."""
        return cluster(self.cluster) if self.cluster else pool(self.workers or os.cpu_count() or 1)


def bar() -> Progress:
    """The progress of a run, with the time that it will still take."""
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=ERRORS, transient=True)


def played(jobs: list[Job], ledger: Ledger, title: str, run: Running) -> Iterator[Outcome]:
    """All outcomes in the order of the schedule, those that the ledger had before among them.

    Each comes as soon as it and all before it are there, so that who stops early on what was seen
    has seen the same games on every executor.
    """
    for outcome in ledger.counted():
        _keep(outcome, run)
    following = iter(jobs)
    awaited = next(following, None)
    for _ in chain((None,), _watched(jobs, ledger, title, run)):
        while awaited is not None and awaited.number in ledger.outcomes:
            yield ledger.outcomes[awaited.number]
            awaited = next(following, None)


def _watched(jobs: list[Job], ledger: Ledger, title: str, run: Running) -> Iterator[Outcome]:
    """Plays what the ledger has not got, with progress on the screen; says what broke down."""
    missing = ledger.missing(jobs)
    with bar() as progress:
        task = progress.add_task(title, total=len(jobs), completed=len(jobs) - len(missing))
        for outcome in run_jobs(missing, ledger, run.executors()):
            progress.advance(task)
            if outcome.error:
                told = f"game {outcome.number} is not counted: {outcome.error}"
                ERRORS.print(told, style="red")
            _keep(outcome, run)
            yield outcome


def _keep(outcome: Outcome, run: Running) -> None:
    """Write the record into a file, unless that was done before a run was interrupted."""
    if run.keep is None or not outcome.record:
        return
    path = run.keep / f"game-{outcome.number:05}.json"
    if not path.exists() or path.read_text("utf-8") != outcome.record:
        write_atomically(path, outcome.record)

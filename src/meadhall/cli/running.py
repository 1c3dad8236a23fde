"""How the arena's commands run their matches: where, from which seed, and what is kept."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meadhall.arena.executors import cluster, pool
from meadhall.arena.job import Job, Outcome
from meadhall.arena.ledger import Ledger
from meadhall.arena.run import Executors
from meadhall.arena.run import run as run_jobs
from meadhall.cli.keeping import write_atomically
from meadhall.cli.screen import ERRORS


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Running:
    """How matches are run."""

    seed: str = "1"
    """The same seed gives the same games."""
    workers: int | None = None
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
    """Plays what the ledger has not got, with progress on the screen; says what broke down."""
    with bar() as progress:
        task = progress.add_task(title, total=len(jobs), completed=len(ledger.outcomes))
        for outcome in run_jobs(jobs, ledger, run.executors()):
            progress.advance(task)
            _told(outcome, run.keep)
            yield outcome


def _told(outcome: Outcome, folder: Path | None) -> None:
    if outcome.error:
        ERRORS.print(f"game {outcome.number} is not counted: {outcome.error}", style="red")
    elif folder is not None:
        write_atomically(folder / f"game-{outcome.number:05}.json", outcome.record)

"""The outcomes of a run on disk, one line each, appended as they arrive.

An interrupted run continues where it stopped: what is in the ledger is not played again. The first
line names the run, so that outcomes of different runs never mix. If a crash has cut the last line
short, it is removed and its match is played again. Nothing before it is ever rewritten.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from meadhall.arena.contest.job import Job, JobOutcome
from meadhall.core.codec import decode, encode
from meadhall.core.refusal import Refused


class Ledger:
    """Outcomes by number, kept in a file; without a path, in memory only."""

    def __init__(self, path: Path | None, run: str) -> None:
        self.path = path
        self.outcomes: dict[int, JobOutcome] = {}
        if path is not None:
            with _refuse_os_errors(path):
                self._open(path, run.encode())

    def _open(self, path: Path, title: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            file.seek(0)
            text = file.read()
            whole = text[: text.rfind(b"\n") + 1]
            first, *lines = whole.removesuffix(b"\n").split(b"\n")
            if not whole and title.startswith(text):  # a new file, or its first line was cut short
                file.truncate(0)
                file.write(title + b"\n")
                return
            if first != title:
                other = (first or text).decode(errors="replace")
                raise Refused.because(
                    "OTHER_RUN", f"{path} holds the results of another run: {other}", str(path)
                )
            for number, line in enumerate(lines, 2):
                outcome = _read(path, number, line)
                self.outcomes[outcome.number] = outcome
            # Last: a file that is refused must stay as it is.
            if whole != text:
                file.truncate(len(whole))

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs that have no outcome, or no record although one is to be kept."""
        return [job for job in jobs if not self._has(job)]

    def _has(self, job: Job) -> bool:
        found = self.outcomes.get(job.number)
        # A failed job has no record to wait for; the next run tries it again.
        return found is not None and bool(not job.keep or found.record or found.error)

    def add(self, outcome: JobOutcome) -> None:
        """Keep the outcome. A failed one is not written, so the next run tries it again."""
        self.outcomes[outcome.number] = outcome
        if self.path is not None and not outcome.error:
            # Opened and closed for each outcome: a killed run has lost none that it has added.
            with _refuse_os_errors(self.path), self.path.open("ab") as file:
                file.write(encode(outcome) + b"\n")

    def valid_outcomes(self) -> list[JobOutcome]:
        """The outcomes without an error, in the order of the schedule."""
        return [o for _, o in sorted(self.outcomes.items()) if not o.error]


def _read(path: Path, number: int, line: bytes) -> JobOutcome:
    try:
        outcome: JobOutcome = decode(JobOutcome, line)
    except Refused as error:
        sentence = f"Line {number} of {path} is damaged; without it the run can go on. "
        raise Refused.because("DAMAGED", sentence + error.refusal.sentence, str(path)) from None
    return outcome


@contextmanager
def _refuse_os_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` in the block into `Refused`, with the system's reason."""
    try:
        yield
    except OSError as error:
        raise Refused.because(
            "CANNOT_WRITE", f"{path} cannot be used: {error.strerror}.", str(path)
        ) from None

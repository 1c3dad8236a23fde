"""The results of a run on disk, one line each, written as they come.

A run that was interrupted goes on where it was: what is in the ledger is not played again. The
first line says what the run is, so that results of different runs never mix. A last line that was
cut short by a crash is cut off and its match played again; nothing before it is ever rewritten.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from meadhall.arena.job import Job, Outcome
from meadhall.core.codec import decode, encode
from meadhall.core.refusal import Refused


class Ledger:
    """Outcomes by number, kept in a file; without a path, in memory only."""

    def __init__(self, path: Path | None, run: str) -> None:
        self.path = path
        self.outcomes: dict[int, Outcome] = {}
        if path is not None:
            with _explained(path):
                self._open(path, run.encode())

    def _open(self, path: Path, title: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            file.seek(0)
            text = file.read()
            whole = text[: text.rfind(b"\n") + 1]
            first, *lines = whole.removesuffix(b"\n").split(b"\n")
            if not whole and title.startswith(text):  # new, or its first line was cut short
                file.truncate(0)
                file.write(title + b"\n")
                return
            if first != title:
                told = (first or text).decode(errors="replace")
                raise Refused.because(
                    "OTHER_RUN", f"{path} holds the results of another run: {told}", str(path)
                )
            for number, line in enumerate(lines, 2):
                outcome = _read(path, number, line)
                self.outcomes[outcome.number] = outcome
            if whole != text:
                file.truncate(len(whole))

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs without an outcome, or without a record where one is to be kept."""
        return [job for job in jobs if not self._has(job)]

    def _has(self, job: Job) -> bool:
        found = self.outcomes.get(job.number)
        return found is not None and bool(not job.keep or found.record or found.error)

    def add(self, outcome: Outcome) -> None:
        """Keep the outcome; one that broke down is not written, and is tried again next time."""
        self.outcomes[outcome.number] = outcome
        if self.path is not None and not outcome.error:
            with _explained(self.path), self.path.open("ab") as file:
                file.write(encode(outcome) + b"\n")

    def counted(self) -> list[Outcome]:
        """The outcomes of matches that were played to their end, in the order of the schedule."""
        return [o for _, o in sorted(self.outcomes.items()) if not o.error]


def _read(path: Path, number: int, line: bytes) -> Outcome:
    try:
        outcome: Outcome = decode(Outcome, line)
    except Refused as error:
        sentence = f"Line {number} of {path} is damaged; without it the run can go on. "
        raise Refused.because("DAMAGED", sentence + error.refusal.sentence, str(path)) from None
    return outcome


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """A file that the system does not let us use is refused with the system's reason."""
    try:
        yield
    except OSError as error:
        raise Refused.because(
            "CANNOT_WRITE", f"{path} cannot be used: {error.strerror}.", str(path)
        ) from None

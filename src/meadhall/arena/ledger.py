"""The results of a run on disk, one line each, written as they come.

A run that was interrupted goes on where it was: what is in the ledger is not played again. The
first line says what the run is, so that results of different runs never mix. A last line that was
cut short by a crash is dropped and its match played again.
"""

from pathlib import Path

from meadhall.arena.job import Outcome
from meadhall.core.codec import decode, encode
from meadhall.core.refusal import Refused


class Ledger:
    """Outcomes by number, kept in a file; without a path, in memory only."""

    def __init__(self, path: Path | None, run: str) -> None:
        self.path = path
        self.outcomes: dict[int, Outcome] = {}
        if path is not None:
            self._open(path, run)

    def _open(self, path: Path, run: str) -> None:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{run}\n", "utf-8")
            return
        first, *lines = path.read_text("utf-8").split("\n")
        if first != run:
            raise Refused.because(
                "OTHER_RUN", f"{path} holds the results of another run: {first}", str(path)
            )
        whole = lines[:-1]  # every line that was written to its end is followed by another
        for line in whole:
            outcome: Outcome = decode(Outcome, line)
            self.outcomes[outcome.number] = outcome
        path.write_text("\n".join([first, *whole, ""]), "utf-8")

    def add(self, outcome: Outcome) -> None:
        """Keep the outcome; one that broke down is not written, and is tried again next time."""
        self.outcomes[outcome.number] = outcome
        if self.path is not None and not outcome.error:
            with self.path.open("ab") as file:
                file.write(encode(outcome) + b"\n")

    def counted(self) -> list[Outcome]:
        """The outcomes of matches that were played to their end, in the order of the schedule."""
        return [o for _, o in sorted(self.outcomes.items()) if not o.error]

"""The positions and weights of a training on disk, so that an interrupted one continues.

A folder holds one training: a file that names it, a file for the positions of each job, and the
weights after the last round. Files are written under another name first, so each one is whole.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from meadhall.arena.contest.keep_busy import keep_busy
from meadhall.arena.contest.run_jobs import Executors
from meadhall.arena.train.fit import RoundLoss, Weights
from meadhall.arena.train.self_play import PositionJob, Positions, play_positions
from meadhall.core.refusal import Refused

JOB_MATCHES = 20
"""How many matches a worker plays at once."""
_AHEAD = 64
"""How many jobs may be with the executor at once."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is played and learned in a training."""

    game: str
    seed: str
    nodes: int
    hidden: int
    matches: int

    @property
    def title(self) -> str:
        """What names the training; the number of matches may grow."""
        return f"{self.game}, seed {self.seed}, {self.nodes} nodes, {self.hidden} hidden sums"

    def jobs(self) -> list[PositionJob]:
        """The jobs; a longer training begins with those of a shorter one."""
        firsts = range(0, self.matches, JOB_MATCHES)
        common = (self.game, self.seed, self.nodes)
        return [PositionJob(*common, first, first + JOB_MATCHES) for first in firsts]


class TrainingFolder:
    """The folder of one training. A folder of another one is refused."""

    def __init__(self, path: Path, title: str) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        named = path / "training.txt"
        if named.exists() and named.read_text("utf-8") != title:
            raise Refused.because(
                "OTHER_RUN", f"{path} holds another training: {named.read_text('utf-8')}", "folder"
            )
        named.write_text(title, "utf-8")

    def missing(self, jobs: list[PositionJob]) -> list[PositionJob]:
        """The jobs whose positions are not in the folder."""
        return [job for job in jobs if not self._file(job).exists()]

    def gather(self, jobs: list[PositionJob], executors: Executors) -> Iterator[PositionJob]:
        """Play the missing jobs and keep their positions; yields each job when it is done."""
        with (
            executors() as executor,
            closing(keep_busy(executor, play_positions, self.missing(jobs), _AHEAD)) as finished,
        ):
            for job, done in finished:
                self._save(self._file(job), asdict(done.result()))
                yield job

    def positions(self, jobs: list[PositionJob]) -> Positions:
        """The positions of all jobs, in their order."""
        files = [np.load(self._file(job)) for job in jobs]
        names = [each.name for each in fields(Positions)]
        return Positions(*(np.concatenate([file[name] for file in files]) for name in names))

    def keep_weights(self, weights: Weights, losses: list[RoundLoss]) -> None:
        """Keep the weights and the losses so far."""
        curve = np.array([(loss.round, loss.learned, loss.kept_back) for loss in losses])
        self._save(self.path / "weights.npz", asdict(weights) | {"curve": curve})

    def weights(self) -> tuple[Weights, list[RoundLoss]] | None:
        """The weights and losses that were kept, if any."""
        path = self.path / "weights.npz"
        if not path.exists():
            return None
        kept = np.load(path)
        losses = [RoundLoss(int(number), *map(float, rest)) for number, *rest in kept["curve"]]
        return Weights(kept["values"], kept["moments"], int(kept["steps"])), losses

    def _file(self, job: PositionJob) -> Path:
        return self.path / f"positions-{job.first:06}.npz"

    @staticmethod
    def _save(path: Path, arrays: dict[str, object]) -> None:
        unfinished = path.with_suffix(".tmp.npz")
        np.savez_compressed(unfinished, **arrays)  # type: ignore[arg-type] # arrays and numbers
        unfinished.replace(path)

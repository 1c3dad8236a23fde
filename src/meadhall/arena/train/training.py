"""One training, from self-play to the file of weights. It continues where it was interrupted."""

from collections.abc import Iterator
from math import log
from pathlib import Path
from zlib import crc32

from meadhall import registry
from meadhall.arena.contest.run_jobs import Executors
from meadhall.arena.train.fit import SOFTNESS, Fitting, RoundLoss, new_weights, quantise
from meadhall.arena.train.folder import TrainingFolder, TrainingPlan
from meadhall.arena.train.self_play import PositionJob, learnable_lane
from meadhall.core.game import strategy
from meadhall.kit.network import read_network, write_network


class Training:
    """The training of a game's network in a folder."""

    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        game = registry.game(plan.game)
        _, self.learnable = learnable_lane(game)
        self.plan, self.jobs = plan, plan.jobs()
        self.folder = TrainingFolder(folder, plan.title)
        # A score of `evaluation_scale` is a chance of 75 %, so it multiplies the odds by 3.
        self.scale = SOFTNESS * strategy(game).evaluation_scale / log(3)
        fresh = new_weights(self.learnable.count, plan.hidden, crc32(plan.seed.encode()))
        self.weights, self.losses = self.folder.weights() or (fresh, list[RoundLoss]())
        self.size = 0

    def progress(self) -> tuple[int, int]:
        """How many jobs have been played, and how many there are."""
        return len(self.jobs) - len(self.folder.missing(self.jobs)), len(self.jobs)

    def gather(self, executors: Executors) -> Iterator[PositionJob]:
        """Play what is missing; yields each job when it is done."""
        return self.folder.gather(self.jobs, executors)

    def learn(self, rounds: int) -> Iterator[RoundLoss]:
        """Learn from all positions until `rounds` rounds are done; yields the loss of each."""
        positions = self.folder.positions(self.jobs)
        self.size = len(positions)
        learnable = self.learnable
        fitting = Fitting.of(positions, self.scale, learnable.mirrors, learnable.outcome_share)
        for loss in fitting.rounds(self.weights, len(self.losses), rounds):
            self.losses.append(loss)
            self.folder.keep_weights(self.weights, self.losses)
            yield loss

    def network_file(self) -> str:
        """The network as text, with the trainings that led to it."""
        entry = {
            "seed": self.plan.seed,
            "nodes": self.plan.nodes,
            "matches": self.plan.matches,
            "positions": self.size,
            "loss": [round(loss.kept_back, 6) for loss in self.losses],
        }
        history = (*read_network(self.learnable.network()).history, entry)
        return write_network(quantise(self.weights, self.scale, history))

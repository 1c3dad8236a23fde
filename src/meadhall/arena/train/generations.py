"""Trains players that learn from matches against themselves, generation after generation.

Each generation plays with what the one before has learned. A position is worth what its players saw
in it, mixed with how the match went on. The network learns from the positions of the last
generations. After every generation the folder holds all that is needed to continue.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from meadhall import registry
from meadhall.arena.contest.run_jobs import Executors
from meadhall.arena.train.fit import (
    Fitting,
    Floats,
    Inputs,
    RoundLoss,
    Weights,
    new_weights,
    quantise,
)
from meadhall.core.bulk_play import WON, Pupils
from meadhall.core.game import speed
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.kit.network import write_network

JOB_MATCHES = 500
"""How many matches a worker plays at once."""
MEMORY = 4
"""The positions of this many generations are learned from."""
FUTURE = 0.75
"""How much the rest of the match counts beside what the players saw. With 0.4 the first choices
of a match hardly felt its result."""
PACE = (0.006, 0.8)
"""The first learning rate of a generation, and what is left of it after each round."""
THINKING = (4, 40)
"""Hands and rounds that the players think with."""


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """What is played and learned in a training."""

    game: str
    seed: str
    hidden: int
    matches: int
    generations: int

    @property
    def title(self) -> str:
        """What names the training; the number of generations may grow."""
        return f"{self.game}, seed {self.seed}, {self.hidden} hidden sums, {self.matches} matches"


@dataclass(frozen=True, slots=True)
class GenerationJob:
    """Some matches of a generation; equal jobs give equal positions."""

    game: str
    file: str
    seed: str
    matches: int
    thinking: tuple[int, int]


def pupils(game: str) -> Pupils | None:
    """The game's players that learn from themselves, if it has them."""
    load = speed(registry.game(game)).pupils
    return None if load is None else load()


def play_generation(job: GenerationJob) -> NDArray[np.int64]:
    """The positions of a job, a row each."""
    taught = pupils(job.game)
    if taught is None:
        raise Refused.because("NO_NETWORK", f"{job.game} has no players that learn.", "game")
    played = taught.play(job.file, job.matches, job.thinking, Rng(job.seed))
    return np.array(played, np.int64).reshape(-1, 2 * taught.most_inputs + 4)


class GenerationTraining:
    """The training of a game's players in a folder."""

    def __init__(self, plan: GenerationPlan, taught: Pupils, folder: Path) -> None:
        self.plan, self.taught, self.folder = plan, taught, folder
        folder.mkdir(parents=True, exist_ok=True)
        named = folder / "training.txt"
        if named.exists() and named.read_text("utf-8") != plan.title:
            held = named.read_text("utf-8")
            raise Refused.because("OTHER_RUN", f"{folder} holds another training: {held}", "folder")
        named.write_text(plan.title, "utf-8")
        self.weights = new_weights(taught.inputs, plan.hidden, crc32(plan.seed.encode()))
        self.weights.values[-2:] *= 0.1  # at first nothing is known, and all is nearly even
        self.losses: list[RoundLoss] = []
        self.done = 0
        while self._file_of(self.done).exists():
            self._resume()

    def _file_of(self, generation: int) -> Path:
        return self.folder / f"generation-{generation:03}.npz"

    def _resume(self) -> None:
        kept = np.load(self._file_of(self.done))
        self.weights.values[:] = kept["values"]
        self.losses.append(RoundLoss(self.done, *map(float, kept["loss"])))
        self.done += 1

    def run(self, executors: Executors, rounds: int) -> Iterator[RoundLoss]:
        """Play and learn what is missing; yields the loss after each generation."""
        while self.done < self.plan.generations:
            rows = self._play(executors)
            last = self.done + 1 == self.plan.generations
            loss = self._learn(rows, 2 * rounds if last else rounds)
            np.savez_compressed(
                self._file_of(self.done),
                rows=rows.astype(np.int16),
                values=self.weights.values,
                loss=(loss.learned, loss.kept_back),
            )
            self.losses.append(RoundLoss(self.done, loss.learned, loss.kept_back))
            self.done += 1
            yield self.losses[-1]

    def _play(self, executors: Executors) -> NDArray[np.int64]:
        file = self.file(last=False)
        seed = f"{self.plan.seed} generation {self.done}"
        jobs = [
            GenerationJob(
                self.plan.game,
                file,
                f"{seed} matches {first}",
                min(JOB_MATCHES, self.plan.matches - first),
                THINKING,
            )
            for first in range(0, self.plan.matches, JOB_MATCHES)
        ]
        with executors() as executor:
            return np.concatenate(list(executor.map(play_generation, jobs)))

    def _learn(self, rows: NDArray[np.int64], rounds: int) -> RoundLoss:
        first = max(0, self.done - MEMORY + 1)
        earlier = [np.load(self._file_of(number))["rows"] for number in range(first, self.done)]
        fitting = prepare([*earlier, rows], self.taught.most_inputs, self.done)
        self.weights.moments[:] = 0
        self.weights.steps = 0
        return list(fitting.rounds(self.weights, 0, rounds, PACE))[-1]

    def file(self, *, last: bool) -> str:
        """What has been learned so far, as a file of the game."""
        entry = {
            "seed": self.plan.seed,
            "matches": self.plan.matches,
            "generations": self.done,
            "loss": [round(loss.kept_back, 6) for loss in self.losses],
        }
        network = quantise(_balance_outputs(self.weights), self.taught.logit, (entry,))
        return self.taught.write(write_network(network), last=last)


def _balance_outputs(weights: Weights) -> Weights:
    """The same network, made to give both sides of a position exactly opposite values."""
    values = weights.values.copy()
    values[-2] = (weights.values[-2] - weights.values[-1]) / 2
    values[-1] = -values[-2]
    return Weights(values, weights.moments)


def prepare(generations: Sequence[NDArray[np.integer]], width: int, seed: int) -> Fitting:
    """All positions as both sides see them, shuffled, with what they are worth."""
    rows = np.concatenate(generations)
    sides: Inputs = rows[:, : 2 * width].reshape(-1, 2, width).astype(np.int16)
    chance = (1 + worth_by_future(rows[:, 2 * width :])) / 2
    sides, aims = np.concatenate([sides, sides[:, ::-1]]), np.concatenate([chance, 1 - chance])
    order = np.random.default_rng(seed).permutation(len(aims))
    return Fitting(sides[order], np.stack((np.zeros(len(aims)), aims[order]), 1))


def worth_by_future(notes: NDArray[np.integer]) -> Floats:
    """What each position is worth, from -1 to 1: as seen, mixed with the worth of the next one.

    `notes` are the value seen, whether a player tried something, whether the match ends, and its
    result. What follows a try says little about the position, so it is left out.
    """
    worth = notes[:, 0] / WON
    ends = notes[:, 2] == 1
    worth[ends] += FUTURE * (notes[ends, 3] / WON - worth[ends]) * (notes[ends, 1] == 0)
    for later, at in pairwise(range(len(notes) - 1, -1, -1)):
        if not ends[at] and not notes[at, 1]:
            worth[at] += FUTURE * (worth[later] - worth[at])
    return np.asarray(worth, np.float64)

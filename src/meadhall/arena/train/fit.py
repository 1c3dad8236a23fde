"""Fits a network to positions, by Adam over small batches, in compiled code.

The network learns the chance to win: the share of the victory that follows from the search's score,
mixed with how the match ended. It learns only what the rest of the evaluation does not say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadhall.arena.train.self_play import PAD, Positions
from meadhall.kit.compiled import kernel
from meadhall.kit.network import CLIP, SHIFT, Network

Floats = NDArray[np.float64]
Inputs = NDArray[np.int16]
BATCH = 512
RATE, DECAY = 0.002, 0.85
"""The first learning rate, and what is left of it after each round over all positions."""
SOFTNESS = 2
"""How much wider than in play the score's scale is, so that a large lead can still be learned."""
_SLOW, _FAST, _TINY = 0.999, 0.9, 1e-8
_MOST = 8_191  # so that a lane can add two weights in 16 bits


@dataclass(slots=True)
class Weights:
    """The network in floats while it learns.

    `values` has a row for each input, then the start and the output of both sides. `moments` are
    Adam's averages of the gradient and of its square.
    """

    values: Floats
    moments: Floats
    steps: int = 0


@dataclass(frozen=True, slots=True)
class RoundLoss:
    """The mean loss after a round: on the positions learned from, and on those kept back."""

    round: int
    learned: float
    kept_back: float


def new_weights(inputs: int, hidden: int, seed: int) -> Weights:
    """Small random weights; the sums begin where clipping does not hide their slope."""
    values = np.random.default_rng(seed).normal(0, 0.1, (inputs + 3, hidden))
    values[inputs] = 0.3
    return Weights(values, np.zeros((2, *values.shape)))


@kernel
def find_sums(row: Inputs, values: Floats, sums: Floats) -> None:
    """Writes the hidden sums of one side."""
    sums[:] = values[-3]
    for number in row:
        if number == PAD:
            break
        sums += values[number]


@kernel
def spread_slopes(row: Inputs, slopes: Floats, gradient: Floats) -> None:
    """Adds the slopes of the sums to the gradient of every weight in them."""
    gradient[-3] += slopes
    for number in row:
        if number == PAD:
            break
        gradient[number] += slopes


@kernel
def learn_one(sides: Inputs, aim: Floats, values: Floats, gradient: Floats, sums: Floats) -> float:
    """Adds one position's slopes to the gradient, and returns its loss."""
    logit = aim[0]
    for side in range(2):
        find_sums(sides[side], values, sums[side])
        for place in range(len(sums[side])):
            logit += min(max(sums[side, place], 0.0), 1.0) * values[side - 2, place]
    slope = 1.0 / (1.0 + np.exp(-min(max(logit, -30.0), 30.0))) - aim[1]
    for side in range(2):
        for place in range(len(sums[side])):
            value = sums[side, place]
            gradient[side - 2, place] += slope * min(max(value, 0.0), 1.0)
            sums[side, place] = slope * values[side - 2, place] if 0.0 < value < 1.0 else 0.0
        spread_slopes(sides[side], sums[side], gradient)
    return float(slope * slope)


@kernel
def learn_batch(
    sides: Inputs, aims: Floats, batch: NDArray[np.int64], values: Floats, gradient: Floats
) -> float:
    """Adds the slopes of a batch to the gradient, and returns its summed loss."""
    loss, sums = 0.0, np.zeros((2, values.shape[1]))
    for number in batch:
        loss += learn_one(sides[number], aims[number], values, gradient, sums)
    return loss


def take_step(weights: Weights, gradient: Floats, rate: float) -> None:
    """One step against the gradient, each weight at its own pace (Adam)."""
    weights.steps += 1
    first, second = weights.moments
    first += (1 - _FAST) * (gradient - first)
    second += (1 - _SLOW) * (gradient**2 - second)
    mean, square = first / (1 - _FAST**weights.steps), second / (1 - _SLOW**weights.steps)
    weights.values -= rate * mean / (np.sqrt(square) + _TINY)


def chances(scores: NDArray[np.int32], scale: float) -> Floats:
    """The chance to win that follows from each score."""
    return 1 / (1 + np.exp(-np.clip(scores / scale, -30, 30)))


@dataclass(frozen=True, slots=True)
class Fitting:
    """Positions prepared for learning: inputs of both sides, and what the network has to say.

    `aims` has for each position the score without the network, in logits, and the chance to win.
    """

    sides: Inputs
    aims: Floats

    @classmethod
    def of(
        cls,
        positions: Positions,
        scale: float,
        mirrors: Sequence[Sequence[int]],
        outcome_share: int = 25,
    ) -> "Fitting":
        """The positions, and each once more in every mirror; `scale` is the score of one logit.

        The outcome of the match counts for that many percent, the search's score for the rest.
        """
        share = outcome_share / 100
        sides = np.stack((positions.mover, positions.other), 1)
        by_search, by_outcome = chances(positions.score, scale), chances(positions.outcome, scale)
        target = (1 - share) * by_search + share * by_outcome
        # The last entry of each table stands for PAD, which is -1.
        tables = [np.array([*mirror, PAD], np.int16) for mirror in mirrors]
        aims = np.stack((positions.base / scale, target), 1)
        return cls(
            np.concatenate([sides, *(table[sides] for table in tables)]),
            np.concatenate([aims] * (1 + len(tables))),
        )

    def rounds(
        self, weights: Weights, first: int, last: int, pace: tuple[float, float] = (RATE, DECAY)
    ) -> Iterator[RoundLoss]:
        """Learns round after round; every 20th position is kept back to measure."""
        numbers = np.arange(len(self.aims))
        back, used = numbers[numbers % 20 == 0], numbers[numbers % 20 != 0]
        for number in range(first, last):
            order = np.random.default_rng(number).permutation(used)
            parts = np.split(order, range(BATCH, len(order), BATCH))
            losses = [self._learn(weights, part, pace[0] * pace[1] ** number) for part in parts]
            missed = self._loss(weights, back, np.zeros_like(weights.values))
            yield RoundLoss(number, sum(losses) / len(used), missed / len(back))

    def _learn(self, weights: Weights, part: NDArray[np.int64], rate: float) -> float:
        """Learns from a batch; returns its summed loss."""
        gradient = np.zeros_like(weights.values)
        loss = self._loss(weights, part, gradient)
        take_step(weights, gradient / len(part), rate)
        return loss

    def _loss(self, weights: Weights, part: NDArray[np.int64], gradient: Floats) -> float:
        """The summed loss of these positions; their slopes are added to the gradient."""
        return learn_batch(self.sides, self.aims, part, weights.values, gradient)


def quantise(weights: Weights, scale: float, history: tuple[dict[str, object], ...]) -> Network:
    """The network in whole numbers; `scale` is the score of one logit."""
    factors = np.full(len(weights.values), float(CLIP))
    factors[-2:] = scale * (1 << SHIFT) / CLIP
    scaled = np.rint(weights.values * factors[:, None])
    numbers = np.clip(scaled, -_MOST, _MOST).astype(int).tolist()
    *rows, start, mover, other = numbers
    return Network(len(start), rows, start, [*mover, *other], history)

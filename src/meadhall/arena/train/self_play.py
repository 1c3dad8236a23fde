"""Plays matches of the search against itself on a fast lane, and notes positions to learn from.

A match begins with some random moves, and now and then another one is random, so that many kinds of
positions come up. Positions after which the search sees the end are left out: the search needs no
evaluation there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadhall import registry
from meadhall.bots.chances import DECISIVE
from meadhall.bots.search.buffers import ABORTED, LIMIT, NODES, ROOT, SCORE
from meadhall.bots.search.lanes import RootSearch, compiled_search, lane_of
from meadhall.bots.search.search_setup import DEEPEST, lane_buffers
from meadhall.core.fast_lane import NOBODY, Array, FastLane, Learnable
from meadhall.core.game import AnyGame, start
from meadhall.core.options import parse_options
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng

MOST_PLIES = 300
"""A match that is not over by then counts as a draw; lanes know no repetition."""
OPENING = 6
"""Up to this many random moves begin a match."""
SLIPS = 20
"""One move in this many is random."""
PAD = -1
"""What fills the row of a position that has fewer inputs than others."""


@dataclass(frozen=True, slots=True)
class PositionJob:
    """Matches `first` to `last` of a game, searched with that number of nodes a move."""

    game: str
    seed: str
    nodes: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions, a row each: the inputs of the mover and of the other side, padded with `PAD`.

    `base` is the part of the evaluation that is not learned, `score` what the search found and
    `outcome` how the match went on, as a score; all from the mover's point of view.
    """

    mover: NDArray[np.int16]
    other: NDArray[np.int16]
    base: NDArray[np.int32]
    score: NDArray[np.int32]
    outcome: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.base)


def learnable_lane(game: AnyGame) -> tuple[FastLane[Any], Learnable]:
    """The game's fast lane and what a network can learn there; refused if there is none."""
    lane = lane_of(game)
    if lane is None or lane.learnable is None:
        raise Refused.because(
            "NO_NETWORK", f"{game.spec.title} has no network that could be trained.", "game"
        )
    return lane, lane.learnable


def play_positions(job: PositionJob) -> Positions:
    """The positions of the job's matches; equal jobs give equal positions."""
    _, learnable = learnable_lane(registry.game(job.game))
    rows = [row for number in range(job.first, job.last) for row in _SelfPlay(job, number).play()]
    columns = [*zip(*rows, strict=True)] or [()] * 5
    width = learnable.most_inputs
    return Positions(
        np.array(columns[0], np.int16).reshape(-1, width),
        np.array(columns[1], np.int16).reshape(-1, width),
        *(np.array(column, np.int32) for column in columns[2:]),
    )


@dataclass(frozen=True, slots=True)
class NotedPosition:
    """A position of a match, before its outcome is known; `made` is how often each seat moved."""

    seat: int
    mover: Array
    other: Array
    base: int
    score: int
    made: tuple[int, ...]


class _SelfPlay:
    """One match. Each seat has a search of its own, because scores belong to the searching seat."""

    def __init__(self, job: PositionJob, number: int) -> None:
        game = registry.game(job.game)
        self.lane, self.learnable = learnable_lane(game)
        rng = Rng(job.seed).fork(f"match {number}")
        options = dict(self.learnable.options[number % len(self.learnable.options)])
        parsed = parse_options(game.types.options, options)
        self.array = self.lane.pack(start(game, parsed, 2, rng.fork("board")))
        self.rng, self.nodes = rng.fork("moves"), job.nodes
        self.search: RootSearch = compiled_search(self.lane)
        self.buffers = [lane_buffers(self.lane, 2 * job.nodes) for _ in range(2)]
        self.moves = np.zeros(self.lane.most_moves, np.int64)
        self.notes: list[NotedPosition] = []
        self.made = [0, 0]

    def play(self) -> Iterator[tuple[Array, Array, int, int, int]]:
        """Play the match; yields each position that is worth learning, with its outcome."""
        kernels, array = self.lane.kernels, self.array
        opening, self.rng = self.rng.below(OPENING + 1)
        before = self._ways()
        for ply in range(MOST_PLIES):
            seat = kernels.to_move(array)
            if seat == NOBODY:
                break
            kernels.make(array, self._move(seat, is_opening=ply < opening))
            self.made[seat] += 1
        outcome = self._race_outcome(before) if self.learnable.way else self._duel_outcome()
        for note in self.notes:
            yield note.mover, note.other, note.base, note.score, outcome(note)

    def _move(self, seat: int, *, is_opening: bool) -> int:
        """A random move, or the one that the search found in a position that is noted."""
        count = self.lane.kernels.legal(self.array, self.moves)
        slip, self.rng = self.rng.below(SLIPS)
        if is_opening or slip == 0:
            place, self.rng = self.rng.below(count)
            return int(self.moves[place])
        move, score = self._think(seat, self.moves[:count].copy())
        if abs(score) < DECISIVE and not self._is_race(seat):
            rows, base = self._inputs(seat), int(self.learnable.base(self.array, seat))
            self.notes.append(NotedPosition(seat, rows[0], rows[1], base, score, tuple(self.made)))
        return move

    def _is_race(self, seat: int) -> bool:
        """Whether the players have passed each other; from then on nothing learned is used."""
        alone = self.lane.kernels.alone
        return alone is not None and bool(alone(self.array, seat))

    def _think(self, seat: int, roots: Array) -> tuple[int, int]:
        """The best move within the nodes, and its score."""
        buffers = self.buffers[seat]
        control, score = buffers.control, 0
        control[[NODES, ABORTED]] = 0
        control[[LIMIT, ROOT]] = self.nodes, seat
        for depth in range(1, DEEPEST + 1):
            best = self.search(self.array, buffers, roots, depth)
            if best >= 0:
                score = int(control[SCORE])
                roots[: best + 1] = np.roll(roots[: best + 1], 1)
            if control[ABORTED] or abs(score) >= DECISIVE:
                break
        return int(roots[0]), score

    def _inputs(self, seat: int) -> Array:
        """What is true for the mover and for the other side."""
        rows = np.full((2, self.learnable.most_inputs), PAD, np.int16)
        found = np.zeros(self.learnable.most_inputs, np.int64)
        for row, viewer in zip(rows, (seat, 1 - seat), strict=True):
            count = self.learnable.inputs(self.array, viewer, found)
            row[:count] = found[:count]
        return rows

    def _duel_outcome(self) -> Callable[[NotedPosition], int]:
        """A decisive score for the winner, 0 after a draw."""
        is_over = self.lane.kernels.to_move(self.array) == NOBODY
        paid = [self.lane.kernels.payoff(self.array, seat) if is_over else 0 for seat in range(2)]
        return lambda note: paid[note.seat] * DECISIVE

    def _ways(self) -> list[int]:
        way = self.learnable.way
        return [way(self.array, seat) for seat in range(2)] if way else []

    def _race_outcome(self, before: list[int]) -> Callable[[NotedPosition], int]:
        """By how much the mover was ahead, given how many moves each side still needed.

        A move counts as much as it brought on average. What a side still has to go at the end
        counts in moves at the same pace.
        """
        after = self._ways()
        pace = max(1, (sum(before) - sum(after)) // max(1, sum(self.made)))

        def outcome(note: NotedPosition) -> int:
            left = [after[seat] + pace * (self.made[seat] - note.made[seat]) for seat in range(2)]
            return left[1 - note.seat] - left[note.seat]

        return outcome

"""The recorder's lines of Chinese Checkers: where they are, and what is counted in them.

The format is described beside the recorded games (`checkers-FORMAT.md`).
"""

import gzip
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from meadhall.bots.search.lanes import lane_of
from meadhall.core.fast_lane import Array
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules import legal, marbles
from meadhall.games.chinese_checkers.types import Move, Options, State

FOLDER = Path(
    os.environ.get("MEADHALL_VECTORS", Path(__file__).parents[2].parent / "shared" / "vectors")
)
FILE = FOLDER / "checkers.jsonl.gz"
CELLS = FOLDER / "checkers-cells.json"
FREE = Options("free", lock_target=False)
DEEPEST = 4  # deeper counts belong to the benchmark
PURE = 3  # what the pure rules count; the fast lane counts on from there

Line = dict[str, Any]


@cache
def read_lines(path: Path) -> tuple[Line, ...]:
    """All lines of the file."""
    with gzip.open(path, "rt", encoding="utf-8") as text:
        return tuple(json.loads(line) for line in text)


def state_of(line: Line, options: Options = FREE) -> State:
    """The position of the line. Its match is not over, whoever has filled a target."""
    return State(options, line["n"], line["pos"], line.get("turn", 0))


def after(state: State, move: Move) -> State:
    """The move made and the turn passed on; the recordings know no end of the match."""
    made = marbles.shift(state.board, move.start, move.end)
    return replace(state, board=made, turn=(state.turn + 1) % state.seats)


def count(state: State, depth: int) -> int:
    """The number of sequences of `depth` moves by the pure rules, also after a win."""
    listed = legal.legal_moves(state, state.turn)
    if depth == 1:
        return len(listed)
    return sum(count(after(state, move), depth - 1) for move in listed)


def lane_counter() -> Callable[[State, int], int]:
    """The same on the fast lane; skips the test where Numba is not installed.

    The compiled `perft` ends with the match, as bots need it. Here the turn is handed on after
    every move, also after one that fills a target.
    """
    lane = lane_of(GAME)
    if lane is None:
        pytest.skip("Numba is not installed")
    kernels, hand = lane.kernels, lane.kernels.hand
    assert hand is not None
    rows = pytest.importorskip("numpy").zeros((DEEPEST + 1, lane.most_moves), "int64")

    def sequences(array: Array, seats: int, turn: int, depth: int) -> int:
        row = rows[depth]
        found = kernels.legal(array, row)
        if depth == 1:
            return found
        total, following = 0, (turn + 1) % seats
        for move in row[:found]:
            undo = kernels.make(array, move)
            hand(array, following)
            total += sequences(array, seats, following, depth - 1)
            kernels.unmake(array, move, undo)
        return total

    return lambda state, depth: sequences(lane.pack(state), state.seats, state.turn, depth)


def check_perft(lines: Iterable[Line], deepest: int, counted: Callable[[State, int], int]) -> None:
    """Every recorded count, down to that depth, is what is counted."""
    for line in lines:
        counts = line["counts"][:deepest]
        found = [counted(state_of(line), depth) for depth in range(1, len(counts) + 1)]
        assert found == counts, line["id"]

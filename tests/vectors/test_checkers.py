"""Recorded positions and games of Chinese Checkers, from another implementation.

The folder is `MEADHALL_VECTORS`, else `../shared/vectors`. What the recordings do differently on
purpose is in one table, here:
"""

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from meadhall.bots.lanes import lane_of, loops_for
from meadhall.games.chinese_checkers import GAME, board, ending, moves
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, Options, State

NOT_OURS = {
    "eval": "another program's evaluation; ours is the specification's",
    "ai": "another program's choice of move",
}
ENDS_EARLIER = {
    "blockedGoal": "the recorded games know only the strict win: ten of ten (C4)",
    "repetition": "they know no adjudication (C4)",
    "moveLimit": "the same",
    "allStuck": "the same",
}
DEEPEST = 4  # deeper counts belong to the benchmark
PURE = 3  # what the pure rules count; the fast lane counts on from there

FOLDER = Path(
    os.environ.get("MEADHALL_VECTORS", Path(__file__).parents[2].parent / "shared" / "vectors")
)
FILE = FOLDER / "checkers.jsonl.gz"
FREE = Options("free", lock_target=False)

pytestmark = pytest.mark.skipif(
    not FILE.exists(), reason=f"no vectors in {FOLDER}; set MEADHALL_VECTORS to have them tested"
)


@cache
def lines() -> tuple[dict[str, Any], ...]:
    with gzip.open(FILE, "rt", encoding="utf-8") as text:
        return tuple(json.loads(line) for line in text)


def of_kind(kind: str) -> Iterator[dict[str, Any]]:
    return (line for line in lines() if line["kind"] == kind)


def state_of(line: dict[str, Any], options: Options = FREE) -> State:
    return State(options, line["n"], line["pos"], line.get("turn", 0))


def pairs(legal: tuple[Move, ...]) -> list[list[int]]:
    return [[move.start, move.end] for move in legal]


def test_every_kind_is_tested_or_named_as_not_ours() -> None:
    known = {"movegen", "perft", "game", "win"}
    assert {line["kind"] for line in lines()} <= known | set(NOT_OURS)


def test_cells() -> None:
    cells = json.loads((FOLDER / "checkers-cells.json").read_text("utf-8"))
    assert [[q, r, -q - r] for q, r in board.HOLES] == cells["cells"]
    assert list(board.CORNER_OF) == cells["corner"]


def test_movegen() -> None:
    for line in of_kind("movegen"):
        legal = moves.legal_moves(state_of(line), line["turn"])
        assert pairs(legal) == line["moves"], line["id"]


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("rest", ["own", "free"])
def test_movegen_under_every_option(rest: str, lock: bool) -> None:  # noqa: FBT001 - a parameter
    options = Options("own" if rest == "own" else "free", lock)
    for line in of_kind("movegen"):
        gone = (line["x_rest"] if rest == "own" else []) + (line["x_lock"] if lock else [])
        legal = moves.legal_moves(state_of(line, options), line["turn"])
        assert pairs(legal) == [move for move in line["moves"] if move not in gone], line["id"]


def test_movegen_refusals_name_the_rule() -> None:
    for line in of_kind("movegen"):
        state = state_of(line, Options("own", lock_target=True))
        for move in line["x_rest"]:
            refused = GAME.refusal(state, line["turn"], Move(*move))
            assert refused is not None
            assert refused.code == "FOREIGN_TRIANGLE", line["id"]
        for move in line["x_lock"]:
            refused = GAME.refusal(state, line["turn"], Move(*move))
            assert refused is not None
            assert refused.code in ("TARGET_LOCKED", "FOREIGN_TRIANGLE"), line["id"]


def test_game() -> None:
    for line in of_kind("game"):
        state = State(FREE, line["n"], start_board(line["n"]), 0)
        for ply, move in enumerate(line["moves"]):
            seat = ply % line["n"]
            if move is None:
                assert not moves.can_move(state, seat)
                continue
            if state.result is not None and state.result.reason in ENDS_EARLIER:
                state = replace(state, result=None, turn=seat)
            state = GAME.apply(state, seat, Move(*move)).state
        assert state.board == line["final"], line["id"]
        won = [seat for seat in range(line["n"]) if strictly_won(state, seat)]
        assert won == ([] if line["winner"] == -1 else [line["winner"]]), line["id"]


def start_board(seats: int) -> str:
    from_corner = {corner: MARBLE[seat] for seat, corner in enumerate(board.SEATING[seats])}
    return "".join(EMPTY if c is None else from_corner.get(c, EMPTY) for c in board.CORNER_OF)


def strictly_won(state: State, seat: int) -> bool:
    return ending.at_home(state, seat) == board.MARBLES


def test_win_is_the_strict_rule() -> None:
    for line in of_kind("win"):
        state = state_of(line)
        for seat, recorded in enumerate(line["win"]):
            assert strictly_won(state, seat) == bool(recorded), line["id"]
            assert ending.has_won(state, seat) or not recorded


def test_perft() -> None:
    for line in of_kind("perft"):
        counts = line["counts"][:PURE]
        found = [count(state_of(line), depth) for depth in range(1, len(counts) + 1)]
        assert found == counts, line["id"]


def test_perft_on_the_fast_lane() -> None:
    lane = lane_of(GAME)
    if lane is None:
        pytest.skip("Numba is not installed")
    numpy = pytest.importorskip("numpy")
    moves = numpy.empty((DEEPEST + 1, lane.most_moves), numpy.int64)
    for line in of_kind("perft"):
        array, counts = lane.pack(state_of(line)), line["counts"][:DEEPEST]
        perft = loops_for(lane).perft
        found = [perft(array, moves, depth) for depth in range(1, len(counts) + 1)]
        assert found == counts, line["id"]


def count(state: State, depth: int) -> int:
    """Sequences of moves alone: the recorded counts know no end of the match."""
    legal = moves.legal_moves(state, state.turn)
    if depth == 1:
        return len(legal)
    turn = (state.turn + 1) % state.seats
    after = (moves.shifted(state.board, move.start, move.end) for move in legal)
    return sum(count(replace(state, board=b, turn=turn), depth - 1) for b in after)

"""Recorded positions and games of Chinese Checkers, from another implementation.

The folder is `MEADHALL_VECTORS`, else `../shared/vectors`. What the recordings do differently on
purpose is in one table, here:
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.vectors.checkers_lines import (
    CELLS,
    DEEPEST,
    FILE,
    FOLDER,
    FREE,
    PURE,
    Line,
    after,
    check_perft,
    count,
    lane_counter,
    read_lines,
    state_of,
)

from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules import board, ending, legal, marbles
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, Options, State

KINDS = {"movegen", "perft", "game", "win", "eval", "ai"}
ENDS_EARLIER = {
    "goal": "the recorded games go on after a win",
    "blockedGoal": "the recorded games know only the strict win: ten of ten (C4)",
    "repetition": "they know no adjudication (C4)",
    "moveLimit": "the same",
    "allStuck": "the same",
}

pytestmark = pytest.mark.skipif(
    not FILE.exists(), reason=f"no vectors in {FOLDER}; set MEADHALL_VECTORS to have them tested"
)


def of_kind(kind: str) -> Iterator[Line]:
    found = [line for line in read_lines(FILE) if line["kind"] == kind]
    if not found:
        pytest.skip(f"no vectors of kind {kind} in {FILE}")
    return iter(found)


def pairs(moves: tuple[Move, ...]) -> list[list[int]]:
    return [[move.start, move.end] for move in moves]


def test_no_line_is_passed_over() -> None:
    assert {line["kind"] for line in read_lines(FILE)} <= KINDS


@pytest.mark.skipif(not CELLS.exists(), reason=f"no {CELLS}")
def test_cells() -> None:
    cells = json.loads(CELLS.read_text("utf-8"))
    assert [[q, r, -q - r] for q, r in board.HOLES] == cells["cells"]
    assert list(board.CORNER_OF) == cells["corner"]


def test_movegen() -> None:
    for line in of_kind("movegen"):
        listed = legal.legal_moves(state_of(line), line["turn"])
        assert pairs(listed) == line["moves"], line["id"]


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("rest", ["own", "free"])
def test_movegen_under_every_option(rest: str, lock: bool) -> None:  # noqa: FBT001 - a parameter
    options = Options("own" if rest == "own" else "free", lock)
    for line in of_kind("movegen"):
        gone = (line["x_rest"] if rest == "own" else []) + (line["x_lock"] if lock else [])
        listed = legal.legal_moves(state_of(line, options), line["turn"])
        assert pairs(listed) == [move for move in line["moves"] if move not in gone], line["id"]


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
        state, first = State(FREE, line["n"], start_board(line["n"]), 0), -1
        for ply, move in enumerate(line["moves"]):
            seat = ply % line["n"]
            if move is None:
                assert not legal.can_move(state, seat)
                continue
            if state.result is not None and state.result.reason in ENDS_EARLIER:
                state = replace(state, result=None, turn=seat)
            state = GAME.apply(state, seat, Move(*move)).state
            first = seat if first == -1 and strictly_won(state, seat) else first
        assert state.board == line["final"], line["id"]
        assert first == line["winner"], line["id"]


def start_board(seats: int) -> str:
    from_corner = {corner: MARBLE[seat] for seat, corner in enumerate(board.SEATING[seats])}
    return "".join(EMPTY if c is None else from_corner.get(c, EMPTY) for c in board.CORNER_OF)


def strictly_won(state: State, seat: int) -> bool:
    return ending.count_in_target(state, seat) == board.MARBLES


def test_win_is_the_strict_rule() -> None:
    for line in of_kind("win"):
        state = state_of(line)
        for seat, recorded in enumerate(line["win"]):
            assert strictly_won(state, seat) == bool(recorded), line["id"]
            assert ending.has_won(state, seat) or not recorded


def test_perft() -> None:
    check_perft(of_kind("perft"), PURE, count)


def test_perft_on_the_fast_lane() -> None:
    check_perft(of_kind("perft"), DEEPEST, lane_counter())


def test_the_recorded_evaluation_is_a_sum_of_our_distances() -> None:
    """It is no good for playing, and bots here have another; but it measures the same star."""
    for line in of_kind("eval"):
        state = state_of(line)
        found = [way_to_middle(state, seat) for seat in range(line["n"])]
        assert found == line["eval"], line["id"]


def way_to_middle(state: State, seat: int) -> int:
    """The sum of the marbles' distances to the middle of their target."""
    tip = [board.HOLES[hole] for hole in board.CORNER_HOLES[board.target_of(state.seats, seat)]]
    middle = board.NUMBER[sum(q for q, _ in tip) // len(tip), sum(r for _, r in tip) // len(tip)]
    return sum(board.DISTANCE[hole][middle] for hole in marbles.marbles(state.board, seat))


def test_the_recorded_search_finds_the_same_moves_among_ours() -> None:
    for line in of_kind("ai"):
        state, seat = state_of(line), line["turn"]
        listed = legal.legal_moves(state, seat)
        values = [promise(after(state, move), seat, line["depth"] - 1) for move in listed]
        assert max(values) == line["score"], line["id"]
        best = [
            move for move, value in zip(pairs(listed), values, strict=True) if value == max(values)
        ]
        assert best == sorted(line["best"]), line["id"]
        assert line["engine"] in best, line["id"]


def promise(state: State, seat: int, depth: int) -> int:
    """What the recorded search, minimax for two, promises the seat."""
    if depth == 0:
        return way_to_middle(state, 1 - seat) - way_to_middle(state, seat)
    choose = max if state.turn == seat else min
    listed = legal.legal_moves(state, state.turn)
    return choose(promise(after(state, move), seat, depth - 1) for move in listed)

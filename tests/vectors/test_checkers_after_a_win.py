"""Recorded counts go on after a win, also where the first move fills the goal.

The file is made here, in the recorder's format. Its counts come from the star's geometry alone:
a counter that knows no end of a match and shares nothing with the rules but the names of holes.
"""

import gzip
import json
from itertools import product

import pytest
from tests.games.chinese_checkers.positions import board, target
from tests.vectors.checkers_lines import (
    DEEPEST,
    PURE,
    Line,
    check_perft,
    count,
    lane_counter,
    read_lines,
    state_of,
)

from meadhall.bots.search.lanes import lane_of, loops_for
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.board import HOLES, NUMBER
from meadhall.kit.hexgrid import DIRECTIONS

LAST_OF_FIRST, LAST_OF_SECOND = 102, 18
"""Holes of the centre from which one step fills the goal of seat 1 and of seat 2."""
AWAY = [*range(56, 64), 50, 51]
"""Ten holes in the middle of the star."""


def ends(held: dict[int, int], start: int) -> set[int]:
    """Where the marble can go: one step, or any chain of hops."""
    steps = {NUMBER.get((q + dq, r + dr)) for q, r in [HOLES[start]] for dq, dr in DIRECTIONS}
    reached, edge = {start}, [start]
    free = {hole: seat for hole, seat in held.items() if hole != start}
    for here in edge:
        q, r = HOLES[here]
        for dq, dr in DIRECTIONS:
            over, land = NUMBER.get((q + dq, r + dr)), NUMBER.get((q + 2 * dq, r + 2 * dr))
            if over in free and land is not None and land not in free and land not in reached:
                reached.add(land)
                edge.append(land)
    return ({step for step in steps if step is not None and step not in held} | reached) - {start}


def sequences(held: dict[int, int], seats: int, turn: int, depth: int) -> int:
    """How many sequences of moves there are, whoever has filled a goal."""
    if depth == 0:
        return 1
    own = [hole for hole, seat in held.items() if seat == turn]
    made = (
        {**{h: s for h, s in held.items() if h != start}, end: turn}
        for start in own
        for end in ends(held, start)
    )
    return sum(sequences(after, seats, (turn + 1) % seats, depth - 1) for after in made)


def line_of(number: int, pos: str, turn: int, depth: int) -> Line:
    held = {hole: int(mark) for hole, mark in enumerate(pos) if mark != "."}
    counts = [sequences(held, 2, turn, d) for d in range(1, depth + 1)]
    return {"kind": "perft", "id": number, "n": 2, "pos": pos, "turn": turn, "counts": counts}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Line, ...]:
    """A goal that the first move can fill, for either seat; and one that is full already."""
    lines = [
        line_of(1, board(AWAY, [*target(1)[:-1], LAST_OF_SECOND]), 1, 3),
        line_of(2, board([*target(0)[1:], LAST_OF_FIRST], AWAY), 0, 3),
        line_of(3, board(AWAY, target(1)), 0, 2),
    ]
    path = tmp_path_factory.mktemp("vectors") / "checkers.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    return read_lines(path)


def test_the_pure_rules_count_on(recorded: tuple[Line, ...]) -> None:
    check_perft(recorded, PURE, count)


def test_the_fast_lane_counts_on(recorded: tuple[Line, ...]) -> None:
    check_perft(recorded, DEEPEST, lane_counter())


def test_a_count_that_ends_with_the_match_is_smaller(recorded: tuple[Line, ...]) -> None:
    """So the file tells the two ways of counting apart."""
    lane = lane_of(GAME)
    if lane is None:
        pytest.skip("Numba is not installed")
    moves = pytest.importorskip("numpy").zeros((DEEPEST + 1, lane.most_moves), "int64")
    for line, depth in product(recorded[:2], (2, 3)):
        ended = loops_for(lane).perft(lane.pack(state_of(line)), moves, depth)
        assert ended < line["counts"][depth - 1]

"""The table of the end of the race says what searching move by move finds."""

from collections import deque
from itertools import combinations

import pytest
from tests.games.chinese_checkers.positions import board, home

from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers.rules.board import CORNER_OF, CORNERS, SIZE
from meadhall.games.chinese_checkers.rules.legal import legal_moves
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Options, State

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from meadhall.games.chinese_checkers.fast import race_end  # noqa: E402 - it needs both
from meadhall.games.chinese_checkers.fast.lane import lane, pack  # noqa: E402 - the same

SMALL = [(3, 1, 0), (4, 1, 2), (4, 2, 0)]
"""Rows before the apex, rows of the target, extra holes: 120, 680 and 5,005 positions."""


def star(holes: frozenset[int]) -> State:
    """A position in which only seat 1 has marbles; its target is corner 3."""
    marks = (MARBLE[0] if hole in holes else EMPTY for hole in range(SIZE))
    return State(Options("free"), 2, "".join(marks), 0)


def distances(ground: race_end.Ground) -> dict[frozenset[int], int]:
    """The moves that each way of standing needs, breadth first by the pure rules."""
    full = frozenset(ground.holes[: ground.marbles])
    found, queue = {full: 0}, deque([full])
    while queue:
        here = queue.popleft()
        for move in legal_moves(star(here), 0):
            after = here - {move.start} | {move.end}
            if move.end in ground.holes and after not in found:
                found[after] = found[here] + 1
                queue.append(after)
    return found


@pytest.mark.parametrize(("rows", "target_rows", "extra"), SMALL)
def test_a_small_corner_is_solved_as_the_pure_rules_say(
    rows: int, target_rows: int, extra: int
) -> None:
    ground = race_end.make_ground(3, rows, target_rows, extra)
    table = np.empty(ground.positions, np.uint8)
    written = list(race_end.fill(table, ground))
    assert written[-1] == ground.positions
    truth = distances(ground)
    for standing in combinations(range(len(ground.holes)), ground.marbles):
        number = race_end.rank(sum(1 << hole for hole in standing))
        assert table[number] == truth[frozenset(ground.holes[hole] for hole in standing)]


def test_moves_that_leave_the_last_holes_hardly_ever_help() -> None:
    """Search over the whole star agrees with the table on 99.9 % of probes."""
    ground = race_end.make_ground(3, 4, 1, 2)
    table = np.empty(ground.positions, np.uint8)
    list(race_end.fill(table, ground))
    free = distances(race_end.make_ground(3, 7, 1, 0))
    differing = 0
    for standing in combinations(range(len(ground.holes)), ground.marbles):
        number = race_end.rank(sum(1 << hole for hole in standing))
        differing += table[number] != free[frozenset(ground.holes[hole] for hole in standing)]
    assert differing <= ground.positions // 1000


def test_the_last_holes_are_thirty_for_every_target_and_alike() -> None:
    grounds = [race_end.make_ground(target) for target in range(CORNERS)]
    assert {(len(g.holes), g.marbles, g.positions) for g in grounds} == {(30, 10, 30_045_015)}
    for target, ground in enumerate(grounds):
        assert {CORNER_OF[hole] for hole in ground.holes[:10]} == {target}
        assert {CORNER_OF[hole] for hole in ground.holes[10:]} == {None}
        for name in ("steps", "over", "land"):
            ways, first = getattr(ground, name), getattr(grounds[0], name)
            assert sorted(np.sort(ways[:30] >= 0).sum(1)) == sorted(np.sort(first[:30] >= 0).sum(1))


def test_positions_are_numbered_from_the_full_target_on() -> None:
    numbers = set()
    standing = (1 << 10) - 1
    for expected in range(2000):
        assert race_end.rank(standing) == expected
        numbers.add(standing)
        standing = race_end.next_standing(standing)
    assert len(numbers) == 2000
    last = sum(1 << hole for hole in range(20, 30))
    assert race_end.rank(last) == 30_045_014


def test_where_the_table_applies() -> None:
    index, rng = lane().kernels.end_index, Rng("where")
    assert index is not None
    last = list(race_end.make_ground(3).holes)
    ten = [last[number] for number in sorted(rng.shuffle(list(range(30)))[0][:10])]
    apart = State(Options(), 2, board(ten, home(0)), 0)
    standing = sum(1 << last.index(hole) for hole in ten)
    assert index(pack(apart), 0) == race_end.rank(standing)
    assert index(pack(apart), 1) == 0  # seat 2 is home
    swapped = State(Options(), 2, board(home(0), ten), 0)
    assert [index(pack(swapped), seat) for seat in range(2)] == [-1, -1]
    guest = next(hole for hole in last if hole not in ten)
    assert index(pack(State(Options(), 2, board(ten, [*home(0)[1:], guest]), 0)), 0) == -1
    locked = State(Options(lock_target=True), 2, apart.board, 0)
    assert index(pack(locked), 0) == -1
    full = State(Options(), 2, board(last[:10], home(0)), 0)
    assert index(pack(full), 0) == 0

"""Which moves a seat has, and where they may end."""

import pytest
from tests.games.chinese_checkers.positions import at, code, home, reach, target, two

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.board import CORNER_HOLES
from meadhall.games.chinese_checkers.rules.legal import legal_moves
from meadhall.games.chinese_checkers.rules.route import route
from meadhall.games.chinese_checkers.types import Move, Options

pytestmark = pytest.mark.clause("Where a move may end", "Options")


def test_moves_are_listed_for_the_seat_on_turn_only() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    assert GAME.legal_actions(state, 0)
    assert GAME.legal_actions(state, 1) == ()


BESIDE_CORNER_1 = at(4, -3)

IN_CORNER_1 = at(5, -4)


def test_c3_a_move_must_not_end_in_a_foreign_corner() -> None:
    state = two([BESIDE_CORNER_1, *home(0)[:9]], home(1))
    assert IN_CORNER_1 in CORNER_HOLES[1]
    assert IN_CORNER_1 in reach(state.board, BESIDE_CORNER_1)
    assert code(state, 0, BESIDE_CORNER_1, IN_CORNER_1) == "FOREIGN_TRIANGLE"
    assert Move(BESIDE_CORNER_1, IN_CORNER_1) not in legal_moves(state, 0)


def test_c3_hops_may_pass_through_a_foreign_corner() -> None:
    """From (4,-2) over (5,-3) into corner 1 at (6,-4), and out again over (5,-4) to (4,-4)."""
    start_hole, out = at(4, -2), at(4, -4)
    state = two([start_hole, at(5, -3), at(5, -4), *home(0)[:7]], home(1))
    assert route(state.board, start_hole, out) == (start_hole, at(6, -4), out)
    assert Move(start_hole, out) in legal_moves(state, 0)
    assert Move(start_hole, at(6, -4)) not in legal_moves(state, 0)


def test_c3_rest_free_lets_moves_end_anywhere() -> None:
    state = two([BESIDE_CORNER_1, *home(0)[:9]], home(1), options=Options("free"))
    assert Move(BESIDE_CORNER_1, IN_CORNER_1) in legal_moves(state, 0)


def test_own_home_and_own_target_are_no_foreign_corners() -> None:
    state = two([at(1, -4), at(-1, 4), *home(0)[:8]], [at(q, 1) for q in range(-4, 4)] + [20, 21])
    ends = {move.end for move in legal_moves(state, 0)}
    assert ends & set(home(0))
    assert ends & set(target(0))


def test_lock_target_keeps_marbles_in_but_lets_them_move_about() -> None:
    inside = at(-1, 5)
    assert inside in target(0)
    state = two([inside, *home(0)[:9]], [at(q, 0) for q in range(-4, 5)] + [110], 0)
    assert Move(inside, at(0, 4)) in legal_moves(state, 0)
    locked = two(
        [inside, *home(0)[:9]],
        [at(q, 0) for q in range(-4, 5)] + [110],
        0,
        Options(lock_target=True),
    )
    assert code(locked, 0, inside, at(0, 4)) == "TARGET_LOCKED"
    assert Move(inside, at(-2, 6)) in legal_moves(locked, 0)
    assert Move(inside, at(0, 4)) not in legal_moves(locked, 0)

"""Steps, hops, chains, and where they may end."""

import pytest
from tests.games.chinese_checkers.positions import board, home, target, two

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.board import NUMBER, TIPS
from meadhall.games.chinese_checkers.moves import legal_moves, route, shifted
from meadhall.games.chinese_checkers.types import Move, Moved, Options, State

MIDDLE = NUMBER[0, 0]


def at(q: int, r: int) -> int:
    return NUMBER[q, r]


def reach(board: str, start: int) -> list[int]:
    """Where the marble could get to if it might rest anywhere."""
    return [end for end in range(len(board)) if route(board, start, end)]


def code(state: State, seat: int, start: int, end: int) -> str:
    """The code of the refusal, and proof that `apply` says the same."""
    refused = GAME.refusal(state, seat, Move(start, end))
    assert refused is not None
    with pytest.raises(Refused) as error:
        GAME.apply(state, seat, Move(start, end))
    assert error.value.refusal == refused
    assert refused.sentence
    assert refused.clause
    return refused.code


def test_a_lonely_marble_steps_to_its_six_neighbours() -> None:
    assert sorted(reach(board([MIDDLE]), MIDDLE)) == sorted(
        at(q, r) for q, r in [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    )


def test_a_marble_hops_over_anybodys_marble_into_the_hole_behind() -> None:
    for other in ([[MIDDLE, at(1, -1)], []], [[MIDDLE], [at(1, -1)]]):
        assert at(2, -2) in reach(board(*other), MIDDLE)


def test_there_is_no_hop_over_an_empty_hole_nor_over_two_marbles() -> None:
    assert at(2, -2) not in reach(board([MIDDLE]), MIDDLE)
    two_in_line = board([MIDDLE, at(1, -1), at(2, -2)])
    assert not {at(2, -2), at(3, -3)} & set(reach(two_in_line, MIDDLE))


def test_hops_chain_and_may_stop_after_any() -> None:
    chain = board([MIDDLE], [at(1, -1)], [at(3, -3)])
    assert {at(2, -2), at(4, -4)} <= set(reach(chain, MIDDLE))
    assert route(chain, MIDDLE, at(4, -4)) == (MIDDLE, at(2, -2), at(4, -4))


def test_a_step_and_a_hop_are_never_one_move() -> None:
    ladder = board([MIDDLE], [at(2, 0)])
    assert at(3, 0) not in reach(ladder, MIDDLE)


def test_the_route_is_the_shortest_one() -> None:
    ring = [at(1, 0), at(2, -1), at(1, -2), at(0, -1)]
    around = board([MIDDLE], ring)
    assert route(around, MIDDLE, at(2, -2)) in (
        (MIDDLE, at(2, 0), at(2, -2)),
        (MIDDLE, at(0, -2), at(2, -2)),
    )


def test_a_chain_does_not_lead_back_to_its_start() -> None:
    ring = [at(1, 0), at(2, -1), at(1, -2), at(0, -1)]
    assert MIDDLE not in reach(board([MIDDLE], ring), MIDDLE)


def test_nothing_is_captured() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    step = GAME.apply(state, 0, Move(3, 14))
    assert step.events == (Moved(0, (3, 14)),)
    assert step.state.board == shifted(state.board, 3, 14)
    assert sorted(step.state.board) == sorted(state.board)


def test_the_turn_goes_round_in_seat_order() -> None:
    state = start(GAME, Options(), 6, Rng("x"))
    for seat in (0, 1, 2, 3, 4, 5, 0):
        assert state.turn == seat
        state = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0]).state


def test_moves_are_listed_for_the_seat_on_turn_only() -> None:
    state = start(GAME, Options(), 3, Rng("x"))
    assert GAME.legal_actions(state, 0)
    assert GAME.legal_actions(state, 1) == ()


def test_refusals_in_their_order() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert code(state, 1, 500, 0) == "NOT_YOUR_TURN"
    assert code(state, 0, 121, 0) == "NO_SUCH_CELL"
    assert code(state, 0, 6, -1) == "NO_SUCH_CELL"
    assert code(state, 0, 60, 0) == "EMPTY_CELL"
    assert code(state, 0, 111, 0) == "NOT_YOUR_PIECE"
    assert code(state, 0, 6, 0) == "DESTINATION_OCCUPIED"
    assert code(state, 0, 6, 6) == "DESTINATION_OCCUPIED"
    assert code(state, 0, 6, 60) == "UNREACHABLE"


def test_a_finished_match_refuses_everything_first() -> None:
    over = GAME.apply(two(home(0), home(1)), 0, Move(6, 14)).state
    assert GAME.leave is not None
    over = GAME.leave(over, 1).state
    assert code(over, 1, 500, 0) == "GAME_OVER"
    assert GAME.legal_actions(over, 0) == ()


BESIDE_TIP_1 = at(4, -3)
IN_TIP_1 = at(5, -4)


def test_c3_a_move_must_not_end_in_a_foreign_tip() -> None:
    state = two([BESIDE_TIP_1, *home(0)[:9]], home(1))
    assert IN_TIP_1 in TIPS[1]
    assert IN_TIP_1 in reach(state.board, BESIDE_TIP_1)
    assert code(state, 0, BESIDE_TIP_1, IN_TIP_1) == "FOREIGN_TRIANGLE"
    assert Move(BESIDE_TIP_1, IN_TIP_1) not in legal_moves(state, 0)


def test_c3_hops_may_pass_through_a_foreign_tip() -> None:
    """From (4,-2) over (5,-3) into tip 1 at (6,-4), and out again over (5,-4) to (4,-4)."""
    start_hole, out = at(4, -2), at(4, -4)
    state = two([start_hole, at(5, -3), at(5, -4), *home(0)[:7]], home(1))
    assert route(state.board, start_hole, out) == (start_hole, at(6, -4), out)
    assert Move(start_hole, out) in legal_moves(state, 0)
    assert Move(start_hole, at(6, -4)) not in legal_moves(state, 0)


def test_c3_rest_free_lets_moves_end_anywhere() -> None:
    state = two([BESIDE_TIP_1, *home(0)[:9]], home(1), options=Options("free"))
    assert Move(BESIDE_TIP_1, IN_TIP_1) in legal_moves(state, 0)


def test_own_home_and_own_target_are_no_foreign_tips() -> None:
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


def test_default_action_is_a_legal_move() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert GAME.default_action(state, 0, Rng("clock")) in legal_moves(state, 0)

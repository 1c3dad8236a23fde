"""Wins and adjudication."""

from dataclasses import replace

import pytest
from tests.games.chinese_checkers.positions import at, board, home, target, two

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules.ending import adjudicate, distance_left, has_won
from meadhall.games.chinese_checkers.types import Ended, Move, Options, State

pytestmark = pytest.mark.clause("End")

FREE = Options("free")

GATE = at(-1, 4)
"""A hole next to the open end of seat 1's target."""

INTO = at(-1, 5)

CROWD = [at(q, 0) for q in range(-4, 5)]


def without(holes: list[int], *gone: int) -> list[int]:
    return [hole for hole in holes if hole not in gone]


def test_c4_ten_of_ten_wins() -> None:
    state = two([GATE, *without(target(0), INTO)], [*CROWD, at(0, 1)])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert step.events[-1] == Ended(0, "goal")
    assert GAME.status(step.state) == Finished((1, -1), "goal")


def test_c4_six_of_a_full_target_win() -> None:
    blockers = [hole for hole in target(0) if hole != INTO][:4]
    mine = [hole for hole in target(0) if hole not in (*blockers, INTO)]
    assert len(mine) == 5
    state = two([GATE, *mine, 0, 1, 2, 3], [*blockers, *CROWD[:6]])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert GAME.status(step.state) == Finished((1, -1), "blockedGoal")


def test_c4_five_of_a_full_target_do_not_win() -> None:
    blockers = [hole for hole in target(0) if hole != INTO][:5]
    mine = [hole for hole in target(0) if hole not in (*blockers, INTO)]
    state = two([GATE, *mine, 0, 1, 2, 3, 4], [*blockers, *CROWD[:5]])
    step = GAME.apply(state, 0, Move(GATE, INTO))
    assert GAME.status(step.state) == ToAct((1,))


def test_c4_a_target_with_an_empty_hole_is_no_win() -> None:
    state = two([GATE, *without(target(0), INTO)], [*CROWD, at(0, 1)])
    assert not has_won(state, 0)


def test_c4_the_mover_is_checked_first() -> None:
    """Seat 2's marble fills seat 1's target, which is seat 2's home, and seat 2 fills its own."""
    low = [hole for hole in target(0) if hole != INTO]
    high = target(1)
    both_one_short = two([*low[:6], *high[:4]], [*low[6:], *high[4:], GATE], turn=1)
    step = GAME.apply(both_one_short, 1, Move(GATE, INTO))
    assert has_won(step.state, 0)
    assert has_won(step.state, 1)
    assert step.events[-1] == Ended(1, "blockedGoal")


def test_c4_the_mover_can_make_another_seat_win() -> None:
    low = [hole for hole in target(0) if hole != INTO]
    state = two([*low[:6], *CROWD[:4]], [*low[6:], GATE, *CROWD[4:], 0], turn=1)
    step = GAME.apply(state, 1, Move(GATE, INTO))
    assert GAME.status(step.state) == Finished((1, -1), "blockedGoal")


def test_c4_after_150_moves_each_it_is_adjudicated() -> None:
    state = two([at(0, -2), *home(0)[:9]], home(1))
    almost = replace(state, history=(0,) * 299)
    result = GAME.status(GAME.apply(almost, 0, Move(at(0, -2), at(0, -1))).state)
    assert result == Finished((1, -1), "moveLimit")
    earlier = replace(state, history=(0,) * 298)
    assert GAME.status(GAME.apply(earlier, 0, Move(at(0, -2), at(0, -1))).state) == ToAct((1,))


def test_c4_adjudication_counts_marbles_home_then_distance_then_draws() -> None:
    one_home = two([*target(0)[:1], *home(0)[:9]], [*CROWD, at(0, 1)])
    assert adjudicate(one_home, "moveLimit").payoffs == (1, -1)
    nearer = two([*CROWD, at(0, -1)], home(1))
    assert adjudicate(nearer, "moveLimit").payoffs == (1, -1)
    level = two(home(0), home(1))
    assert adjudicate(level, "moveLimit").payoffs == (0, 0)
    assert adjudicate(replace(nearer, gone=(0,)), "moveLimit").payoffs == (-1, 1)


def test_c4_a_draw_of_three_is_a_loss_for_a_seat_that_has_left() -> None:
    state = replace(start(GAME, Options(), 3, Rng("x")), gone=(1,))
    assert adjudicate(state, "moveLimit").payoffs == (0, -1, 0)


def test_distance_left_goes_to_the_nearest_hole_not_their_own() -> None:
    nine = without(target(0), INTO)
    assert distance_left(two([GATE, *nine], CROWD), 0) == 1
    far_corner_open = without(target(0), target(0)[-1])
    assert distance_left(two([GATE, *far_corner_open], CROWD), 0) == 4
    assert distance_left(two(target(0), CROWD), 0) == 0


def test_a_seat_that_left_cannot_win() -> None:
    """Of four, seat 1 has left; seat 3, opposite, fills the last hole of seat 1's target."""
    low = [hole for hole in target(0, 4) if hole != INTO]
    board_of_four = board(
        [*low[:6], *CROWD[:4]], home(1, 4), [*low[6:], GATE, *CROWD[4:], 0], home(3, 4)
    )
    state = State(FREE, 4, board_of_four, 2)
    won = GAME.apply(state, 2, Move(GATE, INTO)).state
    assert GAME.status(won) == Finished((1, -1, -1, -1), "blockedGoal")
    left = GAME.apply(replace(state, gone=(0,)), 2, Move(GATE, INTO)).state
    assert GAME.status(left) == ToAct((3,))

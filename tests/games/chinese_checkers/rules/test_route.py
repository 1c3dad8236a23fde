"""Steps, hops and chains."""

import pytest
from tests.games.chinese_checkers.positions import at, board, reach

from meadhall.games.chinese_checkers.rules.board import NUMBER
from meadhall.games.chinese_checkers.rules.route import route

pytestmark = pytest.mark.clause("Moves")

MIDDLE = NUMBER[0, 0]


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

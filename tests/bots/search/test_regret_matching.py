"""Regret matching finds mixed strategies, in integers."""

import pytest

from meadhall.bots.chances import proportions
from meadhall.bots.search.regret_matching import (
    ONE,
    Cell,
    OpponentType,
    PayoffTable,
    pure_equilibrium,
    solve,
)


def zero_sum(*rows: tuple[int, ...]) -> PayoffTable:
    return tuple(tuple((value, -value) for value in row) for row in rows)


ROCK_PAPER_SCISSORS = zero_sum((0, -1000, 1000), (1000, 0, -1000), (-1000, 1000, 0))


def test_rock_paper_scissors_is_a_third_each() -> None:
    solution = solve([OpponentType(1, ROCK_PAPER_SCISSORS)], 300)
    for mix in (solution.mine, *solution.theirs):
        assert sum(mix) == ONE
        assert all(abs(p - ONE // 3) < ONE // 100 for p in mix)
    assert abs(solution.value[0]) <= 20


def test_a_lopsided_game_is_mixed_as_theory_says() -> None:
    solution = solve([OpponentType(1, zero_sum((3000, -1000), (-1000, 1000)))], 1000)
    assert abs(solution.mine[0] - ONE // 3) < ONE // 50
    assert abs(solution.value[0] - 333) < 40


def test_a_dominated_action_is_dropped() -> None:
    solution = solve([OpponentType(1, zero_sum((1000, 2000), (0, 1000)))], 50)
    assert solution.mine[0] > ONE * 9 // 10
    assert solution.rows[0] - solution.rows[1] == 1000


def test_one_mix_must_do_against_all_kinds_of_opponent() -> None:
    left, right = zero_sum((1000,), (-1000,)), zero_sum((-1000,), (1000,))
    even = solve([OpponentType(1, left), OpponentType(1, right)], 200)
    assert abs(even.value[0]) <= 20
    likely = solve([OpponentType(3, left), OpponentType(1, right)], 200)
    assert likely.mine[0] > ONE * 9 // 10
    assert abs(likely.value[0] - 500) < 50


def test_equal_tables_give_equal_mixes() -> None:
    assert solve([OpponentType(1, ROCK_PAPER_SCISSORS)], 77) == solve(
        [OpponentType(1, ROCK_PAPER_SCISSORS)], 77
    )


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        (zero_sum((5, 7), (3, 9)), (5, -5)),
        (zero_sum((4,)), (4, -4)),
        (ROCK_PAPER_SCISSORS, None),
        ((((1, 1), (0, 0)), ((0, 0), (2, 2))), (1, 1)),
    ],
)
def test_a_pair_from_which_neither_side_deviates_is_a_pure_equilibrium(
    cells: PayoffTable, value: Cell | None
) -> None:
    assert pure_equilibrium(cells) == value


def test_weights_become_probabilities_that_add_up() -> None:
    assert proportions([0, 0, 0, 0], ONE) == (ONE // 4,) * 4
    assert sum(proportions([1, 1, 1], ONE)) == ONE
    assert proportions([0, 7], ONE) == (0, ONE)

"""Attack against defense."""

import pytest

from meadhall.games.jarls.combat import (
    Breakdown,
    Combat,
    attacks,
    calculate_combat,
    find_bracing,
    find_support,
    preview,
)
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.notation import position
from meadhall.games.jarls.pieces import NAMES
from meadhall.games.jarls.types import Move, State

BOARD = """
mover 1
     .   .   .   {jarls}
   .   .   .   .   .
 .   .   .   .   .   .
.   .   .   *   .   .   .
 {row}
   .   .   .   .   .
     .   .   .   .
"""


def laid(row: str, jarls: str = ".") -> State:
    return position(BOARD.format(row=row, jarls=jarls))


def fight(row: str, attacker: str, defender: str) -> Combat:
    state = laid(row)
    names = [NAMES[code] for code in state.board]
    return calculate_combat(state, names.index(attacker), names.index(defender))


def test_warrior_against_warrior_both_alone_is_blocked() -> None:
    combat = fight(".   1w1 2w1 .   .   .", "p1-w1", "p2-w1")
    assert (combat.attack, combat.defense) == (Breakdown(1, 0, 0), Breakdown(1, 0, 0))
    assert (combat.attack.total, combat.defense.total) == (1, 1)
    assert combat.outcome == "blocked"
    assert combat.push_direction is None


def test_warrior_with_momentum_pushes_a_warrior() -> None:
    combat = fight("1w1 .   2w1 .   .   .", "p1-w1", "p2-w1")
    assert combat.attack == Breakdown(1, 1, 0)
    assert combat.outcome == "push"
    assert combat.push_direction == 0


def test_inline_support_pushes_a_warrior() -> None:
    combat = fight("1w2 1w1 2w1 .   .   .", "p1-w1", "p2-w1")
    assert combat.attack == Breakdown(1, 0, 1)
    assert combat.outcome == "push"


def test_a_braced_warrior_holds() -> None:
    combat = fight(".   1w1 2w1 2w2 .   .", "p1-w1", "p2-w1")
    assert combat.defense == Breakdown(1, 0, 1)
    assert combat.outcome == "blocked"


def test_jarl_pushes_a_warrior() -> None:
    combat = fight(".   1J  2w1 .   .   .", "p1-j", "p2-w1")
    assert (combat.attack.total, combat.defense.total) == (2, 1)
    assert combat.outcome == "push"


def test_jarl_against_jarl_is_blocked() -> None:
    combat = fight(".   1J  2J  .   .   .", "p1-j", "p2-j")
    assert (combat.attack.total, combat.defense.total) == (2, 2)
    assert combat.outcome == "blocked"


def test_a_jarl_behind_a_warrior_supports_with_two() -> None:
    combat = fight("1J  1w1 2w1 .   .   .", "p1-w1", "p2-w1")
    assert combat.attack == Breakdown(1, 0, 2)
    assert combat.attack.total == 3


def test_j6_momentum_and_support_add_up_and_support_stands_behind_the_start() -> None:
    combat = fight("1w2 1w1 .   2w1 .   .", "p1-w1", "p2-w1")
    assert combat.attack == Breakdown(1, 1, 1)
    assert combat.attack.total == 3


@pytest.mark.parametrize("gap", [".", "()", "#1", "3w9"])
def test_a_gap_a_hole_a_shield_or_a_stranger_ends_support_and_bracing(gap: str) -> None:
    state = laid(f"1w3 {gap}   1w1 2w1 {gap}   2w3")
    assert find_support(state, grid(3).number[(-1, 1)], 0) == ()
    assert find_bracing(state, grid(3).number[(0, 1)], 0) == ()


def test_a_long_line_supports_and_braces_piece_by_piece() -> None:
    state = laid("1J  1w2 1w1 2w1 2w2 2J")
    number = grid(3).number
    support = find_support(state, number[(-1, 1)], 0)
    bracing = find_bracing(state, number[(0, 1)], 0)
    assert [NAMES[code] for code in support] == ["p1-w2", "p1-j"]
    assert [NAMES[code] for code in bracing] == ["p2-w2", "p2-j"]


def test_an_enemy_behind_the_defender_braces_nobody() -> None:
    assert fight(".   1w1 2w1 1w2 .   .", "p1-w1", "p2-w1").defense == Breakdown(1, 0, 0)


def test_a_walk_has_no_combat_and_an_attack_has_all_of_it() -> None:
    state = laid(".   1w1 .   2w1 .   .", jarls="1J")
    walk = preview(state, Move("p1-w1", (-1, 1)))
    assert (walk.type, walk.momentum, walk.combat) == ("move", False, None)
    attack = preview(state, Move("p1-w1", (0, 1)))
    assert (attack.type, attack.momentum) == ("attack", True)
    assert attack.combat == Combat("p1-w1", "p2-w1", Breakdown(1, 1, 0), Breakdown(1, 0, 0), 0)


def test_every_attack_of_a_seat_is_worked_out() -> None:
    found = attacks(laid(".   1w1 2w1 .   .   .", jarls="1J"), 0)
    assert [(move.to, combat.defender) for move, combat in found] == [((-1, 1), "p2-w1")]

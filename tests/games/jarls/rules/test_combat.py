"""Attack against defense."""

import pytest

from meadhall.games.jarls.notation import position
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.combat import (
    Breakdown,
    Combat,
    calculate_combat,
    find_bracing,
    find_support,
)
from meadhall.games.jarls.rules.pieces import NAMES
from meadhall.games.jarls.rules.previews import preview, previews
from meadhall.games.jarls.types import Move, State

pytestmark = pytest.mark.clause("Attacks")

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


def lay_out(row: str, jarls: str = ".") -> State:
    return position(BOARD.format(row=row, jarls=jarls))


def fight(row: str, attacker: str, defender: str) -> Combat:
    state = lay_out(row)
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
    state = lay_out(f"1w3 {gap}   1w1 2w1 {gap}   2w3")
    assert find_support(state, grid(3).number[(-1, 1)], 0) == ()
    assert find_bracing(state, grid(3).number[(0, 1)], 0) == ()


def test_a_long_line_supports_and_braces_piece_by_piece() -> None:
    state = lay_out("1J  1w2 1w1 2w1 2w2 2J")
    number = grid(3).number
    support = find_support(state, number[(-1, 1)], 0)
    bracing = find_bracing(state, number[(0, 1)], 0)
    assert [NAMES[code] for code in support] == ["p1-w2", "p1-j"]
    assert [NAMES[code] for code in bracing] == ["p2-w2", "p2-j"]


def test_an_enemy_behind_the_defender_braces_nobody() -> None:
    assert fight(".   1w1 2w1 1w2 .   .", "p1-w1", "p2-w1").defense == Breakdown(1, 0, 0)


def test_a_walk_has_no_combat_and_an_attack_has_all_of_it() -> None:
    state = lay_out(".   1w1 .   2w1 .   .", jarls="1J")
    walk = preview(state, Move("p1-w1", (-1, 1)))
    assert (walk.type, walk.momentum, walk.combat) == ("move", False, None)
    attack = preview(state, Move("p1-w1", (0, 1)))
    assert (attack.type, attack.momentum) == ("attack", True)
    assert attack.combat == Combat("p1-w1", "p2-w1", Breakdown(1, 1, 0), Breakdown(1, 0, 0), 0)


def test_every_attack_of_a_seat_is_worked_out() -> None:
    found = previews(lay_out(".   1w1 2w1 .   .   .", jarls="1J"), 0)
    attacks = [(each.move.to, each.combat.defender) for each in found if each.combat]
    assert attacks == [((-1, 1), "p2-w1")]

"""Where each test case and edge case of the author's plan is shown, in its order.

`docs/names.md` says what the functions in it are called here.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.bots.players import test_search_bot as search
from tests.games.chinese_checkers import test_notation as notation
from tests.games.chinese_checkers.bots import test_evaluate as evaluate
from tests.games.chinese_checkers.rules import test_apply as apply
from tests.games.chinese_checkers.rules import test_board as board
from tests.games.chinese_checkers.rules import test_legal as legal
from tests.games.chinese_checkers.rules import test_route as route
from tests.kit import test_hexgrid as hexgrid

Test: TypeAlias = Callable[..., None]

SOURCE = Path(
    os.environ.get("MEADHALL_VECTORS", Path(__file__).parents[4].parent / "shared/vectors")
).parent.joinpath("specs/sources/chinese-checkers.md")

CASES: Mapping[str, tuple[Test, ...]] = {
    "generateBoard": (
        board.test_there_are_121_holes_61_of_them_in_the_centre,
        hexgrid.test_cube_coordinates_must_add_up_to_zero,
        board.test_each_corner_has_ten_holes_in_rows_of_one_to_four,
        board.test_there_are_121_holes_61_of_them_in_the_centre,
    ),
    "posKey": (notation.test_moves_are_two_holes,),
    "isAdjacent": (
        board.test_steps_lead_both_ways_and_the_middle_has_six,
        board.test_steps_lead_both_ways_and_the_middle_has_six,
    ),
    "getAdjacentPositions": (board.test_steps_lead_both_ways_and_the_middle_has_six,),
    "getJumpTargets": (
        route.test_a_marble_hops_over_anybodys_marble_into_the_hole_behind,
        route.test_there_is_no_hop_over_an_empty_hole_nor_over_two_marbles,
    ),
    "getValidMoves": (
        route.test_a_lonely_marble_steps_to_its_six_neighbours,
        route.test_hops_chain_and_may_stop_after_any,
    ),
    "evaluateBoard": (evaluate.test_the_evaluation_likes_progress_and_hates_the_others,),
    "findBestMove": (search.test_a_win_in_one_is_played,),
}
EDGE_CASES: tuple[Test, ...] = (
    legal.test_c3_a_move_must_not_end_in_a_foreign_corner,
    apply.test_a_seat_without_a_move_is_skipped_and_that_is_recorded,
    search.test_a_clock_that_has_run_out_still_gets_an_answer,
)


def test_no_case_of_the_plan_is_left_out() -> None:
    if not SOURCE.exists():
        pytest.skip(f"no document at {SOURCE}")
    parts = re.split(r"^describe\('", SOURCE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    wanted = {part.split("'")[0]: len(re.findall(r"^  it\(", part, re.MULTILINE)) for part in parts}
    assert {name: len(cases) for name, cases in CASES.items()} == wanted
    edges = SOURCE.read_text("utf-8").split("Handle edge cases**")[1].split("**Step")[0]
    assert edges.count("\n- ") == len(EDGE_CASES)

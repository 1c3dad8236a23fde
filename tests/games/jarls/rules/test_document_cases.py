"""Where each test case of the author's two documents is shown, task by task, in their order.

`docs/names.md` says what the functions in them are called here.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.games.jarls.rules import test_combat as combat
from tests.games.jarls.rules import test_ending as ending
from tests.games.jarls.rules import test_legal as legal
from tests.games.jarls.rules import test_push as push
from tests.games.jarls.rules import test_refusals as refusals
from tests.games.jarls.rules import test_setup as setup
from tests.games.jarls.rules import test_starvation as starvation
from tests.kit import test_hexgrid as hexgrid

Test: TypeAlias = Callable[..., None]
Cases: TypeAlias = Mapping[str, tuple[Test, ...]]

ROOT = Path(__file__).parents[4]
VECTORS = Path(os.environ.get("MEADHALL_VECTORS", ROOT.parent / "shared/vectors"))
SOURCES = VECTORS.parent / "specs/sources"

HEXES = (
    hexgrid.test_distance_from_the_origin,
    hexgrid.test_a_hex_has_six_neighbours_one_step_away,
    hexgrid.test_a_line_includes_both_ends,
    hexgrid.test_the_edge_is_the_outermost_ring,
    hexgrid.test_the_board_ends_at_its_radius,
    hexgrid.test_a_sixth_of_a_turn_either_way,
)
HOLES: Cases = {
    "1.1": HEXES,
    "1.2": (),
    "1.3": (
        setup.test_j1_jarls_stand_on_different_edge_hexes_equally_far_from_the_throne,
        setup.test_terrain_says_how_many_holes_there_are,
    ),
    "1.4": (
        legal.test_a_warrior_may_go_one_hex_or_two,
        legal.test_two_hexes_give_momentum_and_one_does_not,
        refusals.test_every_check_has_its_code,
        legal.test_j4_a_warrior_never_crosses_the_throne,
        legal.test_a_jarl_may_step_onto_the_throne,
        refusals.test_every_check_has_its_code,
    ),
    "1.5": (
        combat.test_warrior_against_warrior_both_alone_is_blocked,
        combat.test_warrior_with_momentum_pushes_a_warrior,
        combat.test_jarl_pushes_a_warrior,
        combat.test_jarl_against_jarl_is_blocked,
    ),
    "1.6": (
        push.test_simple_push_into_an_empty_hex,
        push.test_edge_push_eliminates_the_piece_at_the_edge,
        push.test_hole_push_swallows_the_piece_and_the_hole_stays,
        push.test_j7_the_throne_compresses_a_chain_of_warriors,
    ),
    "1.7": (
        ending.test_a_jarl_that_walks_onto_the_throne_wins_at_once,
        ending.test_eliminating_the_last_but_one_names_the_winner,
        ending.test_eliminating_a_player_removes_everything_it_has,
    ),
    "1.8": (
        legal.test_a_warrior_has_at_most_twelve_destinations_within_two_hexes,
        legal.test_valid_moves_of_a_jarl_go_two_hexes_only_with_a_draft,
        legal.test_valid_moves_of_one_piece_are_its_legal_moves_with_previews,
        legal.test_valid_moves_take_less_than_ten_milliseconds,
    ),
}
SHIELDS: Cases = {
    "1.1": HEXES,
    "1.2": (),
    "1.3": (
        setup.test_every_board_has_room_for_everybody,
        setup.test_j2_shields_keep_inside_and_every_player_keeps_a_clear_line,
    ),
    "1.4": (
        legal.test_a_warrior_may_go_one_hex_or_two,
        legal.test_two_hexes_give_momentum_and_one_does_not,
        refusals.test_every_check_has_its_code,
        refusals.test_a_piece_or_a_hole_in_the_middle_blocks_the_path,
        legal.test_j4_a_warrior_never_crosses_the_throne,
        legal.test_a_jarl_may_step_onto_the_throne,
        refusals.test_every_check_has_its_code,
        legal.test_a_jarl_with_two_warriors_behind_it_runs_two_hexes_gaps_allowed,
    ),
    "1.5": (
        combat.test_warrior_against_warrior_both_alone_is_blocked,
        combat.test_warrior_with_momentum_pushes_a_warrior,
        combat.test_inline_support_pushes_a_warrior,
        combat.test_a_braced_warrior_holds,
        combat.test_jarl_pushes_a_warrior,
        combat.test_jarl_against_jarl_is_blocked,
        combat.test_a_jarl_behind_a_warrior_supports_with_two,
    ),
    "1.6": (
        push.test_simple_push_into_an_empty_hex,
        push.test_edge_push_eliminates_the_piece_at_the_edge,
        push.test_j7_a_shield_compresses_a_chain_whose_last_piece_stands_beside_it,
        push.test_j7_the_throne_compresses_a_chain_of_warriors,
        push.test_one_piece_dies_per_push_and_the_others_move_up,
    ),
    "1.7": (
        ending.test_a_jarl_that_walks_onto_the_throne_wins_at_once,
        push.test_j7_in_shields_a_jarl_is_pushed_onto_the_throne_and_does_not_win,
        ending.test_eliminating_the_last_but_one_names_the_winner,
        ending.test_eliminating_a_player_removes_everything_it_has,
        ending.test_the_throne_goes_before_the_last_one_standing,
    ),
    "1.8": (
        starvation.test_starvation_is_due_after_ten_quiet_rounds_and_every_five_after,
        starvation.test_starvation_is_due_after_ten_quiet_rounds_and_every_five_after,
        starvation.test_j9_a_push_off_the_board_resets_the_count_and_starving_does_not,
        starvation.test_the_warriors_furthest_out_are_candidates,
        starvation.test_several_equally_far_are_all_candidates,
        starvation.test_the_jarl_is_at_risk_when_there_are_no_warriors,
    ),
    "1.9": (
        legal.test_a_warrior_has_at_most_twelve_destinations_within_two_hexes,
        legal.test_valid_moves_of_a_jarl_go_two_hexes_only_with_a_draft,
        legal.test_valid_moves_of_a_jarl_go_two_hexes_only_with_a_draft,
        legal.test_valid_moves_of_one_piece_are_its_legal_moves_with_previews,
        legal.test_valid_moves_take_less_than_ten_milliseconds,
    ),
}
DOCUMENTS = {"jarls-holes.md": HOLES, "jarls-shields.md": SHIELDS}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_case_of_a_document_is_left_out(name: str) -> None:
    path = SOURCES / name
    if not path.exists():
        pytest.skip(f"no documents in {SOURCES}")
    tasks = re.split(r"^## Task ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    wanted = {task[:3]: len(re.findall(r"^  test[(.]", task, re.MULTILINE)) for task in tasks}
    assert {task: len(cases) for task, cases in DOCUMENTS[name].items()} == wanted

"""Where each statement of the author's document about the old program is shown, part by part.

The vectors show the same against the old program itself (`tests/vectors/test_toaster.py`).
`docs/names.md` says what the functions in it are called here.
"""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.games.secret_toaster.rules import test_alliances as alliances
from tests.games.secret_toaster.rules import test_battle as battle
from tests.games.secret_toaster.rules import test_board as board
from tests.games.secret_toaster.rules import test_orders as orders
from tests.games.secret_toaster.rules import test_rounds as rounds
from tests.games.secret_toaster.rules import test_setup as setup

Test: TypeAlias = Callable[..., None]

SOURCE = Path(
    os.environ.get("MEADHALL_VECTORS", Path(__file__).parents[4].parent / "shared/vectors")
).parent.joinpath("specs/sources/secret-toaster.md")

STATEMENTS: Mapping[str, tuple[Test, ...]] = {
    "Board Topology": (
        board.test_there_are_55_hexes_to_play_on,
        board.test_the_map_looks_the_same_from_every_keep,
        board.test_a_keep_is_three_steps_from_the_castle_and_its_two_neighbours,
        board.test_there_are_55_hexes_to_play_on,
        board.test_roads_lead_over_land_only,
        board.test_there_are_55_hexes_to_play_on,
        board.test_t1_neighbours_are_mutual_and_keep_their_slots_at_the_border,
    ),
    "Player Start State": (
        setup.test_keeps_are_dealt_by_the_seed_and_each_only_once,
        *(setup.test_everybody_begins_at_home_with_a_hundred_troops_and_a_knight,) * 5,
    ),
    "Order System": (
        orders.test_no_fourth_order_is_listed,
        orders.test_t3_an_order_written_over_takes_the_later_ones_with_it,
        orders.test_t3_an_order_written_over_takes_the_later_ones_with_it,
        orders.test_t3_withdrawing_sets_the_projection_back,
        *(rounds.test_players_are_drawn_among_those_with_orders_left,) * 3,
        rounds.test_legacy_does_not_know_the_word_attack,
        *(orders.test_the_first_failing_check_names_the_refusal,) * 8,
    ),
    "Round Lifecycle": (rounds.test_a_round_ends_with_everybody_planning_anew,) * 8,
    "Economy / Unit Constants": (
        rounds.test_fortifying_adds_two_hundred_on_own_and_allied_land,
        rounds.test_t8_a_knight_costs_a_hundred_and_his_number_is_new,
        rounds.test_t8_a_fourth_knight_and_one_too_dear_are_not_made,
    ),
    "Battle Resolution": (
        *(battle.test_throwing_together_is_throwing_one_exchange_at_a_time,) * 4,
        battle.test_a_tie_is_the_defenders_and_a_bonus_breaks_it,
        rounds.test_members_of_an_alliance_add_to_the_dice,
        *(rounds.test_who_wins_the_battle_owns_the_hex_and_the_losers_knights_fall,) * 2,
    ),
    "Messaging / Alliances (Observed)": (
        *(alliances.test_t10_the_audiences_are_those_of_the_moment,) * 2,
        alliances.test_t10_legacy_letters_are_read_by_the_allies_of_today,
        alliances.test_t10_the_audiences_are_those_of_the_moment,
        alliances.test_t9_legacy_joins_at_once_and_founds_what_is_unknown,
    ),
}
NO_RULES = {"Governance", "Open Questions", "Next Steps"}


def test_no_statement_of_the_document_is_left_out() -> None:
    if not SOURCE.exists():
        pytest.skip(f"no document at {SOURCE}")
    parts = re.split(r"^## ", SOURCE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    # What names files of the successor says nothing about the rules.
    stated = {
        part.split("\n")[0]: len(re.findall(r"^ *- (?!`packages)", part, re.MULTILINE))
        for part in parts
    }
    wanted = {name: count for name, count in stated.items() if name not in NO_RULES}
    assert {name: len(tests) for name, tests in STATEMENTS.items()} == wanted

"""Where each numbered rule of the author's rules document is shown.

The document numbers its rules by letter and its edge cases as EC1 to EC15, and lists test cases of
its own. It uses D1 to D5 twice, for the draft and for defenses. Its E1 to E5 are rules of energy;
the numbers E1 to E8 in the names of tests are those of `CHOICES.md`.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tests.cli.commands import test_play as terminal
from tests.games.elemental_clash import test_view as view
from tests.games.elemental_clash.look import test_scene as scene
from tests.games.elemental_clash.rules import test_apply as apply
from tests.games.elemental_clash.rules import test_cards as cards
from tests.games.elemental_clash.rules import test_combat as combat
from tests.games.elemental_clash.rules import test_draft as draft
from tests.games.elemental_clash.rules import test_ending as ending
from tests.games.elemental_clash.rules import test_invariant as invariant
from tests.games.elemental_clash.rules import test_phases as phases
from tests.games.elemental_clash.rules import test_refusals as refusals
from tests.games.elemental_clash.rules import test_selection as selection
from tests.games.elemental_clash.rules import test_transitions as transitions

Tests: TypeAlias = tuple[Callable[..., None], ...]

RULES: Mapping[str, Tests] = {
    "C1": (phases.test_c1_elements_are_looks_only,),
    "C2": (cards.test_c2_cards_of_a_subtype_behave_alike,),
    "C3": (phases.test_c3_costs_are_as_printed,),
    "E1": (phases.test_a_side_starts_with_twenty_hp_and_five_energy,),
    "E2": (phases.test_energy_never_exceeds_ten, invariant.test_energy),
    "E3": (phases.test_e1_no_energy_is_gained_in_the_first_turn,),
    "E4": (
        phases.test_energy_is_paid_after_the_reveal_and_before_the_attack,
        phases.test_e3_an_unaffordable_card_costs_nothing_and_stays_in_hand,
    ),
    "E5": (refusals.test_s2_refusals_name_every_reason, scene.test_dimmed_cards_say_why),
    "D1 draft": (draft.test_d1_rounds_cannot_be_skipped_or_taken_back,),
    "D2 draft": (
        draft.test_d2_rounds_come_in_a_fixed_order,
        draft.test_the_miner_round_offers_the_four_types,
        draft.test_e2_wildcards_are_four_different_subtypes_and_all_of_them_come_up,
    ),
    "D3 draft": (
        draft.test_d2_rounds_come_in_a_fixed_order,
        draft.test_d3_a_pick_is_final_and_waits_for_the_other,
    ),
    "D4 draft": (draft.test_d4_there_is_more_time_in_the_last_two_rounds,),
    "D5 draft": (
        draft.test_d5_a_timeout_picks_at_random_and_says_so,
        draft.test_d5_every_slot_is_filled_even_if_nobody_ever_picks,
    ),
    "H1": (
        draft.test_dk1_four_cards_are_dealt_and_two_are_left,
        phases.test_h4_hands_are_refilled_to_four_at_the_end_of_the_turn,
    ),
    "H2": (cards.test_h2_all_four_cards_are_seen_and_any_that_works_may_be_chosen,),
    "H3": (cards.test_h3_a_played_card_leaves_the_hand_and_the_deck_refills_it,),
    "H4": (
        cards.test_h4_cards_are_drawn_from_the_top_of_the_deck,
        phases.test_h4_hands_are_refilled_to_four_at_the_end_of_the_turn,
    ),
    "DK1": (draft.test_dk1_four_cards_are_dealt_and_two_are_left,),
    "DK2": (
        draft.test_dk2_decks_are_shuffled_by_the_seed,
        cards.test_dk2_a_deck_is_shuffled_once_and_drawn_in_that_order,
    ),
    "DK3": (cards.test_dk3_with_an_empty_deck_hands_grow_smaller_and_are_still_played,),
    "DK4": (cards.test_dk4_a_played_card_is_gone_for_good,),
    "T1": (
        view.test_nothing_of_a_hand_deck_choice_or_draft_shows_elsewhere,
        apply.test_time_is_ten_seconds_for_a_turn,
    ),
    "T2": (phases.test_t2_a_turn_is_all_thirteen_phases_in_order,),
    "T3": (phases.test_t3_every_phase_is_refused_at_every_wrong_moment,),
    "T4": (
        draft.test_dk1_four_cards_are_dealt_and_two_are_left,
        phases.test_t4_the_turn_counter_moves_at_the_end,
    ),
    "S1": (cards.test_s1_there_is_no_passing,),
    "S2": (
        refusals.test_s2_refusals_name_every_reason,
        selection.test_e3_working_cards_first_then_affordable_ones_then_the_cheapest,
    ),
    "S3": (
        apply.test_s3_at_the_deadline_the_choice_that_was_made_counts,
        selection.test_e3_at_the_deadline_a_legal_card_counts_always,
    ),
    "S4": (apply.test_s4_a_choice_may_be_changed_until_both_have_chosen,),
    "S5": (terminal.test_seats_that_share_a_screen_do_not_see_each_others_secrets,),
    "W1": (combat.test_w1_a_wall_can_be_placed_only_where_none_stands,),
    "W2": (combat.test_w2_a_new_wall_has_twelve_hp,),
    "W3": (phases.test_ec3_a_second_wall_is_paid_and_wasted, scene.test_dimmed_cards_say_why),
    "W4": (combat.test_w4_walls_decay_after_the_attacks,),
    "W5": (phases.test_w6_an_unhurt_wall_lasts_three_turns,),
    "W6": (phases.test_w6_an_unhurt_wall_lasts_three_turns,),
    "W7": (combat.test_w7_after_a_wall_has_fallen_another_may_be_placed,),
    "W8": (combat.test_w8_a_wall_takes_a_blast_and_lets_the_rest_through,),
    "W9": (phases.test_w9_a_shot_ignores_the_wall,),
    "W10": (
        phases.test_e7_a_new_wall_that_took_a_blast_is_gone_at_the_end_of_the_turn,
        phases.test_ec15_a_wall_that_just_holds_decays_in_the_same_turn,
    ),
    "M1": (combat.test_m1_a_miner_can_be_placed_only_where_none_stands,),
    "M2": (phases.test_c3_costs_are_as_printed,),
    "M3": (phases.test_ec4_a_second_miner_is_paid_and_wasted,),
    "M4": (combat.test_m4_miners_pay_each_in_its_interval,),
    "M5": (phases.test_m9_a_miner_killed_in_resolution_does_not_pay,),
    "M6": (
        phases.test_e6_the_countdown_starts_in_the_turn_of_placement,
        phases.test_a_payout_resets_the_countdown_to_its_interval,
        phases.test_a_dodge_bot_never_counts_down,
    ),
    "M7": (
        phases.test_e6_a_miner_pays_even_if_the_other_payout_kills_it,
        phases.test_a_payout_resets_the_countdown_to_its_interval,
        combat.test_m7_a_repair_brings_the_wall_back_to_twelve,
        phases.test_a8_a_dodge_bot_stops_a_shot_and_survives,
    ),
    "M8": (
        phases.test_m8_any_damage_kills_the_miner,
        phases.test_the_danger_zone_overflow_hurts_the_base_and_kills_the_miner,
        phases.test_ec10_a_payout_kills_the_miner_it_hits,
    ),
    "M9": (phases.test_m9_a_miner_killed_in_resolution_does_not_pay,),
    "M10": (
        phases.test_a8_a_dodge_bot_stops_a_shot_and_survives,
        combat.test_m10_a_dodge_bot_stops_the_shots_of_bots_too_and_lives,
    ),
    "A1": (phases.test_both_attack_and_both_take_damage, phases.test_c3_costs_are_as_printed),
    "A2": (combat.test_w8_a_wall_takes_a_blast_and_lets_the_rest_through,),
    "A3": (phases.test_a_dodge_without_a_wall_lets_six_through,),
    "A4": (phases.test_ec9_dodge_first_then_wall,),
    "A5": (phases.test_w9_a_shot_ignores_the_wall, phases.test_c3_costs_are_as_printed),
    "A6": (phases.test_w9_a_shot_ignores_the_wall,),
    "A7": (phases.test_a7_a_dodge_stops_a_shot,),
    "A8": (phases.test_a8_a_dodge_bot_stops_a_shot_and_survives,),
    "A9": (
        phases.test_both_attack_and_both_take_damage,
        phases.test_e5_one_attack_does_not_change_the_other,
    ),
    "A10": (phases.test_the_danger_zone_overflow_hurts_the_base_and_kills_the_miner,),
    "D1 defense": (phases.test_ec13_a_wall_placed_now_blocks_now,),
    "D2 defense": (
        combat.test_w1_a_wall_can_be_placed_only_where_none_stands,
        refusals.test_s2_refusals_name_every_reason,
    ),
    "D3 defense": (phases.test_deflection_ends_with_the_turn,),
    "D4 defense": (
        phases.test_a7_a_dodge_stops_a_shot,
        phases.test_e5_a_dodge_stops_only_the_first_shot_of_a_turn,
    ),
    "D5 defense": (
        phases.test_a_dodge_without_a_wall_lets_six_through,
        phases.test_ec9_dodge_first_then_wall,
    ),
    "DM1": (
        combat.test_dm1_a_base_may_fall_below_nothing,
        scene.test_gauges_show_hp_energy_shield_and_countdown,
    ),
    "DM2": (phases.test_ec8_a_wall_with_exactly_the_damage_dies_without_overflow,),
    "DM3": (combat.test_w8_a_wall_takes_a_blast_and_lets_the_rest_through,),
    "DM4": (phases.test_m8_any_damage_kills_the_miner,),
    "V1": (ending.test_v1_a_fallen_base_loses,),
    "V2": (ending.test_v2_both_bases_fallen_is_a_loss_for_both_with_a_message,),
    "V3": (
        ending.test_v1_a_fallen_base_loses,
        ending.test_v2_both_bases_fallen_is_a_loss_for_both_with_a_message,
    ),
}
EDGE_CASES: Mapping[str, Tests] = {
    "EC1": (apply.test_s3_at_the_deadline_the_choice_that_was_made_counts,),
    "EC2": (selection.test_e3_at_the_deadline_a_legal_card_counts_always,),
    "EC3": (phases.test_ec3_a_second_wall_is_paid_and_wasted,),
    "EC4": (phases.test_ec4_a_second_miner_is_paid_and_wasted,),
    "EC5": (
        refusals.test_ec5_when_nothing_can_be_paid_the_refusal_says_what_must_be_shown,
        phases.test_e3_an_unaffordable_card_costs_nothing_and_stays_in_hand,
    ),
    "EC6": (selection.test_e4_asking_for_a_card_from_an_empty_hand_is_an_error,),
    "EC7": (phases.test_both_attack_and_both_take_damage,),
    "EC8": (phases.test_ec8_a_wall_with_exactly_the_damage_dies_without_overflow,),
    "EC9": (phases.test_ec9_dodge_first_then_wall,),
    "EC10": (phases.test_ec10_a_payout_kills_the_miner_it_hits,),
    "EC11": (ending.test_v2_both_bases_fallen_is_a_loss_for_both_with_a_message,),
    "EC12": (phases.test_ec12_a_repair_without_a_wall_does_nothing_and_starts_again,),
    "EC13": (phases.test_ec13_a_wall_placed_now_blocks_now,),
    "EC14": (phases.test_ec14_a_miner_placed_now_can_die_now,),
    "EC15": (phases.test_ec15_a_wall_that_just_holds_decays_in_the_same_turn,),
}
CASES: Mapping[str, Tests] = {
    "unit 1": RULES["E1"],
    "unit 2": RULES["E2"],
    "unit 3": RULES["W1"],
    "unit 4": RULES["W1"],
    "unit 5": RULES["W6"],
    "unit 6": RULES["M8"],
    "unit 7": RULES["W8"],
    "unit 8": RULES["W9"],
    "unit 9": RULES["A7"],
    "unit 10": RULES["A3"],
    "integration 1": RULES["A9"],
    "integration 2": (phases.test_the_danger_zone_overflow_hurts_the_base_and_kills_the_miner,),
    "integration 3": (draft.test_a_finished_deck_has_every_category,),
    "integration 4": RULES["D5 draft"],
    "integration 5": RULES["V2"],
    "edge 1": EDGE_CASES["EC1"],
    "edge 2": EDGE_CASES["EC3"],
    "edge 3": EDGE_CASES["EC9"],
    "edge 4": EDGE_CASES["EC12"],
    "edge 5": (
        phases.test_ec13_a_wall_placed_now_blocks_now,
        phases.test_e7_a_new_wall_that_took_a_blast_is_gone_at_the_end_of_the_turn,
    ),
    "game states": (transitions.test_a_game_goes_from_stage_to_stage_and_nowhere_else,),
    "turn states": (transitions.test_a_turn_goes_round_and_every_other_trigger_is_an_error,),
}
HOW_MANY = {
    "C{}": 3, "E{}": 5, "D{} draft": 5, "H{}": 4, "DK{}": 4, "T{}": 4, "S{}": 5, "W{}": 10,
    "M{}": 10, "A{}": 10, "D{} defense": 5, "DM{}": 4, "V{}": 3, "EC{}": 15,
}  # fmt: skip


def test_no_number_of_the_document_is_left_out() -> None:
    wanted = [series.format(n) for series, last in HOW_MANY.items() for n in range(1, last + 1)]
    assert [*RULES, *EDGE_CASES] == wanted


def test_every_number_and_case_is_shown_by_tests() -> None:
    for number, shown in (*RULES.items(), *EDGE_CASES.items(), *CASES.items()):
        assert shown, number
        assert all(test.__name__.startswith("test_") for test in shown), number

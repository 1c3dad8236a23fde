"""The thirteen phases, the rules inside them, and the author's own test cases."""

from dataclasses import replace
from itertools import product

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    DODGE,
    RICH,
    SHIELD,
    SHOT,
    SPARE,
    battle,
    card,
    hand,
    lock_first_cards,
    miner,
    turn,
    wall,
    with_hand,
)

from meadhall.core.refusal import Refused
from meadhall.games.elemental_clash.cards import (
    FACES,
    KINDS,
    NAMES,
    SUBTYPES,
    MinerType,
)
from meadhall.games.elemental_clash.rules import combat, phases
from meadhall.games.elemental_clash.rules.events import Judged, TurnBegan
from meadhall.games.elemental_clash.rules.transitions import PHASES
from meadhall.games.elemental_clash.types import Options, Side, State

pytestmark = pytest.mark.clause("Energy", "Phases", "Attacks", "Bots")


def test_t3_every_phase_is_refused_at_every_wrong_moment() -> None:
    for done, asked in product(PHASES, PHASES):
        state = replace(lock_first_cards(battle(with_hand(SHOT), with_hand(SHOT))), phase=done)
        if PHASES.index(asked) != (PHASES.index(done) + 1) % len(PHASES):
            with pytest.raises(Refused, match="WRONG_PHASE"):
                phases.STEPS[asked](state)


def test_t2_a_turn_is_all_thirteen_phases_in_order() -> None:
    assert tuple(phases.STEPS) == PHASES
    assert PHASES == (
        "energy", "selection", "reveal", "validation", "deduction", "placement", "resolution",
        "payouts", "decay", "death_check", "victory_check", "cleanup", "advance",
    )  # fmt: skip


def test_no_phase_changes_the_state_it_is_given() -> None:
    state = lock_first_cards(battle(with_hand(BLAST), with_hand(SHIELD)))
    before = repr(state)
    phases.reveal(state)
    assert repr(state) == before


def test_c1_elements_are_looks_only() -> None:
    for face in FACES:
        alike = [other for other in FACES if other.subtype == face.subtype]
        assert {other.kind for other in alike} == {KINDS[face.subtype]}
    assert len(set(NAMES.values())) == len(NAMES) == 20


def test_c3_costs_are_as_printed() -> None:
    costs = {subtype: KINDS[subtype].cost for subtype in SUBTYPES}
    assert costs == {
        "wall": 2,
        "deflection": 1,
        "continuous": 5,
        "projectile": 3,
        "deflection_miner": 2,
        "projectile_miner": 3,
        "continuous_miner": 5,
        "repair_miner": 3,
    }


def test_a_side_starts_with_twenty_hp_and_five_energy() -> None:
    assert (Side().hp, Side().energy) == (20, 5)


def begin_turn(number: int, energy: int) -> State:
    sides = (Side(energy=energy, hand=SHOT), Side(energy=energy, hand=SHOT))
    state = replace(battle(*sides, turn=number), phase="advance", turn_state="complete")
    return phases.energy(state).state


def test_e1_no_energy_is_gained_in_the_first_turn() -> None:
    assert [side.energy for side in begin_turn(1, 5).sides] == [5, 5]
    assert [side.energy for side in begin_turn(2, 5).sides] == [7, 7]


def test_energy_never_exceeds_ten() -> None:
    assert [side.energy for side in begin_turn(3, 9).sides] == [10, 10]


def test_the_energy_phase_says_how_the_turn_begins() -> None:
    state = replace(battle(RICH, RICH), phase="advance", turn_state="complete")
    assert phases.energy(state).events == (TurnBegan(2, (10, 10), 0),)


def test_energy_is_paid_after_the_reveal_and_before_the_attack() -> None:
    assert turn(with_hand(BLAST), with_hand(SHOT), "validation").sides[0].energy == 10
    assert turn(with_hand(BLAST), with_hand(SHOT), "deduction").sides[0].energy == 5


def test_both_attack_and_both_take_damage() -> None:
    after = turn(with_hand(BLAST), with_hand(BLAST))
    assert [side.hp for side in after.sides] == [12, 12]


def test_e5_one_attack_does_not_change_the_other() -> None:
    both = turn(with_hand(BLAST), with_hand(SHOT)).sides
    alone = turn(with_hand(BLAST), RICH).sides
    assert both[1].hp == alone[1].hp == 12
    assert both[0].hp == 17


def test_ec13_a_wall_placed_now_blocks_now() -> None:
    after = turn(with_hand(SHIELD), with_hand(BLAST), "resolution")
    assert after.sides[0].hp == 20
    assert after.sides[0].wall == replace(wall(4), placed=2)


def test_e7_a_new_wall_that_took_a_blast_is_gone_at_the_end_of_the_turn() -> None:
    assert turn(with_hand(SHIELD), with_hand(BLAST), "resolution").sides[0].wall is not None
    assert turn(with_hand(SHIELD), with_hand(BLAST)).sides[0].wall is None


def test_w6_an_unhurt_wall_lasts_three_turns() -> None:
    side = Side(wall=wall())
    left = []
    for _ in range(3):
        side = combat.remove_dead(combat.decay(side))
        left.append(side.wall.hp if side.wall else None)
    assert left == [8, 4, None]


def test_ec8_a_wall_with_exactly_the_damage_dies_without_overflow() -> None:
    after, blow = combat.strike(Side(wall=wall(8)), "continuous")
    assert (after.hp, after.wall, blow.damage, blow.wall_destroyed) == (20, None, 0, True)


def test_ec15_a_wall_that_just_holds_decays_in_the_same_turn() -> None:
    after = turn(with_hand(DODGE, Side(energy=10, wall=wall(10))), with_hand(BLAST))
    assert after.sides[0].wall is None
    assert after.sides[0].hp == 20


def test_the_danger_zone_overflow_hurts_the_base_and_kills_the_miner() -> None:
    guarded = Side(energy=10, wall=wall(4), miner=miner("projectile_miner"))
    after = turn(with_hand(DODGE, guarded), with_hand(BLAST)).sides[0]
    assert (after.hp, after.wall, after.miner) == (18, None, None)


def test_ec9_dodge_first_then_wall() -> None:
    after, blow = combat.strike(Side(wall=wall(), dodging=True), "continuous")
    assert after.wall == wall(6)
    assert (blow.reduced, blow.absorbed, blow.damage) == (2, 6, 0)


def test_a_dodge_without_a_wall_lets_six_through() -> None:
    assert combat.strike(Side(dodging=True), "continuous")[0].hp == 14


def test_w9_a_shot_ignores_the_wall() -> None:
    after, blow = combat.strike(Side(wall=wall()), "projectile")
    assert (after.hp, after.wall, blow.damage) == (17, wall(), 3)


def test_a7_a_dodge_stops_a_shot() -> None:
    after, blow = combat.strike(Side(dodging=True), "projectile")
    assert (after.hp, blow.stopped_by) == (20, "deflection")


def test_a8_a_dodge_bot_stops_a_shot_and_survives() -> None:
    guarded = Side(miner=miner("deflection_miner"))
    after, blow = combat.strike(guarded, "projectile")
    assert (after, blow.stopped_by) == (guarded, "deflection_miner")


def test_e5_a_dodge_bot_spares_the_dodge() -> None:
    guarded = Side(miner=miner("deflection_miner"), dodging=True)
    assert not combat.strike(guarded, "projectile")[0].dodged


def test_e5_a_dodge_stops_only_the_first_shot_of_a_turn() -> None:
    shooter = Side(energy=10, miner=miner("projectile_miner", 1))
    after = turn(with_hand(SHOT, shooter), with_hand(DODGE))
    assert after.sides[1].hp == 17


def test_e5_a_used_dodge_still_takes_two_off_a_blast() -> None:
    shooter = Side(energy=10, miner=miner("continuous_miner", 1))
    after = turn(with_hand(SHOT, shooter), with_hand(DODGE))
    assert after.sides[1].hp == 14


def test_deflection_ends_with_the_turn() -> None:
    assert turn(with_hand(DODGE), with_hand(SHOT), "victory_check").sides[0].dodging
    after = turn(with_hand(DODGE), with_hand(SHOT)).sides[0]
    assert not after.dodging
    assert not after.dodged


def test_m8_any_damage_kills_the_miner() -> None:
    after, killed = combat.hurt(Side(miner=miner("repair_miner")), 1)
    assert (after.hp, after.miner, killed) == (19, None, True)
    unhurt = Side(miner=miner("repair_miner"))
    assert combat.hurt(unhurt, 0) == (unhurt, False)


def test_ec14_a_miner_placed_now_can_die_now() -> None:
    after = turn(with_hand(hand("projectile_miner")), with_hand(SHOT))
    assert after.sides[0].miner is None


@pytest.mark.parametrize(
    ("kind", "left"), [("projectile_miner", 1), ("continuous_miner", 2), ("repair_miner", 1)]
)
def test_e6_the_countdown_starts_in_the_turn_of_placement(kind: MinerType, left: int) -> None:
    after = turn(with_hand(hand(kind)), RICH)
    placed = after.sides[0].miner
    assert placed is not None
    assert placed.countdown == left


def test_a_dodge_bot_never_counts_down() -> None:
    after = turn(with_hand(hand("deflection_miner")), RICH).sides[0]
    assert after.miner == replace(miner("deflection_miner"), placed=2)


def test_e6_a_miner_pays_even_if_the_other_payout_kills_it() -> None:
    shooter = Side(miner=miner("projectile_miner", 1))
    after = turn(shooter, shooter)
    assert [(side.hp, side.miner) for side in after.sides] == [(17, None), (17, None)]


def test_m9_a_miner_killed_in_resolution_does_not_pay() -> None:
    shooter = Side(energy=10, miner=miner("projectile_miner", 1))
    after = turn(shooter, with_hand(SHOT))
    assert after.sides[1].hp == 20


def test_e6_repairs_come_before_attacks() -> None:
    guarded = Side(wall=wall(4), miner=miner("repair_miner", 1))
    shooter = Side(miner=miner("continuous_miner", 1))
    after = turn(guarded, shooter, "payouts").sides[0]
    assert (after.hp, after.wall) == (20, wall(4))


def test_ec12_a_repair_without_a_wall_does_nothing_and_starts_again() -> None:
    after = turn(Side(miner=miner("repair_miner", 1)), Side()).sides[0]
    assert after.miner == miner("repair_miner", 2)
    assert after.wall is None


def test_a_payout_resets_the_countdown_to_its_interval() -> None:
    after = turn(Side(miner=miner("continuous_miner", 1)), Side()).sides
    assert after[0].miner == miner("continuous_miner", 3)
    assert after[1].hp == 12


def test_ec10_a_payout_kills_the_miner_it_hits() -> None:
    after = turn(Side(miner=miner("projectile_miner", 1)), Side(miner=miner("repair_miner", 2)))
    assert after.sides[1].miner is None


def test_ec3_a_second_wall_is_paid_and_wasted() -> None:
    owner = Side(energy=10, wall=wall(8, placed=1))
    after = turn(with_hand(SHIELD, owner), RICH).sides[0]
    assert (after.energy, after.wall, after.hand) == (8, wall(4, placed=1), (SPARE,))


def test_ec4_a_second_miner_is_paid_and_wasted() -> None:
    owner = Side(energy=10, miner=miner("deflection_miner"))
    after = turn(with_hand(hand("continuous_miner"), owner), RICH).sides[0]
    assert (after.energy, after.miner) == (5, miner("deflection_miner"))


def test_placing_over_a_wall_or_miner_changes_nothing() -> None:
    owner = Side(wall=wall(8), miner=miner("repair_miner"))
    for subtype in ("wall", "continuous_miner", "projectile"):
        assert combat.place(owner, card(subtype).face, 9) == owner


def failures(state: State) -> tuple[Judged, ...]:
    events = phases.validation(phases.reveal(lock_first_cards(state)).state).events
    return tuple(event for event in events if isinstance(event, Judged))


def test_what_fails_is_said_with_its_reason() -> None:
    poor, walled = Side(energy=0, hand=BLAST), Side(energy=10, wall=wall(), hand=SHIELD)
    mined = Side(energy=10, miner=miner("repair_miner"), hand=hand("deflection_miner"))
    assert [event.reason for event in failures(battle(poor, walled))] == [
        "NOT_ENOUGH_ENERGY",
        "WALL_STANDS",
    ]
    assert [event.reason for event in failures(battle(mined, RICH))] == ["MINER_STANDS"]


def test_e3_an_unaffordable_card_costs_nothing_and_stays_in_hand() -> None:
    after = turn(Side(energy=2, hand=BLAST), Side(energy=0, hand=SHOT)).sides
    assert (after[0].energy, after[0].hand[0]) == (2, BLAST[0])
    assert after[1].hp == 20


def test_e3_under_strict_an_unaffordable_card_is_lost() -> None:
    after = turn(Side(energy=2, hand=BLAST), RICH, options=Options(strict=True)).sides[0]
    assert (after.energy, after.hand) == (2, (SPARE,))


def test_endless_puts_played_cards_under_the_deck() -> None:
    owner = Side(energy=10, hand=hand("projectile", "wall", "deflection", "continuous"))
    after = turn(owner, RICH, options=Options(endless=True)).sides[0]
    assert after.hand == (*owner.hand[1:], SPARE)
    assert after.under == owner.hand[:1]
    assert after.deck == ()


def test_endless_draws_from_under_the_deck_when_it_is_empty() -> None:
    side = Side(hand=hand("wall"), under=(card("deflection", 2),))
    assert combat.refill(side).hand == (*hand("wall"), card("deflection", 2))


def test_h4_hands_are_refilled_to_four_at_the_end_of_the_turn() -> None:
    owner = Side(energy=10, hand=hand("projectile", "wall", "deflection", "continuous"))
    after = turn(owner, RICH).sides[0]
    assert len(after.hand) == 4
    assert after.deck == ()


def test_t4_the_turn_counter_moves_at_the_end() -> None:
    assert turn(RICH, RICH, "cleanup").turn == 2
    assert turn(RICH, RICH).turn == 3

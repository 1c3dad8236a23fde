"""What stands on the table from turn to turn: shields and bots."""

import pytest
from tests.games.elemental_clash.positions import (
    BLAST,
    RICH,
    SHIELD,
    SHOT,
    battle,
    hand,
    miner,
    turn,
    wall,
    with_hand,
)

from meadhall.games.elemental_clash.cards import MINERS, MinerType
from meadhall.games.elemental_clash.rules import combat
from meadhall.games.elemental_clash.rules.invariant import validate_action
from meadhall.games.elemental_clash.rules.selection import choices
from meadhall.games.elemental_clash.types import Side

pytestmark = pytest.mark.clause("Attacks", "Bots")


def test_w1_a_wall_can_be_placed_only_where_none_stands() -> None:
    for standing, errors in ((None, 0), (wall(), 1)):
        state = battle(with_hand(SHIELD, Side(energy=10, wall=standing)), RICH)
        assert len(validate_action(state, 0, SHIELD[0])) == errors


def test_w2_a_new_wall_has_twelve_hp() -> None:
    assert turn(with_hand(SHIELD), RICH, "placement").sides[0].wall == wall(12, placed=2)


def test_w4_walls_decay_after_the_attacks() -> None:
    after = turn(Side(wall=wall(8)), with_hand(BLAST)).sides[0]
    assert (after.hp, after.wall) == (20, None)


def test_w7_after_a_wall_has_fallen_another_may_be_placed() -> None:
    owner = Side(energy=10, wall=wall(4), hand=(*SHOT, *SHIELD))
    assert choices(owner) == SHOT
    after = turn(owner, RICH).sides[0]
    assert after.wall is None
    assert SHIELD[0] in choices(after)


def test_w8_a_wall_takes_a_blast_and_lets_the_rest_through() -> None:
    whole, _ = combat.strike(Side(wall=wall()), "continuous")
    assert (whole.hp, whole.wall) == (20, wall(4))
    worn, blow = combat.strike(Side(wall=wall(3)), "continuous")
    assert (worn.hp, worn.wall, blow.absorbed) == (15, None, 3)


@pytest.mark.parametrize("first", MINERS)
def test_m1_a_miner_can_be_placed_only_where_none_stands(first: MinerType) -> None:
    for standing, errors in ((None, 0), (miner(first), 1)):
        state = battle(with_hand(hand("repair_miner"), Side(energy=10, miner=standing)), RICH)
        assert len(validate_action(state, 0, hand("repair_miner")[0])) == errors


@pytest.mark.parametrize(
    ("kind", "due"),
    [
        ("deflection_miner", []),
        ("projectile_miner", [2, 4, 6]),
        ("continuous_miner", [3, 6]),
        ("repair_miner", [2, 4, 6]),
    ],
)
def test_m4_miners_pay_each_in_its_interval(kind: MinerType, due: list[int]) -> None:
    side, paid = Side(miner=miner(kind)), []
    for number in range(1, 7):
        side, payout = combat.tick(side)
        paid += [number] if payout == kind else []
    assert paid == due


def test_m7_a_repair_brings_the_wall_back_to_twelve() -> None:
    owner = Side(wall=wall(4), miner=miner("repair_miner", 1))
    assert turn(owner, RICH, "payouts").sides[0].wall == wall(12)


def test_m10_a_dodge_bot_stops_the_shots_of_bots_too_and_lives() -> None:
    shooter = with_hand(SHOT, Side(energy=10, miner=miner("projectile_miner", 1)))
    guarded = Side(wall=wall(), miner=miner("deflection_miner"))
    after = turn(shooter, guarded).sides[1]
    assert (after.hp, after.miner) == (20, guarded.miner)


def test_m10_a_dodge_bot_is_no_help_against_a_blast() -> None:
    after = turn(with_hand(BLAST), Side(miner=miner("deflection_miner"))).sides[1]
    assert (after.hp, after.miner) == (12, None)


def test_dm1_a_base_may_fall_below_nothing() -> None:
    assert combat.hurt(Side(3), 8)[0].hp == -5

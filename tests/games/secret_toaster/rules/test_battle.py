"""Battles, exchange by exchange."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.rules.round.battle import exchange_winner, fight
from meadhall.games.secret_toaster.rules.round.chance import RandomChance, ScriptedChance

pytestmark = pytest.mark.clause("Battle")

ARMIES = st.integers(0, 60)


def one_at_a_time(attackers: int, defenders: int, lead: int, dice: str) -> tuple[int, int, int]:
    """The rule one exchange at a time: what is left of both, and how many dice were thrown."""
    thrown = 0
    while attackers and defenders:
        roll, against = int(dice[thrown]), int(dice[thrown + 1])
        thrown += 2
        if exchange_winner(roll, against, lead) == "attacker":
            defenders -= 1
        else:
            attackers -= 1
    return attackers, defenders, thrown


@settings(deadline=None)
@given(ARMIES, ARMIES, st.integers(-5, 5), st.text("123456", min_size=240, max_size=240))
def test_throwing_together_is_throwing_one_exchange_at_a_time(
    attackers: int, defenders: int, lead: int, dice: str
) -> None:
    chance = ScriptedChance(dice=dice)
    battle = fight(attackers, defenders, lead, chance)
    left = battle.attackers, battle.defenders, 2 * battle.exchanges
    assert left == one_at_a_time(attackers, defenders, lead, dice)
    assert len(dice) - len(chance.faces) == left[2]


def test_a_tie_is_the_defenders_and_a_bonus_breaks_it() -> None:
    assert exchange_winner(4, 4, 0) == "defender"
    assert exchange_winner(4, 4, 1) == "attacker"
    assert exchange_winner(6, 1, -5) == "defender"


def test_nobody_against_nobody_is_the_defenders() -> None:
    assert fight(0, 0, 0, ScriptedChance()).winner == "defender"
    assert fight(1, 0, 0, ScriptedChance()).winner == "attacker"


def test_a_battle_of_ten_thousand_leaves_a_compact_trace() -> None:
    battle = fight(10_000, 10_000, 0, RandomChance(Rng("great battle")))
    assert battle.exchanges >= 10_000
    assert len(battle.trace) < 100
    assert battle.trace[0] == (10_000, 10_000)
    assert battle.trace[-1] == (battle.attackers, battle.defenders)
    assert all(
        a >= c and b >= d for (a, b), (c, d) in zip(battle.trace, battle.trace[1:], strict=False)
    )


def test_luck_from_a_generator_is_handed_back() -> None:
    chance = RandomChance(Rng("luck"))
    drawn = [chance.below(6) for _ in range(5)], chance.dice(10)
    again = RandomChance(Rng("luck"))
    assert ([again.below(6) for _ in range(5)], again.dice(10)) == drawn
    assert chance.rng == again.rng != Rng("luck")


def test_a_script_that_does_not_fit_is_found_out() -> None:
    with pytest.raises(ValueError, match=r"only 0\.\.1 can be drawn"):
        ScriptedChance([2]).below(2)
    with pytest.raises(ValueError, match="3 dice short"):
        ScriptedChance(dice="1").dice(4)

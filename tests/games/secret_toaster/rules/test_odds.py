"""The exact chances of a battle."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadhall.games.secret_toaster.rules.round import odds
from meadhall.games.secret_toaster.rules.round.odds import (
    SURE,
    exact_chance,
    fewest_for,
    hits_of_36,
    win_chance,
)

pytestmark = pytest.mark.clause("Battle")

LEADS = st.integers(-4, 4)


def test_chances_of_an_exchange_are_those_of_the_rules() -> None:
    assert [hits_of_36(lead) for lead in range(-4, 5)] == [1, 3, 6, 10, 15, 21, 26, 30, 33]


@pytest.mark.parametrize("lead", range(-4, 5))
def test_the_closed_form_is_what_the_dynamic_programme_gives(lead: int) -> None:
    most, hits = 12, hits_of_36(lead)
    table = {(a, 0): Fraction(1) for a in range(1, most + 1)}
    table |= {(0, d): Fraction(0) for d in range(1, most + 1)}
    for a in range(1, most + 1):
        for d in range(1, most + 1):
            table[a, d] = (hits * table[a, d - 1] + (36 - hits) * table[a - 1, d]) / 36
            assert exact_chance(a, d, lead) == table[a, d]
            assert win_chance(a, d, lead) == int(table[a, d] * SURE)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 700), st.integers(1, 700), LEADS)
def test_chances_of_large_armies_are_exact_to_the_last_digit(a: int, d: int, lead: int) -> None:
    assert win_chance(a, d, lead) == int(exact_chance(a, d, lead) * SURE)


def test_a_doubt_is_settled_by_the_exact_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "_SCALE", 64)
    for a, d in ((300, 200), (301, 215), (290, 222)):
        assert win_chance.__wrapped__(a, d, 0) == int(exact_chance(a, d, 0) * SURE)


def test_nothing_is_certain_but_the_empty() -> None:
    assert win_chance(0, 5, 4) == 0
    assert win_chance(1, 0, -4) == SURE
    assert win_chance(10_000, 1, 4) == SURE - 1
    assert win_chance(1, 10_000, -4) == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400), LEADS, st.sampled_from([1000, 5000, 9000]))
def test_the_fewest_are_enough_and_one_less_is_not(defenders: int, lead: int, wanted: int) -> None:
    fewest = fewest_for(defenders, lead, wanted, 10**6)
    assert fewest is not None
    assert win_chance(fewest, defenders, lead) >= wanted
    assert fewest == 1 or win_chance(fewest - 1, defenders, lead) < wanted
    assert fewest_for(defenders, lead, wanted, fewest - 1) is None

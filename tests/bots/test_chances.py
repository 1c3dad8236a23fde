"""Chances add up, and say what they should in clear cases."""

from dataclasses import replace

import pennies_game
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall import registry
from meadhall.bots.alphabeta import DECIDED
from meadhall.bots.chances import WHOLE, among, around, hoped, paid, standing
from meadhall.core.game import start
from meadhall.core.rng import Rng

JARLS = registry.game("jarls")


@given(st.integers(0, WHOLE), st.integers(2, 6), st.data())
def test_what_one_seat_has_the_others_share(chance: int, seats: int, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, seats - 1))
    stand = tuple(data.draw(st.lists(st.integers(0, WHOLE), min_size=seats, max_size=seats)))
    chances = around(chance, seat, stand)
    assert (len(chances), sum(chances), chances[seat]) == (seats, WHOLE, chance)
    assert min(chances) >= 0


@given(st.integers(-3000, 3000), st.integers(1, 6000))
def test_a_better_score_is_a_better_chance(score: int, temper: int) -> None:
    assert 0 <= hoped(score, temper) <= hoped(score + 1, temper) <= WHOLE
    assert abs(hoped(score, temper) + hoped(-score, temper) - WHOLE) <= 1


def test_an_even_score_is_half_against_one_and_a_fair_share_among_many() -> None:
    assert hoped(0, 200) == WHOLE // 2
    assert hoped(200, 200) == WHOLE * 3 // 4
    assert [among(WHOLE // 2, seats) for seats in (2, 4, 5)] == [500, 250, 200]
    assert [among(chance, 6) for chance in (0, WHOLE)] == [0, WHOLE]


def test_a_decided_match_is_all_or_nothing() -> None:
    assert (hoped(DECIDED + 3, 200), hoped(-DECIDED, 200)) == (WHOLE, 0)


@pytest.mark.parametrize(
    ("payoffs", "shares"),
    [
        ((1, -1), (1000, 0)),
        ((0, 0), (500, 500)),
        ((1, 1, -1), (500, 500, 0)),
        ((-1, -1, -1, -1), (250, 250, 250, 250)),
    ],
)
def test_a_shared_victory_and_a_draw_count_in_parts(
    payoffs: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    assert paid(JARLS, payoffs) == shares


def test_payoffs_of_many_matches_are_averaged() -> None:
    assert paid(JARLS, (2, -2), 4) == (750, 250)


def test_who_stands_better_has_more_of_the_victory() -> None:
    game = pennies_game.GAME
    state = start(game, game.types.options(), 3, Rng("1"))
    assert standing(game, state, 3) == (334, 333, 333)
    ahead = replace(state, scores=(0, 50, 0))
    assert max(range(3), key=standing(game, ahead, 3).__getitem__) == 1
    over = replace(ahead, rounds=0)
    assert standing(game, over, 3) == (0, WHOLE, 0)
    unknown = replace(game, evaluate=None)
    assert standing(unknown, ahead, 3) == (334, 333, 333)

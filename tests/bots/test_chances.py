"""Chances add up, and are right in clear cases."""

from dataclasses import replace

import pennies_game
import pytest
from changed import with_play
from hypothesis import given
from hypothesis import strategies as st

from meadhall import registry
from meadhall.bots import roster
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import (
    DECISIVE,
    WHOLE,
    calibrate,
    chance_among,
    duel_chance,
    mean_payoff_chance,
    mean_value_chance,
    payoff_chances,
    percent,
    proportions,
    score_chance,
    share_rest,
    standing,
    sure_win,
    whole_percents,
)
from meadhall.core.capabilities import Level
from meadhall.core.game import start, strategy, to_act
from meadhall.core.rng import Rng

JARLS = registry.game("jarls")


@given(st.integers(0, WHOLE), st.integers(2, 6), st.data())
def test_what_one_seat_has_the_others_share(chance: int, seats: int, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, seats - 1))
    stand = tuple(data.draw(st.lists(st.integers(0, WHOLE), min_size=seats, max_size=seats)))
    chances = share_rest(chance, seat, stand)
    assert (len(chances), sum(chances), chances[seat]) == (seats, WHOLE, chance)
    assert min(chances) >= 0


@given(st.integers(-3000, 3000), st.integers(1, 6000))
def test_a_better_score_is_a_better_chance(score: int, evaluation_scale: int) -> None:
    assert (
        0
        <= duel_chance(score, evaluation_scale)
        <= duel_chance(score + 1, evaluation_scale)
        <= WHOLE
    )
    assert (
        abs(duel_chance(score, evaluation_scale) + duel_chance(-score, evaluation_scale) - WHOLE)
        <= 1
    )


def test_an_even_score_is_half_against_one_and_a_fair_share_among_many() -> None:
    assert duel_chance(0, 200) == WHOLE // 2
    assert duel_chance(200, 200) == WHOLE * 3 // 4
    assert [chance_among(WHOLE // 2, seats) for seats in (2, 4, 5)] == [500, 250, 200]
    assert [chance_among(chance, 6) for chance in (0, WHOLE)] == [0, WHOLE]


def test_a_decided_match_is_all_or_nothing() -> None:
    assert (duel_chance(DECISIVE + 3, 200), duel_chance(-DECISIVE, 200)) == (WHOLE, 0)


def test_an_average_payoff_is_a_chance_between_a_loss_and_a_win() -> None:
    assert [mean_payoff_chance(payoff, 50) for payoff in (-60, -50, 0, 25, 50, 60)] == [
        0, 0, 500, 750, 1000, 1000,
    ]  # fmt: skip


def test_a_chance_from_an_evaluation_is_against_one_opponent_only() -> None:
    """A payoff is against all; an even evaluation is even against each of five."""
    assert (
        score_chance(JARLS, 0, 6)
        == mean_value_chance(JARLS, 0, 50, 6)
        == chance_among(WHOLE // 2, 6)
    )
    assert mean_value_chance(with_play(JARLS, evaluate=None), 0, 50, 6) == WHOLE // 2


def test_a_chance_is_written_in_whole_percent() -> None:
    assert [percent(chance) for chance in (0, 4, 5, 617, WHOLE)] == [
        "0 %", "0 %", "1 %", "62 %", "100 %",
    ]  # fmt: skip


@given(st.lists(st.integers(0, WHOLE), min_size=2, max_size=6))
def test_whole_percents_add_up_and_are_the_nearest(weights: list[int]) -> None:
    chances = proportions(weights, WHOLE)
    told = whole_percents(chances)
    assert sum(told) == WHOLE
    assert all(chance % 10 == 0 for chance in told)
    assert all(abs(one - other) < 10 for one, other in zip(chances, told, strict=True))


def test_a_calibration_says_what_a_chance_was_worth() -> None:
    game = with_play(
        JARLS, calibration={2: (100, 200, 300, 400, 450, 500, 550, 600, 700, 800, 900)}
    )
    assert calibrate(game, (500, 500)) == (500, 500)
    assert calibrate(game, (100, 900)) == (200, 800)
    assert calibrate(game, (350, 650)) == (425, 575)
    assert calibrate(game, (1000, 0)) == (900, 100)
    assert sum(calibrate(game, (400, 350, 250))) == WHOLE


def test_an_estimate_is_never_certain() -> None:
    assert calibrate(with_play(JARLS, calibration={}), (1000, 0)) == (991, 9)
    assert sure_win(1, 3) == (0, WHOLE, 0)


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_game_s_calibration_rises_and_two_players_add_up(slug: str) -> None:
    game = registry.game(slug)
    calibration = strategy(game).calibration
    assert set(calibration) <= set(game.spec.players)
    for points in calibration.values():
        assert len(points) == 21
        assert list(points) == sorted(points)
        assert 0 <= points[0] < points[-1] <= WHOLE
    duel = calibration.get(2, ())
    for one, other in zip(duel, reversed(duel), strict=True):
        assert abs(one + other - WHOLE) <= 1


SEARCHERS = {
    "greedy": "jarls",
    "search": "chinese-checkers",
    "mcts": "chinese-checkers",
    "ismcts": "jarls",
    "rollout": "secret-toaster",
    "simultaneous": "elemental-clash",
}


@pytest.mark.parametrize(("kind", "slug"), SEARCHERS.items())
def test_every_bot_that_searches_gives_its_chance_to_win(kind: str, slug: str) -> None:
    """At the start nobody is sure to win, and among many nobody expects half."""
    assert {*SEARCHERS, "random"} == set(roster.BOTS)
    game = registry.game(slug)
    for seats in {min(game.spec.players), max(game.spec.players)}:
        state = start(game, game.types.options(), seats, Rng("1"))
        bot = roster.make(Level(kind, "", kind))
        seat = to_act(game, state)[0]
        thought = bot.choose(Turn.of(game, state, seat, seats), Budget(nodes=100), Rng("a"))
        assert thought.chance is not None
        assert 0 < thought.chance < (WHOLE if seats == 2 else WHOLE // 2)


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
    assert payoff_chances(JARLS, payoffs) == shares


def test_payoffs_of_many_matches_are_averaged() -> None:
    assert payoff_chances(JARLS, (2, -2), 4) == (750, 250)


def test_who_stands_better_has_more_of_the_victory() -> None:
    game = pennies_game.GAME
    state = start(game, game.types.options(), 3, Rng("1"))
    assert standing(game, state, 3) == (334, 333, 333)
    ahead = replace(state, scores=(0, 50, 0))
    assert max(range(3), key=standing(game, ahead, 3).__getitem__) == 1
    over = replace(ahead, rounds=0)
    assert standing(game, over, 3) == (0, WHOLE, 0)
    unknown = with_play(game, evaluate=None)
    assert standing(unknown, ahead, 3) == (334, 333, 333)

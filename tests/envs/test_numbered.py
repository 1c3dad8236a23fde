from dataclasses import fields, replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learnable import GAMES, PENNIES, STONES, random_play, slug

from meadhall import envs
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.envs.numbered import NumberedGame
from meadhall.testing import Playthrough, playthroughs
from meadhall.testing.knowledge import resample


def numbered_of(play: Playthrough) -> NumberedGame:
    given = {each.name: getattr(play.options, each.name) for each in fields(play.options)}
    return NumberedGame.of(play.game, play.seats, given)


@pytest.mark.parametrize("game", GAMES, ids=slug)
@given(data=st.data())
@settings(max_examples=10)
def test_what_a_seat_cannot_know_changes_neither_its_numbers_nor_its_mask(
    game: AnyGame, data: st.DataObject
) -> None:
    play = data.draw(playthroughs(game, most_plies=12))
    numbered = numbered_of(play)
    for number, position in enumerate(play.positions()):
        for seat in range(play.seats):
            true, other = position.state, resample(play, position, seat, number)
            assert np.array_equal(numbered.observe(true, seat), numbered.observe(other, seat))
            assert np.array_equal(numbered.mask(true, seat), numbered.mask(other, seat))


def test_the_states_compared_do_differ_in_secrets() -> None:
    numbered = NumberedGame.of("elemental-clash", 2, {})
    game = numbered.game
    *_, (_, _, state) = islice(random_play(numbered, numbered.start(1)), 9)
    other = game.resample(game.view(state, 0), Rng("other"))
    assert np.array_equal(numbered.observe(state, 0), numbered.observe(other, 0))
    assert not np.array_equal(numbered.observe(state, 1), numbered.observe(other, 1))


@pytest.mark.parametrize("game", GAMES, ids=slug)
def test_the_mask_is_the_legal_actions_and_only_of_who_is_asked(game: AnyGame) -> None:
    numbered = NumberedGame.of(game, None, {})
    state = numbered.start(3)
    for seat in range(numbered.seats):
        legal = game.legal_actions(state, seat) if seat in numbered.to_act(state) else []
        chosen = {
            numbered.action(state, seat, number)
            for number in np.flatnonzero(numbered.mask(state, seat))
        }
        assert chosen == set(legal)


def test_a_game_that_does_not_number_its_actions_is_refused() -> None:
    for make in (envs.aec, envs.parallel, envs.single, envs.openspiel):
        with pytest.raises(Refused, match="Last Stone does not number its actions"):
            make(replace(STONES, learn=None))


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (7, {}, "BAD_SEAT_COUNT"),
        (0, {}, "BAD_SEAT_COUNT"),
        (3, {"teams": True}, "BAD_SETUP"),
        (2, {"radius": 99}, "BAD_OPTION"),
        (2, {"colour": "red"}, "UNKNOWN_OPTION"),
    ],
)
def test_a_bad_set_up_is_refused_before_anything_is_played(
    seats: int, options: dict[str, str | int | bool | None], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        NumberedGame.of("jarls", seats, options)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="UNKNOWN_GAME"):
        NumberedGame.of("jals", None, {})


def test_without_a_number_of_seats_the_fewest_are_taken() -> None:
    assert NumberedGame.of("jarls", None, {}).seats == 2


@pytest.mark.parametrize("number", [-1, 3, 10**9])
def test_a_number_that_no_action_has_is_refused(number: int) -> None:
    numbered = NumberedGame.of(STONES, None, {})
    with pytest.raises(Refused, match="numbers 0 to 2"):
        numbered.play(numbered.start(0), 0, number)


def test_what_only_a_clock_may_do_is_refused() -> None:
    numbered = NumberedGame.of(PENNIES, None, {})
    with pytest.raises(Refused, match="CLOCK_ONLY"):
        numbered.play(numbered.start(0), 0, 2)

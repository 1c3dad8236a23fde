"""Seats, statuses, refusals, and the start of a match."""

from dataclasses import dataclass, replace

import pytest

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import Options, State
from meadhall.core.game import Traits, default_traits, evaluation, start, traits_of
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import seat_name
from meadhall.core.status import Finished, draw_status, win_status


def test_people_read_seats_from_one() -> None:
    assert [seat_name(seat) for seat in range(2)] == ["seat 1", "seat 2"]


@dataclass(frozen=True, slots=True)
class Point:
    """Something that is made often."""

    x: int
    y: int = 0


def test_values_are_equal_and_hashed_by_what_they_hold_and_hold_nothing_else() -> None:
    assert Point(x=1) == Point(x=1, y=0) != Point(x=1, y=1)
    assert {Point(x=1): "one"}[Point(x=1)] == "one"
    assert replace(Point(x=1), y=2) == Point(x=1, y=2)
    with pytest.raises(AttributeError):
        object.__setattr__(Point(x=1), "z", 3)


def test_winners_win_and_everybody_else_loses() -> None:
    assert win_status((0, 2), 3, "alliance") == Finished((1, -1, 1), "alliance")
    assert draw_status(2, "stuck") == Finished((0, 0), "stuck")


def test_a_refusal_has_its_code_and_sentence_in_the_exception() -> None:
    error = Refused.because("TOO_FAR", "That is too far.", "hex-1", "hex-2", clause="Moving")
    assert error.refusal == Refusal("TOO_FAR", "That is too far.", ("hex-1", "hex-2"), "Moving")
    assert str(error) == "TOO_FAR: That is too far."


def test_a_match_starts_with_valid_options_and_seats() -> None:
    assert start(GAME, Options(stones=5), 2, Rng("x")) == State(5, 0)


def test_a_wrong_number_of_seats_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(Refused, match="Last Stone is for 2 players, not 3") as error:
        start(GAME, Options(), 3, Rng("x"))
    assert error.value.refusal.code == "BAD_SEAT_COUNT"
    assert error.value.refusal.objects == ("seats",)


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(Refused, match="BAD_OPTION"):
        start(GAME, Options(stones=99), 2, Rng("x"))


def test_a_game_may_refuse_options_that_do_not_fit_the_seats() -> None:
    def check(options: Options, seats: int) -> None:
        if options.stones % seats:
            raise Refused.because("UNEVEN", "The stones must be even.", "stones")

    strict = replace(GAME, check_setup=check)
    assert start(strict, Options(stones=6), 2, Rng("x")).stones == 6
    with pytest.raises(Refused, match="UNEVEN"):
        start(strict, Options(stones=7), 2, Rng("x"))


def test_a_game_without_strategy_evaluates_to_nothing() -> None:
    state = start(GAME, Options(stones=4), 2, Rng("x"))
    assert evaluation(replace(GAME, play=None), state, 0) == 0
    assert evaluation(GAME, state, 1) == 1


def test_a_game_is_open_and_in_turn_unless_it_says_otherwise() -> None:
    assert default_traits(GAME) == Traits(simultaneous=False, chance=False, hidden=False)
    assert traits_of(GAME, {"stones": 5}, 2) == Traits()

"""The small values that every game speaks in, and the start of a match."""

from dataclasses import replace

import pytest

from meadhall.cli.template import GAME
from meadhall.cli.template.types import Options, State
from meadhall.core.game import start
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import seat_name
from meadhall.core.status import Finished, drawn, won_by
from meadhall.core.value import value


def test_seats_count_from_one_for_people() -> None:
    assert [seat_name(seat) for seat in range(2)] == ["seat 1", "seat 2"]


@value()
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
    assert won_by((0, 2), 3, "alliance") == Finished((1, -1, 1), "alliance")
    assert drawn(2, "stuck") == Finished((0, 0), "stuck")


def test_a_refusal_is_raised_with_its_code_and_sentence() -> None:
    error = Refused.because("TOO_FAR", "That is too far.", "hex-1", "hex-2", clause="Moving")
    assert error.refusal == Refusal("TOO_FAR", "That is too far.", ("hex-1", "hex-2"), "Moving")
    assert str(error) == "TOO_FAR: That is too far."


def test_a_match_starts_when_everything_is_in_order() -> None:
    assert start(GAME, Options(stones=5), 2, Rng("x")) == State(5, 0)


def test_a_wrong_number_of_seats_is_refused_with_the_right_ones() -> None:
    with pytest.raises(Refused, match="Last Stone is for 2 players, not 3") as error:
        start(GAME, Options(), 3, Rng("x"))
    assert error.value.refusal.code == "BAD_SEAT_COUNT"
    assert error.value.refusal.objects == ("seats",)


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(Refused, match="BAD_OPTION"):
        start(GAME, Options(stones=99), 2, Rng("x"))


def test_a_game_may_refuse_options_and_seats_that_do_not_go_together() -> None:
    def check(options: Options, seats: int) -> None:
        if options.stones % seats:
            raise Refused.because("UNEVEN", "The stones must be even.", "stones")

    fussy = replace(GAME, check_setup=check)
    assert start(fussy, Options(stones=6), 2, Rng("x")).stones == 6
    with pytest.raises(Refused, match="UNEVEN"):
        start(fussy, Options(stones=7), 2, Rng("x"))

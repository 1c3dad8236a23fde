"""Every law can fail: for each there are games that break it, and the law catches them."""

import pytest
from breakages import BREAKAGES, PENNIES, STONES, Breakage
from tests.testing import play_breakages, presentation_breakages, secrecy_breakages, setup_breakages

from meadhall.core.refusal import Refused
from meadhall.testing import LAWS, check, transcript

# Importing these modules fills the registry.
assert all((play_breakages, presentation_breakages, secrecy_breakages, setup_breakages))


@pytest.mark.parametrize(("law", "make"), BREAKAGES, ids=lambda x: getattr(x, "__name__", x))
def test_the_law_catches_the_broken_game(law: str, make: Breakage) -> None:
    game = make()  # outside, so that a breakage that cannot even be made does not count
    with pytest.raises(
        (AssertionError, Refused, TypeError, AttributeError, IndexError, ValueError)
    ):
        check(law, game, examples=40)


def test_every_law_is_shown_to_fail() -> None:
    assert {law for law, _ in BREAKAGES} == set(LAWS)


@pytest.mark.parametrize("law", LAWS)
def test_the_games_they_were_made_from_are_sound(law: str) -> None:
    check(law, PENNIES)


def test_a_transcript_tells_the_whole_match_and_repeats() -> None:
    options = STONES.types.options(stones=4)
    told = transcript(STONES, options, 2, "1", 10)
    assert told == transcript(STONES, options, 2, "1", 10)
    assert told.startswith("template, 2 seats, seed 1, 10 plies\n")
    assert "seat 1 may: take 1, take 2, take 3" in told
    assert "finished, lastStone" in told
    assert told != transcript(STONES, options, 2, "2", 10)

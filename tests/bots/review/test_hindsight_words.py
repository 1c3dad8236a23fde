"""Hindsight is told with the players' names and the game's own words."""

from dataclasses import replace

from meadhall.bots.review.forced import ForcedWin
from meadhall.bots.review.hindsight import sentence_about, with_names
from meadhall.bots.review.moments import Moment, Phrases

NAMES = ("Ann", "Ratatosk")
PHRASES = Phrases("Warrior 3 to K9", "Warrior 2 to J8")
LOST = Moment(7, 0, "p1-w3 2,0", (600, 400), 250, "p1-w2 1,0", phrases=PHRASES, sees_all=True)


def test_a_fall_is_told_with_the_chances_before_and_after() -> None:
    assert sentence_about(LOST, (350, 650), NAMES) == (
        "After “Warrior 3 to K9”, Ann's chances fall from 60 % to 35 %;"
        " “Warrior 2 to J8” was better."
    )


def test_a_forced_win_is_told_by_the_winner_s_name() -> None:
    proved = replace(LOST, forced_after=ForcedWin(1, 4))
    assert sentence_about(proved, (0, 1000), NAMES) == (
        "After “Warrior 3 to K9”, Ratatosk wins by force in 4 moves;"
        " “Warrior 2 to J8” would have held."
    )


def test_a_win_that_was_missed_is_told() -> None:
    missed = replace(LOST, chances=(1000, 0), forced=ForcedWin(0, 1))
    assert sentence_about(missed, (700, 300), NAMES) == (
        "After “Warrior 3 to K9”, Ann's chances fall from 100 % to 70 %;"
        " “Warrior 2 to J8” would have won by force in 1 move."
    )


def test_where_something_was_hidden_the_sentence_says_so() -> None:
    hidden = replace(LOST, sees_all=False)
    assert sentence_about(hidden, (990, 10), NAMES) == (
        "After “Warrior 3 to K9”, Ann's chances fall from 60 % to 35 %, by what Ann could know;"
        " “Warrior 2 to J8” was better."
    )


def test_seats_in_the_words_of_a_move_have_names() -> None:
    assert with_names("accept seat 2, not seat 3", NAMES) == "accept Ratatosk, not seat 3"

"""What people read."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look import PRESENT, words
from meadhall.games.chinese_checkers.look.words import WHY_WON
from meadhall.games.chinese_checkers.rules.ending import REASONS
from meadhall.games.chinese_checkers.types import Ended, Left, Move, Moved, Options, Skipped

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_every_event_has_its_sentence() -> None:
    assert PRESENT.sentence(Moved(0, (5, 16, 14))) == "Seat 1 (red ●) moves from C3 to E7 to E5."
    assert "is skipped" in PRESENT.sentence(Skipped(1))
    assert "leaves" in PRESENT.sentence(Left(1))
    assert PRESENT.sentence(Ended(None, "repetition")) == "Draw: the leading players are level."
    assert PRESENT.sentence(Ended(1, "goal")).startswith("Seat 2 (blue ■) wins: all ten marbles")
    assert PRESENT.motions([Skipped(1)])[0][0].kind == "say"


def test_the_headline_of_a_finished_match_says_who_won() -> None:
    assert GAME.leave is not None
    over = GAME.leave(FIRST, 0).state
    assert "Seat 2 (blue ■) wins" in PRESENT.scene(over).headline
    assert "has left" in PRESENT.scene(over).gauges[0].label


def test_every_ending_has_its_words() -> None:
    assert WHY_WON.keys() == {*REASONS}
    won = "Seat 2 (blue ■) wins: all ten marbles are in the goal."
    assert words.ending(Finished((-1, 1), "goal")) == won
    assert words.ending(Finished((0, 0), "repetition")) == "Draw: the leading players are level."


def test_a_move_is_said_with_the_names_of_holes() -> None:
    assert words.phrase(Move(0, 120)) == "A1 to Q1"
    assert words.phrase(Move(6, 14)) == "D1 to E5"

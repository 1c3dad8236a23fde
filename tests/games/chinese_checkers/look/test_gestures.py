"""Clicks and moves."""

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.look import PRESENT
from meadhall.games.chinese_checkers.types import Move, Options

FIRST = start(GAME, Options(), 2, Rng("x"))


def test_a_marble_and_a_hole_are_clicked_to_move() -> None:
    assert PRESENT.action_from_clicks is not None
    assert PRESENT.gesture(Move(6, 14)) == ("m6", "c14")
    assert PRESENT.action_from_clicks(FIRST, ("m6", "c14")) == Move(6, 14)
    assert PRESENT.action_from_clicks(FIRST, ("m6", "m7")) == Move(6, 7)
    alone = PRESENT.action_from_clicks(FIRST, ("m6",))
    assert alone is not None
    assert alone.start == 6 != alone.end
    assert PRESENT.action_from_clicks(FIRST, ("m6", "elsewhere")) is None
    assert PRESENT.action_from_clicks(FIRST, ()) is None

"""Actions as clicks, and clicks as actions."""

from meadhall.games.jarls import GAME
from meadhall.games.jarls.look.gestures import action_from_clicks, gesture
from meadhall.games.jarls.notation import parse, position
from meadhall.games.jarls.types import (
    Place,
    Skip,
    Starve,
    View,
)

BOARD = """
turn 3, mover 1, {more}
     .   .   .   2J
   .   .   .   .   .
 .   .   ()  .   .   .
.   .   .   *   1J  .   .
 .   1w1 2w1 .   .   .
   .   .   .   .   .
     .   .   .   .
"""


def lay_out(more: str = "ruleset holes") -> View:
    return GAME.view(position(BOARD.format(more=more).replace("()", _obstacle(more))), 0)


def _obstacle(more: str) -> str:
    return "#1" if "shields" in more else "()"


def test_clicks_are_read_by_what_is_asked() -> None:
    famine = lay_out("ruleset shields\nfamine p1-w1 p1-j | p2-w1\nsealed - -")
    assert action_from_clicks(famine, ("p1-w1",)) == Starve("p1-w1")
    assert action_from_clicks(lay_out("ruleset shields\nplacing 2"), ("1,1",)) == Place((1, 1))
    assert action_from_clicks(lay_out(), ("p1-j", "1,1")) == parse("p1-j 1,1")
    assert action_from_clicks(lay_out(), ("1,1",)) is None
    assert action_from_clicks(lay_out(), ("p1-w5",)) is None


def test_gestures_are_what_a_person_clicks() -> None:
    assert gesture(parse("p1-w1 0,1")) == ("p1-w1", "0,1")
    assert gesture(Starve("p1-w1")) == ("p1-w1",)
    assert gesture(Place((1, 0))) == ("1,0",)
    assert gesture(Skip()) == ("skip",)

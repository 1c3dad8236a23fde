"""What moves."""

from meadhall.games.chinese_checkers.look import PRESENT
from meadhall.games.chinese_checkers.types import Moved


def test_a_step_slides_and_each_hop_is_a_motion_of_its_own() -> None:
    ((slide,),) = PRESENT.motions([Moved(0, (6, 14))])
    assert (slide.kind, slide.path) == ("slide", ("c6", "c14"))
    ((single,),) = PRESENT.motions([Moved(0, (3, 14))])
    assert single.kind == "hop"
    (hops,) = PRESENT.motions([Moved(0, (5, 16, 14))])
    assert [(hop.kind, hop.path, hop.beat) for hop in hops] == [
        ("hop", ("c5", "c16"), 0),
        ("hop", ("c16", "c14"), 1),
    ]

"""The star."""

import pytest

from meadhall.games.chinese_checkers.rules import board as star
from meadhall.kit.hexgrid import rotate_ccw

pytestmark = pytest.mark.clause("Board")


def test_there_are_121_holes_61_of_them_in_the_centre() -> None:
    assert len(star.HOLES) == len(set(star.HOLES)) == star.SIZE == 121
    assert star.CORNER_OF.count(None) == 61


@pytest.mark.parametrize("corner", range(6))
def test_each_corner_has_ten_holes_in_rows_of_one_to_four(corner: int) -> None:
    tip = star.CORNER_HOLES[corner]
    assert len(tip) == 10
    rows = [star.DISTANCE[star.APEX[corner]][hole] for hole in tip]
    assert sorted(rows) == [0, 1, 1, 2, 2, 2, 3, 3, 3, 3]


def test_corners_are_clockwise_from_the_top() -> None:
    """A turn of the star by a sixth, clockwise as it is drawn, brings each corner to the next."""
    for hole, hex_ in enumerate(star.HOLES):
        turned = star.CORNER_OF[star.NUMBER[rotate_ccw(hex_)]]
        corner = star.CORNER_OF[hole]
        assert turned == (None if corner is None else (corner + 1) % 6)
    assert star.HOLES[star.APEX[0]] == (4, -8)


def test_holes_are_numbered_row_by_row() -> None:
    assert list(star.HOLES) == sorted(star.HOLES, key=lambda hex_: (hex_[1], hex_[0]))


def test_steps_lead_both_ways_and_the_middle_has_six() -> None:
    assert len(star.STEPS[star.NUMBER[0, 0]]) == 6
    assert len(star.STEPS[star.APEX[0]]) == 2
    for hole, steps in enumerate(star.STEPS):
        assert all(hole in star.STEPS[step] for step in steps)
        assert all(star.DISTANCE[hole][step] == 1 for step in steps)


def test_hops_go_straight_over_one_hole() -> None:
    for hole, hops in enumerate(star.HOPS):
        for over, land in hops:
            assert over in star.STEPS[hole]
            assert land in star.STEPS[over]
            assert star.DISTANCE[hole][land] == 2

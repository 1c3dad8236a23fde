"""The star."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers import board as star
from meadhall.games.chinese_checkers.moves import legal_moves
from meadhall.games.chinese_checkers.types import Options
from meadhall.kit.hexgrid import rotate_ccw


def test_there_are_121_holes_61_of_them_in_the_centre() -> None:
    assert len(star.HOLES) == len(set(star.HOLES)) == star.SIZE == 121
    assert star.CORNER_OF.count(None) == 61


@pytest.mark.parametrize("corner", range(6))
def test_each_tip_has_ten_holes_in_rows_of_one_to_four(corner: int) -> None:
    tip = star.TIPS[corner]
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


@pytest.mark.parametrize(
    ("seats", "corners"),
    [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 3, 4]), (5, [0, 1, 2, 3, 4]), (6, list(range(6)))],
)
def test_seats_start_in_their_corners(seats: int, corners: list[int]) -> None:
    state = start(GAME, Options(), seats, Rng("x"))
    for seat, corner in enumerate(corners):
        assert star.home_of(seats, seat) == corner
        assert star.target_of(seats, seat) == (corner + 3) % 6
        assert [state.board[hole] for hole in star.TIPS[corner]] == [str(seat)] * 10
    assert state.board.count(".") == 121 - 10 * seats


def test_two_players_have_fourteen_first_moves() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert len(legal_moves(state, 0)) == len(legal_moves(state, 1)) == 14


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Refused, match="BAD_SEAT_COUNT"):
        start(GAME, Options(), seats, Rng("x"))


def test_c1_the_star_is_drawn_pointy_top_with_corner_0_on_top() -> None:
    assert GAME.present is not None
    cells = GAME.present.scene(start(GAME, Options(), 2, Rng("x"))).cells
    top = min(cells, key=lambda cell: cell.y)
    assert top.id == f"c{star.APEX[0]}"
    for here, steps in enumerate(star.STEPS):
        for there in steps:
            dx, dy = cells[here].x - cells[there].x, cells[here].y - cells[there].y
            assert abs(dx * dx + dy * dy - 1_000_000) < 1000


def test_c2_five_players_leave_one_corner_and_one_target_empty() -> None:
    targets = [star.target_of(5, seat) for seat in range(5)]
    assert [seat for seat in range(5) if targets[seat] not in star.SEATING[5]] == [2]
    assert GAME.present is not None
    scene = GAME.present.scene(start(GAME, Options(), 5, Rng("x")))
    assert any("Seat 3" in note and "nobody starts" in note for note in scene.notes)


def test_c2_no_other_number_of_players_has_such_a_note() -> None:
    assert GAME.present is not None
    for seats in (2, 3, 4, 6):
        assert GAME.present.scene(start(GAME, Options(), seats, Rng("x"))).notes == ()

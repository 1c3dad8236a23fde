"""How a match begins."""

from dataclasses import replace

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules import board as star
from meadhall.games.chinese_checkers.rules import ending
from meadhall.games.chinese_checkers.rules.legal import legal_moves
from meadhall.games.chinese_checkers.types import Options, State

pytestmark = pytest.mark.clause("Board", "Turns")


@pytest.mark.parametrize(
    ("seats", "corners"),
    [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 3, 4]), (5, [0, 1, 2, 3, 4]), (6, list(range(6)))],
)
def test_seats_start_in_their_corners(seats: int, corners: list[int]) -> None:
    state = start(GAME, Options(starts="classic"), seats, Rng("x"))
    assert (state.turn, state.seating) == (0, 0)
    for seat, corner in enumerate(corners):
        assert star.home_of(seats, seat) == corner
        assert star.target_of(seats, seat) == (corner + 3) % 6
        assert [state.board[hole] for hole in star.CORNER_HOLES[corner]] == [str(seat)] * 10
    assert state.board.count(".") == 121 - 10 * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c5_with_up_to_four_players_seat_1_moves_first(seats: int) -> None:
    for seed in "abcdef":
        assert start(GAME, Options(), seats, Rng(seed)) == start(
            GAME, Options(), seats, Rng("other")
        )
    assert start(GAME, Options(), seats, Rng("x")).turn == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_c5_a_drawn_start_gives_every_seat_the_first_move_equally_often(seats: int) -> None:
    options = Options(starts="drawn") if seats < 5 else Options()
    drawn = [start(GAME, options, seats, Rng(str(seed))).turn for seed in range(600)]
    shares = [drawn.count(seat) / len(drawn) for seat in range(seats)]
    assert all(abs(share - 1 / seats) < 0.06 for share in shares)


def test_c5_with_five_players_every_gap_between_two_seats_is_drawn_equally_often() -> None:
    states = [start(GAME, Options(), 5, Rng(str(seed))) for seed in range(600)]
    empty = [star.empty_corner(state.seating) for state in states]
    assert {corner: abs(empty.count(corner) / 600 - 1 / 5) < 0.06 for corner in set(empty)} == (
        dict.fromkeys(range(1, 6), True)
    )
    for state in states[:40]:
        assert star.home_of(5, 0, state.seating) == 0
        for seat, corner in enumerate(star.SEATINGS[5][state.seating]):
            assert [state.board[hole] for hole in star.CORNER_HOLES[corner]] == [str(seat)] * 10
        nobody = star.CORNER_HOLES[star.empty_corner(state.seating)]
        assert {state.board[hole] for hole in nobody} == {"."}


def test_c5_a_seat_runs_to_the_corner_opposite_its_own_in_every_seating() -> None:
    for seating in range(5):
        state = State(Options(), 5, "." * 121, 0, seating=seating)
        for seat, corner in enumerate(star.SEATINGS[5][seating]):
            goal = star.CORNER_HOLES[(corner + 3) % 6]
            full = "".join(str(seat) if hole in goal else "." for hole in range(121))
            assert ending.has_won(replace(state, board=full), seat)


def test_two_players_have_fourteen_first_moves() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert len(legal_moves(state, 0)) == len(legal_moves(state, 1)) == 14


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Refused, match="BAD_SEAT_COUNT"):
        start(GAME, Options(), seats, Rng("x"))

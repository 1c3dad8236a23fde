"""How a match begins."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.rules import board as star
from meadhall.games.chinese_checkers.rules.legal import legal_moves
from meadhall.games.chinese_checkers.types import Options

pytestmark = pytest.mark.clause("Board", "Turns")


@pytest.mark.parametrize(
    ("seats", "corners"),
    [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 3, 4]), (5, [0, 1, 2, 3, 4]), (6, list(range(6)))],
)
def test_seats_start_in_their_corners(seats: int, corners: list[int]) -> None:
    state = start(GAME, Options(), seats, Rng("x"))
    for seat, corner in enumerate(corners):
        assert star.home_of(seats, seat) == corner
        assert star.target_of(seats, seat) == (corner + 3) % 6
        assert [state.board[hole] for hole in star.CORNER_HOLES[corner]] == [str(seat)] * 10
    assert state.board.count(".") == 121 - 10 * seats


def test_two_players_have_fourteen_first_moves() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert len(legal_moves(state, 0)) == len(legal_moves(state, 1)) == 14


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Refused, match="BAD_SEAT_COUNT"):
        start(GAME, Options(), seats, Rng("x"))

"""Why actions are refused."""

from dataclasses import dataclass, replace

import pytest
from tests.games.chinese_checkers.positions import code, home, two

from meadhall.core.game import start
from meadhall.core.refusal import NOT_AN_ACTION, Refused
from meadhall.core.rng import Rng
from meadhall.games.chinese_checkers import GAME
from meadhall.games.chinese_checkers.types import Move, Moved, Options


def test_refusals_in_their_order() -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    assert code(state, 1, 500, 0) == "NOT_YOUR_TURN"
    assert code(state, 0, 121, 0) == "NO_SUCH_CELL"
    assert code(state, 0, 6, -1) == "NO_SUCH_CELL"
    assert code(state, 0, 60, 0) == "EMPTY_CELL"
    assert code(state, 0, 111, 0) == "NOT_YOUR_PIECE"
    assert code(state, 0, 6, 0) == "DESTINATION_OCCUPIED"
    assert code(state, 0, 6, 6) == "DESTINATION_OCCUPIED"
    assert code(state, 0, 6, 60) == "UNREACHABLE"


def test_a_finished_match_refuses_everything_first() -> None:
    over = GAME.apply(two(home(0), home(1)), 0, Move(6, 14)).state
    assert GAME.leave is not None
    over = GAME.leave(over, 1).state
    assert code(over, 1, 500, 0) == "GAME_OVER"
    assert GAME.legal_actions(over, 0) == ()


@dataclass(frozen=True)
class Impostor:
    """Looks like a move of this game, but is none."""

    start: int = 6
    end: int = 14
    kind: str = "move"


GARBAGE = [
    None,
    42,
    "6-14",
    (6, 14),
    {"start": 6, "end": 14},
    Move,
    Moved(0, (6, 14)),
    Impostor(),
    Move(None, 14),  # type: ignore[arg-type]
    Move(6, "14"),  # type: ignore[arg-type]
    Move(6.0, 14),  # type: ignore[arg-type]
    Move(6, True),  # noqa: FBT003 - a wrong kind of number
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
def test_what_is_no_move_is_refused(garbage: Move) -> None:
    playing = start(GAME, Options(), 2, Rng("x"))
    assert GAME.leave is not None
    for state in (playing, GAME.leave(playing, 1).state):
        for seat in (0, 1, -1, 99):
            assert GAME.refusal(state, seat, garbage) == NOT_AN_ACTION
            with pytest.raises(Refused) as error:
                GAME.apply(state, seat, garbage)
            assert error.value.refusal == NOT_AN_ACTION


@pytest.mark.parametrize("seat", [-1, -2, 2, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    state = start(GAME, Options(), 2, Rng("x"))
    for turn in (0, 1):
        assert code(replace(state, turn=turn), seat, 6, 14) == "NOT_YOUR_TURN"
    assert GAME.legal_actions(state, seat) == ()
    assert GAME.leave is not None
    with pytest.raises(Refused, match="NO_SUCH_SEAT"):
        GAME.leave(state, seat)

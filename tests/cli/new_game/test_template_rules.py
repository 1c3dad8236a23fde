"""The game that `meadhall new-game` writes refuses everything that is not one of its actions."""

import pytest

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import Options, State, Take
from meadhall.core.refusal import NOT_AN_ACTION, Refused
from meadhall.core.rng import Rng

pytestmark = pytest.mark.clause("A turn", "The end", "Options")

STATE = GAME.initial(Options(), 2, Rng("seed"))
GARBAGE: list[object] = [
    None,
    42,
    "take 1",
    b"x",
    (),
    ("take", 1),
    object,
    Take("1"),  # type: ignore[arg-type] # as a client might send it
    Take(None),  # type: ignore[arg-type] # the same
    Take(count=True),
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda value: str(value)[:12])
@pytest.mark.parametrize("state", [STATE, State(0, 1)], ids=["running", "over"])
def test_garbage_is_refused_and_never_applied(state: State, garbage: Take) -> None:
    assert GAME.refusal(state, 0, garbage) == NOT_AN_ACTION
    with pytest.raises(Refused) as refused:
        GAME.apply(state, 0, garbage)
    assert refused.value.refusal == NOT_AN_ACTION


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    assert GAME.refusal(STATE, seat, Take(1)) == NOT_AN_ACTION
    with pytest.raises(Refused):
        GAME.apply(STATE, seat, Take(1))


@pytest.mark.parametrize(
    ("state", "seat", "action", "code"),
    [
        (State(0, 1), 1, Take(1), "GAME_OVER"),
        (STATE, 1, Take(1), "NOT_YOUR_TURN"),
        (STATE, 0, Take(0), "BAD_COUNT"),
        (STATE, 0, Take(4), "BAD_COUNT"),
        (State(2, 0), 0, Take(3), "TOO_FEW_STONES"),
    ],
)
def test_a_wrong_action_is_refused_with_its_own_reason(
    state: State, seat: int, action: Take, code: str
) -> None:
    refusal = GAME.refusal(state, seat, action)
    assert refusal is not None
    assert refusal.code == code
    assert refusal.clause


def test_s1_the_clock_takes_one_stone() -> None:
    assert GAME.default_action(STATE, 0, Rng("seed")) == Take(1)


@pytest.mark.parametrize("stones", [4, 12, 50])
def test_the_heap_is_as_large_as_the_option_says(stones: int) -> None:
    assert GAME.initial(Options(stones=stones), 2, Rng("seed")) == State(stones, 0)

"""What is not an action of the game, and seats that do not exist, are refused."""

import pytest

from meadhall.core.game import start
from meadhall.core.refusal import NOT_AN_ACTION, Refused
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.types import Action, Options, Order, Ready, State

BEGUN = start(GAME, Options(), 3, Rng("garbage"))
GARBAGE = [None, 42, "ready", (), ("ready",), Ready, Order(1, "fortify", "Sir Ann 0", 23, 23)]


@pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
@pytest.mark.parametrize("seat", [0, -1, 99])
def test_what_is_not_an_action_is_refused(seat: int, garbage: Action) -> None:
    assert refusal(BEGUN, seat, garbage) == NOT_AN_ACTION
    with pytest.raises(Refused) as refused:
        apply(BEGUN, seat, garbage)
    assert refused.value.refusal == NOT_AN_ACTION


@pytest.mark.parametrize("garbage", GARBAGE, ids=repr)
def test_it_is_refused_after_the_end_too(garbage: Action) -> None:
    over = BEGUN
    for seat in (0, 1):
        over = GAME.leave(over, seat).state if GAME.leave else over
    assert over.table.outcome is not None
    assert refusal(over, 2, garbage) == NOT_AN_ACTION


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    refused = refusal(BEGUN, seat, Ready())
    assert refused is not None
    assert refused.code == "PLAYER_NOT_FOUND"
    with pytest.raises(Refused, match="PLAYER_NOT_FOUND"):
        apply(BEGUN, seat, Ready())


def unchanged(state: State) -> bool:
    return state == start(GAME, Options(), 3, Rng("garbage"))


def test_a_refused_action_changes_nothing() -> None:
    with pytest.raises(Refused):
        apply(BEGUN, 0, None)  # type: ignore[arg-type]  # garbage on purpose
    assert unchanged(BEGUN)

"""What somebody means by their clicks, whether it is allowed or not."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from meadhall.games.secret_toaster.reading import reading
from meadhall.games.secret_toaster.types import (
    Accept,
    Action,
    Ask,
    Expel,
    Join,
    Leave,
    Order,
    Ready,
    State,
    Submit,
    Unready,
    View,
    Withdraw,
)
from meadhall.games.secret_toaster.view import view

Situate: TypeAlias = Callable[..., State]
ANN, BOB = "knight-Sir_Ann_0", "knight-Sir_Bob_0"


@pytest.fixture
def seen(situation: Situate) -> View:
    """Ann, with a hundred men, sees Bob beside her."""
    troops = {23: {0: 100}, 24: {1: 50}}
    return view(situation(troops=troops, knights={"Sir Ann 0": 23, "Sir Bob 0": 24}), 0)


def order(type_: str, to: int, troops: int = 0) -> Submit:
    return Submit(Order(1, type_, "Sir Ann 0", 23, to, troops))  # type: ignore[arg-type]  # a word of the orders


@pytest.mark.parametrize(
    ("clicks", "meant"),
    [
        ((ANN,), order("fortify", 23)),
        ((ANN, "fortify"), order("fortify", 23)),
        ((ANN, "promote"), order("promote", 23)),
        ((ANN, "hex-22"), order("move", 22, 100)),
        ((ANN, "hex-22", "troops-37"), order("move", 22, 37)),
        ((ANN, "hex-24", "troops-37"), order("attack", 24, 37)),
        ((ANN, BOB), order("attack", 24, 100)),
        ((BOB,), Submit(Order(1, "fortify", "Sir Bob 0", 24, 24))),
    ],
)
def test_a_knight_is_meant_to_go_where_is_clicked_or_to_stay(
    seen: View, clicks: tuple[str, ...], meant: Submit
) -> None:
    assert reading(seen, clicks) == meant


@pytest.mark.parametrize("amount", ["troops-", "troops--3", "troops-٣", "elsewhere"])
def test_what_is_no_number_of_troops_means_none(seen: View, amount: str) -> None:
    assert reading(seen, (ANN, "hex-22", amount)) == order("move", 22)


@pytest.mark.parametrize(
    ("button", "meant"),
    [
        ("ready", Ready()),
        ("unready", Unready()),
        ("leave", Leave()),
        ("withdraw-3", Withdraw(3)),
        ("accept-1", Accept(1)),
        ("expel-1", Expel(1)),
        ("ask-Group 1", Ask("Group 1")),
        ("join-Group 1", Join("Group 1")),
    ],
)
def test_a_button_means_what_it_says(seen: View, button: str, meant: Action) -> None:
    assert reading(seen, (button,)) == meant


@pytest.mark.parametrize("first", ["hex-23", "promote", "elsewhere"])
def test_what_is_neither_a_button_nor_a_knight_means_nothing(seen: View, first: str) -> None:
    assert reading(seen, (first,)) is None


def test_who_only_watches_means_no_order(situation: Situate) -> None:
    assert reading(view(situation(knights={"Sir Ann 0": 23}), None), (ANN,)) is None

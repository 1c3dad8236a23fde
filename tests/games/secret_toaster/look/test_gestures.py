"""What somebody means by their clicks, whether it is allowed or not."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.look.gestures import action_from_clicks
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    Action,
    AskToJoin,
    ExpelMember,
    JoinAlliance,
    LeaveAlliance,
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
def anns_view(situation: Situate) -> View:
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
    anns_view: View, clicks: tuple[str, ...], meant: Submit
) -> None:
    assert action_from_clicks(anns_view, clicks) == meant


@pytest.mark.parametrize("amount", ["troops-", "troops--3", "troops-٣", "elsewhere"])
def test_what_is_no_number_of_troops_means_none(anns_view: View, amount: str) -> None:
    assert action_from_clicks(anns_view, (ANN, "hex-22", amount)) == order("move", 22)


@pytest.mark.parametrize(
    ("button", "meant"),
    [
        ("ready", Ready()),
        ("unready", Unready()),
        ("leave", LeaveAlliance()),
        ("withdraw-3", Withdraw(3)),
        ("accept-1", AcceptMember(1)),
        ("expel-1", ExpelMember(1)),
        ("ask-Group 1", AskToJoin("Group 1")),
        ("join-Group 1", JoinAlliance("Group 1")),
    ],
)
def test_a_button_means_what_it_says(anns_view: View, button: str, meant: Action) -> None:
    assert action_from_clicks(anns_view, (button,)) == meant


@pytest.mark.parametrize("first", ["hex-23", "promote", "elsewhere"])
def test_what_is_neither_a_button_nor_a_knight_means_nothing(anns_view: View, first: str) -> None:
    assert action_from_clicks(anns_view, (first,)) is None


def test_who_only_watches_means_no_order(situation: Situate) -> None:
    assert action_from_clicks(view(situation(knights={"Sir Ann 0": 23}), None), (ANN,)) is None


@pytest.mark.parametrize(
    ("text", "clicks"),
    [
        ("1 move Sir_Ann_0 52 53 60", ("knight-Sir_Ann_0", "hex-53", "troops-60")),
        ("1 attack Sir_Ann_0 52 53 60", ("knight-Sir_Ann_0", "hex-53", "troops-60")),
        ("1 fortify Sir_Ann_0 52", ("knight-Sir_Ann_0", "fortify")),
        ("withdraw 2", ("withdraw-2",)),
        ("ally accept Bob", ("accept-1",)),
        ("ally ask Gold", ("ask-Gold",)),
        ("ready", ("ready",)),
    ],
)
def test_an_action_is_a_few_clicks(text: str, clicks: tuple[str, ...]) -> None:
    assert GAME.present is not None
    assert GAME.present.gesture(parse(text)) == clicks

"""How actions are written and read."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.notation import parse, write
from meadhall.games.secret_toaster.rules.apply import apply, leave
from meadhall.games.secret_toaster.rules.round.odds import percent, win_chance
from meadhall.games.secret_toaster.types import (
    AcceptMember,
    CreateAlliance,
    RenameAlliance,
    State,
)
from meadhall.games.secret_toaster.view import view

pytestmark = pytest.mark.clause("Notation")

Situate: TypeAlias = Callable[..., State]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 MOVE sir_ann_0 52 53 60", "1 move sir_ann_0 52 53 60"),
        ("2 Fortify Sir_Ann_0 52", "2 fortify Sir_Ann_0 52"),
        ("1 move Sir_Ann_0 52 53", "1 move Sir_Ann_0 52 53 0"),
        ("  READY ", "ready"),
        ("Withdraw 2", "withdraw 2"),
        ("ALLY Ask  Ann's   Alliance", "ally ask Ann's Alliance"),
        ("ally accept bob", "ally accept Bob"),
        ("ally expel 3", "ally expel Cy"),
        ("ally leave", "ally leave"),
    ],
)
def test_text_is_read_generously_and_written_in_one_way(text: str, wanted: str) -> None:
    assert write(parse(text)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "1 move", "1 raise Sir_Ann_0 52 53 60", "x move Sir_Ann_0 52 53 60",
        "1 move Sir_Ann_0 a b c", "ready now", "unready 1", "withdraw", "withdraw x",
        "withdraw 1 2", "ally", "ally dance", "ally ask", "ally accept Nobody", "ally leave now",
        f"ally accept {'9' * 5000}", f"withdraw {'9' * 5000}",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.refusal.code == "BAD_NOTATION"
    assert "Sir_Ann_0" in refused.value.refusal.sentence


def test_free_names_and_unknown_seats_can_be_written_too() -> None:
    for action in (CreateAlliance("Gold Rush"), RenameAlliance("Jam"), AcceptMember(9)):
        assert parse(write(action)) == action
    assert GAME.present is not None
    assert GAME.present.gesture(CreateAlliance("Jam")) == ("create-Jam",)


def test_the_diagram_shows_stacks_knights_and_the_own_orders(situation: Situate) -> None:
    state = situation(
        seats=3,
        troops={24: {0: 60, 1: 5}},
        land={34: 0},
        knights={"Sir Ann 0": 24},
        objectives=("defender", None, None),
    )
    state = apply(state, 0, parse("1 move Sir_Ann_0 24 34 10")).state
    drawn = GAME.notation.diagram(view(state, 0))
    assert "A60+B5*" in drawn
    assert "Your objective: defender" in drawn
    assert "Order 1: move Sir Ann 0 24 34 10" in drawn
    assert "Your objective" not in GAME.notation.diagram(view(state, None))
    duel = situation()
    assert "Castle held: 0 of 3" in GAME.notation.diagram(view(duel, None))
    gone = leave(state, 2).state
    assert "Cy: 0 hexes, 0 troops, 0 orders, left" in GAME.notation.diagram(view(gone, None))


def test_the_diagram_shows_a_player_their_knights_and_the_odds_of_attacks(
    situation: Situate,
) -> None:
    state = situation(
        troops={54: {0: 300}, 55: {1: 50}, 26: {1: 5}},
        knights={"Sir Ann 0": 54, "Sir Bob 0": 26},
    )
    before = GAME.notation.diagram(view(state, 0))
    assert "Your knights: Sir Ann 0 on 54" in before
    assert "Sir Ann 0 from 54 with 300 against 55: 99.99 % to win" in before
    state = apply(state, 0, parse("1 attack Sir_Ann_0 54 55 40")).state
    odds = percent(win_chance(40, 50, 0))
    after = GAME.notation.diagram(view(state, 0))
    assert f"Order 1: attack Sir Ann 0 54 55 40, {odds} to win" in after
    assert "Your knights" not in GAME.notation.diagram(view(state, None))
    lost = situation(troops={26: {1: 5}}, land={23: 0}, knights={"Sir Bob 0": 26})
    assert "Your knights: none" in GAME.notation.diagram(view(lost, 0))

"""The scene: headline, map, cards, buttons and notes."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.look.gestures import gesture
from meadhall.games.secret_toaster.look.scene import scene
from meadhall.games.secret_toaster.notation import parse, write
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.planning.forecast import attack_chances, order_forecasts
from meadhall.games.secret_toaster.rules.round.odds import percent, win_chance
from meadhall.games.secret_toaster.types import (
    Crown,
    Options,
    Result,
    State,
    Submit,
    Threat,
    View,
)
from meadhall.games.secret_toaster.view import view

Situate: TypeAlias = Callable[..., State]


def test_the_preview_shows_the_odds_of_each_own_order(situation: Situate) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24}, land={34: 0})
    state = apply(state, 0, parse("1 attack Sir_Ann_0 24 25 60")).state
    state = apply(state, 0, parse("2 fortify Sir_Ann_0 25")).state
    first, second = order_forecasts(view(state, 0))
    assert first.chance == win_chance(60, 40, 0)
    assert second.chance is None
    shown = scene(view(state, 0))
    assert percent(first.chance or 0) in shown.cards[0].detail
    assert [arrow.path for arrow in shown.arrows] == [("hex-24", "hex-25")]
    assert order_forecasts(view(state, None)) == ()
    assert tuple(attack_chances(view(state, None))) == ()
    assert percent(5) == "0.05 %"


def test_a_button_with_an_amount_ends_a_move_whose_notation_ends_with_it(
    situation: Situate,
) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24})
    amounts = {
        button.id: button.amount
        for button in scene(view(state, 0)).buttons
        if button.amount is not None
    }
    ends = {
        (gesture(action)[-1], int(write(action).split()[-1]))
        for action in legal_actions(state, 0)
        if gesture(action)[-1] in amounts
    }
    assert 60 in amounts.values()
    assert ends == set(amounts.items())


def test_the_scene_shows_threats_crowns_and_who_asks(situation: Situate) -> None:
    state = situation(seats=3, allies=[(0, 1), (2,)], options=Options(mode="crown"))
    alliances = (replace(state.table.alliances[0], asking=(2,)), state.table.alliances[1])
    table = replace(
        state.table, alliances=alliances, crown=Crown(0, 2), threats=(Threat(0, (0, 1)),)
    )
    notes = scene(View(None, table, None)).notes
    assert "Group 0: seat 1 and seat 2, led by seat 1; seat 3 asks to join" in notes
    assert "Seat 1 and seat 2 threaten to win at the end of this round" in notes
    assert "Group 0 has held the castle for 2 rounds in a row" in notes
    crowd = replace(table, alliances=(alliances[0], replace(alliances[1], asking=(0, 1))))
    asked = "Group 1: seat 3, led by seat 3; seat 1 and seat 2 ask to join"
    assert asked in scene(View(None, crowd, None)).notes


@pytest.mark.parametrize(
    ("outcome", "headline"),
    [
        (Result((0, 1), "objectives", ()), "Seat 1 and seat 2 won: all their objectives are met"),
        (Result((2,), "crown", ()), "Seat 3 won: they held the castle for three rounds"),
        (Result((), "roundLimit", ()), "Draw: the last round is over"),
    ],
)
def test_the_headline_shows_how_it_ended(
    situation: Situate, outcome: Result, headline: str
) -> None:
    table = replace(situation(seats=3).table, outcome=outcome)
    assert scene(View(None, table, None)).headline == headline


def test_blank_land_is_drawn_where_somebody_strayed_into_it(situation: Situate) -> None:
    state = situation(troops={60: {0: 3}}, options=Options(ruleset="legacy"))
    shown = {cell.id: cell for cell in scene(view(state, None)).cells}
    assert shown["hex-60"].kind == "blank"
    assert "hex-0" not in shown
    assert shown["hex-60"].badge == "3"


def test_there_is_a_button_for_every_listed_action_that_is_no_march(situation: Situate) -> None:
    state = situation(
        seats=4,
        troops={23: {0: 9}},
        knights={"Sir Ann 0": 23},
        allies=[(0, 1), (2,), (3,)],
        options=Options(mode="crown"),
    )
    written = apply(state, 0, parse("1 fortify Sir_Ann_0 23")).state
    labels = {button.label for button in scene(view(written, 0)).buttons}
    assert {"Fortify", "209 troops", "1 troop", "Ready", "Take back order 1"} <= labels
    assert {
        "Leave the alliance",
        "Expel seat 2",
        "Ask to join Group 1",
        "Ask to join Group 2",
    } <= labels
    ready = apply(written, 0, parse("ready")).state
    assert "Not ready" in {button.label for button in scene(view(ready, 0)).buttons}
    leaving = apply(state, 1, parse("ally leave")).state
    asking = apply(leaving, 1, parse("ally ask Group 0")).state
    assert "Accept seat 2" in {button.label for button in scene(view(asking, 0)).buttons}
    assert "Your objective" not in GAME.notation.diagram(view(asking, 0))
    home = apply(leaving, 0, parse("1 move Sir_Ann_0 23 24 9")).state
    back = apply(home, 0, parse("2 move Sir_Ann_0 24 23 9")).state
    assert "No troops" in {button.label for button in scene(view(back, 0)).buttons}


def test_the_task_counts_the_orders_that_are_written() -> None:
    state = start(GAME, Options(), 2, Rng("orders"))
    tasks = [scene(view(state, 0)).task]
    for _ in range(3):
        order = next(a for a in legal_actions(state, 0) if isinstance(a, Submit))
        state = apply(state, 0, order).state
        tasks.append(scene(view(state, 0)).task)
    assert tasks == [
        "Write up to 3 orders: choose a knight, then a marked hex. Then press Ready.",
        "1 of 3 orders: choose a knight for the next one, or press Ready.",
        "2 of 3 orders: choose a knight for the next one, or press Ready.",
        "All 3 orders are written: press Ready.",
    ]


def test_a_request_to_join_leaves_orders_as_they_are_until_somebody_joins() -> None:
    state = start(GAME, Options(), 4, Rng("treaties"))
    asked = apply(state, 1, parse("ally ask Ann's Alliance")).state
    joined = apply(asked, 0, parse("ally accept Bob")).state
    before, after, later = (scene(view(at, 0)).cards for at in (state, asked, joined))
    assert before
    assert after is before
    assert later is not before

"""A round can be watched event by event, and the odds of any order be known beforehand."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.game import Step
from meadhall.games.secret_toaster import rules
from meadhall.games.secret_toaster.events import Event
from meadhall.games.secret_toaster.follow import follow
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.odds import win_chance
from meadhall.games.secret_toaster.preview import foresee, percent
from meadhall.games.secret_toaster.scene import scene
from meadhall.games.secret_toaster.types import Options, Outcome, Ruleset, State
from meadhall.games.secret_toaster.view import view

Situate: TypeAlias = Callable[..., State]
Resolve: TypeAlias = Callable[..., Step[State, Event]]


def watched(state: State, events: tuple[Event, ...]) -> list[dict[str, tuple[int | None, str]]]:
    """Owner and troops of the hexes that each event changed."""
    looks = follow(view(state, None), events)
    return [{cell.id: (cell.seat, cell.badge) for cell in look} for look in looks if look]


def test_each_order_shows_what_it_does_when_it_is_carried_out(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        troops={23: {0: 10}, 24: {1: 1}, 26: {1: 100}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26},
    )
    orders = ("Ann 1 attack Sir_Ann_0 23 24 2", "Ann 2 fortify Sir_Ann_0 24")
    step = resolve(state, *orders, "Bob 1 promote Sir_Bob_0 26", dice="4465")
    assert watched(state, step.events) == [
        {"hex-23": (0, "8"), "hex-24": (1, "A2+1")},
        {"hex-24": (0, "1")},
        {"hex-24": (0, "201")},
        {"hex-26": (1, "")},
    ]


def test_walking_into_neutral_land_takes_it(situation: Situate, resolve: Resolve) -> None:
    state = situation(troops={23: {0: 10}}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    step = resolve(state, "Ann 1 move Sir_Ann_0 23 24 4")
    assert watched(state, step.events) == [
        {"hex-23": (0, "6"), "hex-24": (None, "A4")},
        {"hex-24": (0, "4")},
    ]


def test_the_land_of_who_gives_up_is_nobodys(situation: Situate) -> None:
    state = situation(seats=3, troops={23: {0: 10}, 26: {1: 5}}, land={24: 0})
    step = rules.leave(state, 0)
    assert watched(state, step.events) == [{"hex-23": (None, ""), "hex-24": (None, "")}]


def test_any_order_has_its_odds_and_nothing_else_has(situation: Situate) -> None:
    state = situation(troops={24: {0: 60}, 25: {1: 40}}, knights={"Sir Ann 0": 24})
    odds = f"wins with {percent(win_chance(37, 40, 0))}"
    assert foresee(view(state, 0), parse("1 attack Sir_Ann_0 24 25 37")) == odds
    for text in ("1 move Sir_Ann_0 24 23 37", "1 fortify Sir_Ann_0 24", "ready"):
        assert foresee(view(state, 0), parse(text)) == ""
    assert foresee(view(state, None), parse("1 attack Sir_Ann_0 24 25 37")) == ""


def begun(state: State, seat: int | None) -> dict[str, str]:
    """The buttons that leave the end of a move to the player, and how it begins."""
    return {one.label: one.writes for one in scene(view(state, seat)).buttons if one.writes}


FOUND, RENAME = {"Found an alliance": "ally create"}, {"Rename the alliance": "ally rename"}


def test_names_are_given_by_those_who_may(situation: Situate) -> None:
    state = situation(seats=3, allies=[(0, 1), (2,)])
    assert begun(state, 0) == begun(state, 2) == FOUND | RENAME
    assert begun(state, 1) == FOUND
    assert begun(state, None) == {}
    over = replace(state.table, outcome=Outcome((0,), "crown", (None, None, None)))
    assert begun(replace(state, table=over), 0) == {}
    assert begun(rules.leave(state, 2).state, 2) == {}


@pytest.mark.parametrize(("ruleset", "offered"), [("standard", {}), ("legacy", FOUND | RENAME)])
def test_nobody_needs_a_name_for_an_alliance_in_a_duel(
    situation: Situate, ruleset: Ruleset, offered: dict[str, str]
) -> None:
    assert begun(situation(options=Options(ruleset=ruleset)), 0) == offered

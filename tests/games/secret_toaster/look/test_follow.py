"""A round can be watched event by event, and the odds of any order be known beforehand."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

import pytest

from meadhall.core.game import Step
from meadhall.core.rng import Rng
from meadhall.core.scene import Scene, playing_time
from meadhall.games.secret_toaster.look.follow import follow
from meadhall.games.secret_toaster.look.motions import motions
from meadhall.games.secret_toaster.look.scene import scene
from meadhall.games.secret_toaster.rules.apply import leave
from meadhall.games.secret_toaster.rules.events import (
    Crowned,
    Ended,
    Event,
    Fought,
    Planned,
    Readied,
    Returned,
    Threatened,
)
from meadhall.games.secret_toaster.rules.round.battle import fight
from meadhall.games.secret_toaster.rules.round.chance import RandomChance
from meadhall.games.secret_toaster.types import Options, Result, Ruleset, State
from meadhall.games.secret_toaster.view import view
from meadhall.server.protocol.scene_delta import scene_delta

Situate: TypeAlias = Callable[..., State]
Resolve: TypeAlias = Callable[..., Step[State, Event]]


def scenes(state: State, events: tuple[Event, ...]) -> list[Scene]:
    """The scene before the events, and after each of them."""
    seen = view(state, None)
    return [scene(seen), *follow(seen, scene(seen), [(event,) for event in events])]


def watched(state: State, events: tuple[Event, ...]) -> list[dict[str, tuple[int | None, str]]]:
    """Owner and troops of the hexes that each event changed."""
    changes = [scene_delta(*pair).cells for pair in pairwise(scenes(state, events))]
    return [{c.id: (c.seat, c.badge) for c in layer.put} for layer in changes if layer]


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
        {"hex-23": (0, "8"), "hex-24": (1, "R2+1")},
        {"hex-24": (0, "1")},
        {"hex-24": (0, "201")},
        {"hex-26": (1, "")},
    ]


def test_walking_into_neutral_land_takes_it(situation: Situate, resolve: Resolve) -> None:
    state = situation(troops={23: {0: 10}}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    step = resolve(state, "Ann 1 move Sir_Ann_0 23 24 4")
    assert watched(state, step.events) == [
        {"hex-23": (0, "6"), "hex-24": (None, "R4")},
        {"hex-24": (0, "4")},
    ]


def test_the_land_of_who_gives_up_is_nobodys(situation: Situate) -> None:
    state = situation(seats=3, troops={23: {0: 10}, 26: {1: 5}}, land={24: 0})
    step = leave(state, 0)
    assert watched(state, step.events) == [{"hex-23": (None, ""), "hex-24": (None, "")}]


def test_counters_reserves_and_the_crown_change_with_their_events(situation: Situate) -> None:
    state = situation(troops={23: {0: 10}, 26: {1: 5}}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    events = (
        Planned(0, 2),
        Readied(0, ready=True),
        Threatened("Ann's Alliance", (0,)),
        Returned(1, "Sir Bob 1", 26),
        Crowned("Ann's Alliance", (0,), 2),
        Ended((0,), "crown", (None, None)),
    )
    changes, tokens = list[dict[str, int]](), list[int]()
    for before, after in pairwise(scenes(state, events)):
        old, new = ({g.id: g.value for g in s.gauges} for s in (before, after))
        changes.append({id_: value - old[id_] for id_, value in new.items() if value != old[id_]})
        tokens.append(len(after.tokens) - len(before.tokens))
    orders, ready, reserves = {"seat-0-orders": 2}, {"seat-0-ready": 1}, {"seat-1-reserves": -1}
    assert changes == [orders, ready, {}, reserves, {"crown": 2}, {}]
    assert tokens == [0, 0, 0, 1, 0, 0], "the knight from the reserve is on the map"


def begun(state: State, seat: int | None) -> dict[str, str]:
    """The buttons that leave the end of a move to the player, and how it begins."""
    return {one.label: one.writes for one in scene(view(state, seat)).buttons if one.writes}


FOUND, RENAME = {"Create an alliance": "ally create"}, {"Rename the alliance": "ally rename"}


def test_names_are_given_by_those_who_may(situation: Situate) -> None:
    state = situation(seats=3, allies=[(0, 1), (2,)])
    assert begun(state, 0) == begun(state, 2) == FOUND | RENAME
    assert begun(state, 1) == FOUND
    assert begun(state, None) == {}
    over = replace(state.table, outcome=Result((0,), "crown", (None, None, None)))
    assert begun(replace(state, table=over), 0) == {}
    assert begun(leave(state, 2).state, 2) == {}


@pytest.mark.parametrize(("ruleset", "offered"), [("standard", {}), ("legacy", FOUND | RENAME)])
def test_nobody_needs_a_name_for_an_alliance_in_a_duel(
    situation: Situate, ruleset: Ruleset, offered: dict[str, str]
) -> None:
    assert begun(situation(options=Options(ruleset=ruleset)), 0) == offered


@pytest.mark.parametrize("armies", [(900, 880), (60_000, 60_000), (2, 1)])
def test_a_battle_takes_at_most_three_seconds(armies: tuple[int, int]) -> None:
    fought = fight(*armies, 0, RandomChance(Rng("battle")))
    left = (fought.attackers, fought.defenders)
    event = Fought(24, 0, 1, armies, (1, 1), left, fought.exchanges, 0, (), fought.trace)
    *counts, blow = motions(event)
    assert counts[0].text == f"{armies[0]} : {armies[1]}"
    assert {motion.kind for motion in counts} == {"show"}
    assert (blow.kind, blow.text) == ("hit", f"{left[0]} : {left[1]}")
    assert playing_time((*counts, blow)) <= 3_000


def test_of_many_throws_some_are_left_out() -> None:
    trace = tuple((100 - throw, 100) for throw in range(100))
    event = Fought(24, 0, 1, (100, 100), (1, 1), (1, 100), 100, 1, (), trace)
    assert len([motion for motion in motions(event) if motion.kind == "show"]) <= 12
    assert playing_time(motions(event)) <= 3_000

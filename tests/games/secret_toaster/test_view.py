"""Who may know what, and what is sampled in place of the rest."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.look.scene import scene
from meadhall.games.secret_toaster.look.words import sentence
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.events import (
    Event,
    Voided,
)
from meadhall.games.secret_toaster.rules.invariant import invariant
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.types import (
    Options,
    Order,
    Result,
    State,
    Submit,
)
from meadhall.games.secret_toaster.view import resample, view, view_event

pytestmark = pytest.mark.clause("Secrets")

Situate: TypeAlias = Callable[..., State]

CANARY = 77_613_254
"""A number of troops that occurs nowhere else."""


def all_visible_bytes(state: State, events: tuple[Event, ...], seat: int | None) -> bytes:
    visible = view(state, seat)
    actions = [] if seat is None else legal_actions(state, seat)
    shown = [view_event(event, seat) for event in events]
    sentences = [sentence(event) for event in shown if event is not None]
    return b"".join(map(encode, (visible, actions, scene(visible), shown, sentences)))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_order_is_in_nobodys_bytes_but_its_players(seats: int) -> None:
    state = start(GAME, Options(), seats, Rng("canary"))
    keep = state.table.players[0].keep
    troops = list(state.table.troops)
    troops[keep] = (CANARY + 5, *troops[keep][1:])
    state = replace(state, table=replace(state.table, troops=tuple(troops)))
    goal = next(
        near for near, owner in enumerate(state.table.owners) if owner == 0 and near != keep
    )
    order = Order(1, "move", "Sir Ann 0", keep, goal, CANARY)
    step = apply(state, 0, Submit(order))
    for viewer in (None, *range(1, seats)):
        assert str(CANARY).encode() not in all_visible_bytes(step.state, step.events, viewer)
    assert str(CANARY).encode() in all_visible_bytes(step.state, step.events, 0)


@pytest.mark.parametrize("seats", [3, 6])
def test_objectives_and_the_generator_are_in_nobodys_bytes(seats: int) -> None:
    state = start(GAME, Options(), seats, Rng("canary-seed"))
    for viewer in (None, *range(seats)):
        visible = all_visible_bytes(state, (), viewer)
        assert b"canary-seed" not in visible
        known = sum(visible.count(f'"objective":"{o}"'.encode()) for o in _objectives(state))
        assert bool(known) == (viewer is not None)
        for other in range(seats):
            swapped = list(state.secrets)
            if other != viewer:
                swapped[other] = replace(swapped[other], objective="defender")
            twin = replace(state, secrets=tuple(swapped))
            assert all_visible_bytes(twin, (), viewer) == visible


def _objectives(state: State) -> set[str]:
    return {secret.objective for secret in state.secrets if secret.objective}


def test_a_void_order_and_what_made_it_so_stay_its_players_secret() -> None:
    order = Order(1, "move", "Sir Ann 0", 23, 24, CANARY)
    event = Voided(0, 1, "KNIGHT_DEAD", order)
    assert view_event(event, 0) == event
    assert view_event(event, 1) == view_event(event, None) == Voided(0, 1)
    assert sentence(Voided(0, 1)) == "Seat 1's order 1 is void."


def test_resampling_samples_others_orders_and_keeps_the_own(situation: Situate) -> None:
    state = situation(
        seats=3,
        troops={23: {0: 150}, 26: {1: 90}, 58: {2: 80}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
        objectives=("kingmaker", "kingmaker", "defender"),
    )
    for seat, name in enumerate(("Ann", "Bob", "Cy")):
        keep = state.table.players[seat].keep
        for number in (1, 2, 3):
            text = f"{number} fortify Sir_{name}_0 {keep}"
            state = apply(state, seat, parse(text)).state
    sampled = [resample(view(state, 0), Rng(str(seed))) for seed in range(12)]
    assert all(other.secrets[0] == state.secrets[0] for other in sampled)
    assert all(invariant(other) == [] for other in sampled)
    assert len({other.secrets[1].orders for other in sampled}) > 1
    assert len({other.secrets[1].objective for other in sampled}) > 1
    assert all(other.rng != state.rng for other in sampled)


def test_orders_that_could_not_be_written_now_are_sampled_too(situation: Situate) -> None:
    """Bob stands alone on the castle; the ally whose land he meant to walk into has left him."""
    state = situation(
        seats=3,
        land={45: 0, 46: 0, 56: 0, 65: 0, 64: 0, 54: 0, 44: 0},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 55, "Sir Cy 0": 58},
        allies=[(0, 1), (2,)],
        options=Options(mode="crown"),
    )
    written = apply(state, 1, parse("1 move Sir_Bob_0 55 45 0")).state
    alone = apply(written, 1, parse("ally leave")).state
    sampled = resample(view(alone, 0), Rng("0"))
    assert len(sampled.secrets[1].orders) == 1
    assert invariant(sampled) == []


def test_after_the_end_the_objectives_are_open(situation: Situate) -> None:
    state = situation(seats=3)
    outcome = Result((0,), "crown", ("kingmaker", "defender", None))
    over = replace(state, table=replace(state.table, outcome=outcome))
    cards = scene(view(over, None)).cards
    assert [card.kind for card in cards] == ["kingmaker", "defender"]
    assert resample(view(over, None), Rng("0")).secrets[1].objective == "defender"


def test_sampled_objectives_explain_a_threat(threat: State) -> None:
    sampled = [resample(view(threat, 0), Rng(str(seed))) for seed in range(12)]
    assert all(other.secrets[:3] == threat.secrets[:3] for other in sampled)
    assert len({other.secrets[3].objective for other in sampled}) > 1


def test_a_threat_that_nothing_explains_is_sampled_away(threat: State) -> None:
    vain = replace(threat, table=replace(threat.table, owners=(None,) * len(threat.table.owners)))
    assert resample(view(vain, 0), Rng("vain")).secrets[0] == threat.secrets[0]

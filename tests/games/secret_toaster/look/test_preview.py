"""What a player is told of an action beforehand: its price, its odds, and whether it is void."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.core.scene import Preview
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.look.preview import NO_ORDERS, preview
from meadhall.games.secret_toaster.look.scene import scene
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.events import Event, Fought, Voided
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.round.odds import percent, win_chance
from meadhall.games.secret_toaster.types import NAMES, Options, Ruleset, State, Submit
from meadhall.games.secret_toaster.view import view

Situate: TypeAlias = Callable[..., State]
SIR = f"Sir_{NAMES[0]}_0"
KNIGHT = SIR.replace("_", " ")


def told(state: State, text: str, seat: int | None = 0) -> Preview:
    return preview(view(state, seat), parse(text))


@pytest.fixture
def border(situation: Situate) -> State:
    """A knight with 160 troops beside 40 of an enemy."""
    return situation(troops={24: {0: 160}, 25: {1: 40}}, land={23: 0}, knights={KNIGHT: 24})


def test_orders_tell_their_price_and_what_is_left(border: State) -> None:
    assert told(border, f"1 fortify {SIR} 24").text == ("Adds 200 troops: you will have 360 there.")
    assert told(border, f"1 promote {SIR} 24").text == (
        "A new knight for 100 troops; 60 troops will be left there."
    )
    home = told(border, f"1 move {SIR} 24 23 159")
    assert home == Preview("159 troops will march and 1 troop will stay behind.")
    assert "you take it without a battle" in told(border, f"1 move {SIR} 24 34 10").text
    assert told(border, f"1 fortify {SIR} 24", None) == Preview(), "a spectator"


def test_later_orders_count_on_earlier_ones(border: State) -> None:
    state = apply(border, 0, parse(f"1 fortify {SIR} 24")).state
    march = told(state, f"2 attack {SIR} 24 25 300")
    assert march.text.startswith("300 troops will march and 60 troops will stay behind.")
    assert f"a chance of {percent(win_chance(300, 40, 0))}" in march.text
    assert march.warning == ""


def test_an_attack_that_is_probably_lost_is_a_warning(border: State) -> None:
    attack = told(border, f"1 attack {SIR} 24 25 37")
    assert attack.text.endswith(f"with a chance of {percent(win_chance(37, 40, 0))}.")
    assert "more likely lose" in attack.warning


def test_ready_without_orders_is_a_warning_and_asks(border: State) -> None:
    assert told(border, "ready").warning == NO_ORDERS
    assert _questions(border) == [f"{NO_ORDERS} Hand in nothing?"]
    state = apply(border, 0, parse(f"1 fortify {SIR} 24")).state
    assert told(state, "ready") == Preview("Hands in 1 order.")
    assert _questions(state) == []
    state = apply(state, 1, parse("ready")).state
    assert told(state, "ready").text.endswith("the round begins.")
    assert "change them" in told(apply(border, 0, parse("ready")).state, "unready").text
    assert told(state, "withdraw 1").text == "Takes back order 1 and all later ones."


def _questions(state: State) -> list[str]:
    """What the buttons ask before they are pressed."""
    return [button.confirm for button in scene(view(state, 0)).buttons if button.confirm]


def test_diplomacy_names_the_members(situation: Situate) -> None:
    state = situation(seats=4, allies=[(0, 1), (2,), (3,)])
    asked = "Asks to join Group 0 (seat 1 and seat 2). Its leader decides."
    assert told(state, "ally ask Group 0", 2).text == asked
    assert told(state, "ally accept Cy").text == "Seat 3 joins your alliance."
    assert told(state, "ally expel Bob").text == "Seat 2 is no longer your ally."
    assert told(state, "ally leave", 1).text == "You leave Group 0 and are alone at first."
    assert (
        told(state, "ally create Wolves", 2).text == "You found an alliance and are alone at first."
    )
    assert told(state, "ally rename Wolves").text == "Your alliance gets a new name."
    joined = "You leave Group 0 and join Group 1 (seat 3)."
    assert told(state, "ally join Group 1").text == joined
    assert told(state, "ally join Wolves", 2).text == "You join Wolves."


def test_t5_in_legacy_an_attack_can_only_be_void_and_is_marked(situation: Situate) -> None:
    state = situation(
        troops={24: {0: 60}, 25: {1: 40}}, knights={KNIGHT: 24}, options=Options(ruleset="legacy")
    )
    attack = f"1 attack {SIR} 24 25 60"
    assert told(state, attack).warning == (
        "This order would be void: the legacy rules ignore attacks."
    )
    written = apply(state, 0, parse(attack)).state
    assert _details(written) == ["will be void: the legacy rules ignore attacks"]
    assert ", will be void" in GAME.notation.diagram(view(written, 0))


def _details(state: State) -> list[str]:
    return [card.detail for card in scene(view(state, 0)).cards if card.zone == "orders"]


@pytest.fixture
def comrades(situation: Situate) -> State:
    """Two knights with 60 troops under the legacy rules."""
    return situation(
        troops={24: {0: 60}},
        land={23: 0, 25: 0},
        knights={KNIGHT: 24, KNIGHT.replace("0", "1"): 24},
        options=Options(ruleset="legacy"),
    )


def test_t3_in_legacy_an_order_from_where_the_knight_will_not_be_is_marked(
    comrades: State,
) -> None:
    state, other = comrades, SIR.replace("0", "1")
    for text in (f"1 move {SIR} 24 25 9", f"1 fortify {other} 24", f"2 fortify {SIR} 25"):
        state = apply(state, 0, parse(text)).state
    assert _details(state) == ["", "will be void: the knight is somewhere else"]


def test_t6_in_legacy_the_player_is_warned_of_a_knight_who_would_die_alone(comrades: State) -> None:
    state = apply(comrades, 0, parse(f"1 move {SIR} 24 23 60")).state
    march = told(state, f"2 move {SIR.replace('0', '1')} 24 34 5")
    assert march.text == "No troops will march and no troops will stay behind."
    assert march.warning == "The knight would come without troops and die."


@pytest.mark.parametrize("ruleset", ["standard", "legacy"])
def test_orders_that_are_marked_are_void_and_the_others_only_after_a_lost_battle(
    ruleset: Ruleset,
) -> None:
    count = 0
    for number in range(60):
        state = start(GAME, Options(ruleset=ruleset), 2, Rng(f"{ruleset} {number}"))
        rng = Rng(f"orders {number}")
        for _ in range(4):
            state, rng = _with_random_orders(state, rng)
            marked = {n for n, detail in enumerate(_details(state), 1) if "void" in detail}
            step = apply(apply(state, 1, parse("ready")).state, 0, parse("ready"))
            state = step.state
            void = {event.number for event in step.events if isinstance(event, Voided)}
            assert marked == void or (marked < void and _lost(step.events))
            count += len(marked)
            if state.table.outcome is not None:
                break
    assert (count > 0) == (ruleset == "legacy")


def _with_random_orders(state: State, rng: Rng) -> tuple[State, Rng]:
    """Three orders, half of them promotions where one can be written."""
    for _ in range(3):
        orders = [a for a in legal_actions(state, 0) if isinstance(a, Submit)]
        promotions = [action for action in orders if action.order.type == "promote"]
        coin, rng = rng.below(2)
        if orders:
            order, rng = rng.choice(promotions if coin and promotions else orders)
            state = apply(state, 0, order).state
    return state, rng


def _lost(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, Fought) and event.owner != 0 for event in events)

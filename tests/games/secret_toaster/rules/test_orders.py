"""What may be ordered, and what is refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.refusal import Refused
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.apply import apply
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.planning.choices import amounts, order_choices
from meadhall.games.secret_toaster.rules.planning.order_refusals import order_refusal
from meadhall.games.secret_toaster.rules.planning.projection import project
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.rules.round.chance import ScriptedChance
from meadhall.games.secret_toaster.rules.setup import deal_table
from meadhall.games.secret_toaster.types import (
    Options,
    Order,
    Ready,
    Route,
    State,
    Submit,
    Unready,
    Withdraw,
)

pytestmark = pytest.mark.clause("Orders")

Situate: TypeAlias = Callable[..., State]
LEGACY = Options(ruleset="legacy")


@pytest.fixture
def home(situation: Situate) -> State:
    """Ann at home on 23 with 100 troops; Bob's empty land beside hers, and his army on 26."""
    return situation(
        troops={23: {0: 100}, 26: {1: 250}},
        land={24: 0, 34: 0, 33: 0, 25: 1},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Bob 1": 26},
    )


def code(state: State, seat: int, text: str) -> str | None:
    refused = refusal(state, seat, parse(text))
    return refused.code if refused else None


def after(state: State, seat: int, *texts: str) -> State:
    for text in texts:
        state = apply(state, seat, parse(text)).state
    return state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 fortify Sir_Ann_0 23", "INVALID_ORDER_NUMBER"),
        ("4 fortify Sir_Nobody_0 23", "INVALID_ORDER_NUMBER"),
        ("2 fortify Sir_Ann_0 23", "ORDER_GAP"),
        ("1 fortify Sir_Nobody_0 23", "KNIGHT_NOT_FOUND"),
        ("1 fortify Sir_Ann_1 23", "KNIGHT_NOT_FOUND"),
        ("1 fortify Sir_Bob_0 23", "KNIGHT_NOT_OWNED"),
        ("1 move Sir_Ann_0 23 110 1", "HEX_NOT_FOUND"),
        ("1 move Sir_Ann_0 -1 24 1", "HEX_NOT_FOUND"),
        ("1 move Sir_Ann_0 24 34 1", "FROM_MISMATCH"),
        ("1 fortify Sir_Ann_0 23 24 0", "FORTIFY_DESTINATION_INVALID"),
        ("1 promote Sir_Ann_0 23 24 0", "PROMOTE_DESTINATION_INVALID"),
        ("1 move Sir_Ann_0 23 55 10", "NOT_NEIGHBOR"),
        ("1 move Sir_Ann_0 23 23 10", "NOT_NEIGHBOR"),
        ("1 move Sir_Ann_0 23 14 0", "INVALID_TROOP_COUNT"),
        ("1 move Sir_Ann_0 23 24 -5", "INVALID_TROOP_COUNT"),
        ("1 attack Sir_Ann_0 23 24 0", "INVALID_TROOP_COUNT"),
        ("1 move Sir_Ann_0 23 24 101", "INSUFFICIENT_TROOPS"),
        ("1 attack Sir_Ann_0 23 24 10", "ATTACK_TARGET_NOT_ENEMY"),
        ("1 attack Sir_Ann_0 23 14 10", "ATTACK_TARGET_NOT_ENEMY"),
        ("1 move Sir_Ann_0 23 24 100", None),
        ("1 move Sir_Ann_0 23 24 0", None),
        ("1 fortify Sir_Ann_0 23", None),
        ("1 promote Sir_Ann_0 23", None),
        ("withdraw 1", "NO_SUCH_ORDER"),
        ("unready", "NOT_READY"),
    ],
)
def test_the_first_failing_check_names_the_refusal(
    home: State, text: str, expected: str | None
) -> None:
    assert code(home, 0, text) == expected


def test_refusals_say_which_clause_and_what_is_in_the_way(home: State) -> None:
    refused = refusal(home, 0, parse("1 move Sir_Ann_0 23 24 101"))
    assert refused is not None
    assert refused.clause == "Orders"
    assert refused.objects == ("23",)
    assert "100" in refused.sentence


def test_a_seat_that_is_not_there_is_refused(home: State) -> None:
    assert code(home, 2, "ready") == "PLAYER_NOT_FOUND"


def test_blank_hexes_are_no_land_under_the_standard_rules(situation: Situate) -> None:
    stray = {"troops": {51: {0: 9}}, "knights": {"Sir Ann 0": 51}}
    assert code(situation(**stray), 0, "1 move Sir_Ann_0 51 60 5") == "NOT_PLAYABLE"
    assert code(situation(**stray, options=LEGACY), 0, "1 move Sir_Ann_0 51 60 5") is None


def test_an_ally_is_no_target_under_the_standard_rules(situation: Situate) -> None:
    side = {
        "seats": 3,
        "troops": {24: {0: 9}, 25: {1: 9}},
        "knights": {"Sir Ann 0": 24},
        "allies": [(0, 1), (2,)],
    }
    text = "1 attack Sir_Ann_0 24 25 5"
    assert code(situation(**side), 0, text) == "ATTACK_TARGET_NOT_ENEMY"
    assert code(situation(**side, options=LEGACY), 0, text) is None


def test_t7_the_castle_cannot_be_fortified(situation: Situate) -> None:
    held = {"troops": {55: {0: 9}}, "knights": {"Sir Ann 0": 55}}
    assert code(situation(**held), 0, "1 fortify Sir_Ann_0 55") == "CASTLE_NO_FORTIFY"
    assert code(situation(**held, options=LEGACY), 0, "1 fortify Sir_Ann_0 55") is None


def test_t8_nobody_has_more_than_three_knights(situation: Situate) -> None:
    full = {
        "troops": {23: {0: 900}},
        "knights": {"Sir Ann 0": 23, "Sir Ann 1": 23, "Sir Ann 2": 23},
    }
    assert code(situation(**full), 0, "1 promote Sir_Ann_0 23") == "KNIGHT_CAP"
    assert code(situation(**full, options=LEGACY), 0, "1 promote Sir_Ann_0 23") is None


def test_t8_knights_that_earlier_orders_make_are_counted(situation: Situate) -> None:
    two = situation(troops={23: {0: 900}}, knights={"Sir Ann 0": 23, "Sir Ann 1": 23})
    promoted = after(two, 0, "1 promote Sir_Ann_0 23")
    assert code(promoted, 0, "2 promote Sir_Ann_0 23") == "KNIGHT_CAP"


def test_a_dead_knight_gets_no_order(situation: Situate) -> None:
    state = situation(troops={23: {0: 9}}, knights={"Sir Ann 2": 23})
    assert code(state, 0, "1 fortify Sir_Ann_1 23") == "KNIGHT_DEAD"


def test_t3_an_order_written_over_takes_the_later_ones_with_it(home: State) -> None:
    three = after(
        home,
        0,
        "1 move Sir_Ann_0 23 24 60",
        "2 move Sir_Ann_0 24 34 60",
        "3 fortify Sir_Ann_0 34",
    )
    assert three.table.players[0].orders == 3
    over = after(three, 0, "2 fortify Sir_Ann_0 24")
    assert [order.type for order in over.secrets[0].orders] == ["move", "fortify"]
    assert over.secrets[0].courses == (Route("Sir Ann 0", (24, 24, 24)),)
    assert over.table.players[0].orders == 2


def test_t3_withdrawing_sets_the_projection_back(home: State) -> None:
    two = after(home, 0, "1 move Sir_Ann_0 23 24 60", "2 move Sir_Ann_0 24 34 60")
    one = after(two, 0, "withdraw 2")
    assert one.secrets[0].courses == (Route("Sir Ann 0", (24, 24, 24)),)
    none = apply(one, 0, Withdraw(1))
    assert none.state.secrets[0].courses == ()
    assert none.state == home
    assert none.events[0].kind == "planned"


def test_t4_troops_are_counted_along_the_own_orders(home: State) -> None:
    moved = after(home, 0, "1 move Sir_Ann_0 23 24 60")
    assert code(moved, 0, "2 move Sir_Ann_0 24 34 61") == "INSUFFICIENT_TROOPS"
    assert code(moved, 0, "2 promote Sir_Ann_0 24") == "PROMOTE_INSUFFICIENT_TROOPS"
    grown = after(moved, 0, "2 fortify Sir_Ann_0 24")
    assert code(grown, 0, "3 move Sir_Ann_0 24 34 260") is None
    spent = after(grown, 0, "3 promote Sir_Ann_0 24")
    assert project(spent.table, spent.secrets[0], 0, 3).troops[24] == 260


def test_t4_land_that_an_earlier_order_enters_counts_as_own(situation: Situate) -> None:
    state = situation(troops={24: {0: 50}}, knights={"Sir Ann 0": 24, "Sir Ann 1": 24})
    assert code(state, 0, "1 move Sir_Ann_1 24 35 0") == "INVALID_TROOP_COUNT"
    entered = after(state, 0, "1 move Sir_Ann_0 24 35 50")
    assert code(entered, 0, "2 move Sir_Ann_1 24 35 0") is None


def test_t4_a_second_attack_on_the_same_hex_may_be_ordered(situation: Situate) -> None:
    state = situation(troops={24: {0: 50}, 25: {1: 9}}, knights={"Sir Ann 0": 24, "Sir Ann 1": 24})
    first = after(state, 0, "1 attack Sir_Ann_0 24 25 20")
    assert code(first, 0, "2 attack Sir_Ann_1 24 25 30") is None


def test_t4_legacy_counts_troops_where_they_stand(situation: Situate) -> None:
    state = situation(
        options=LEGACY, troops={23: {0: 100}}, land={24: 0}, knights={"Sir Ann 0": 23}
    )
    moved = after(state, 0, "1 move Sir_Ann_0 23 24 60")
    assert code(moved, 0, "2 move Sir_Ann_0 24 34 10") == "INSUFFICIENT_TROOPS"
    assert code(moved, 0, "2 move Sir_Ann_0 24 34 0") == "INVALID_TROOP_COUNT"


def test_orders_rest_while_ready_and_can_be_taken_up_again(home: State) -> None:
    ready = apply(home, 0, Ready()).state
    for text in ("1 fortify Sir_Ann_0 23", "withdraw 1", "ready"):
        assert code(ready, 0, text) == "NOT_IN_PLANNING"
    assert legal_actions(ready, 0)[0] == Unready()
    assert code(apply(ready, 0, Unready()).state, 0, "1 fortify Sir_Ann_0 23") is None


def test_what_is_refused_is_raised(home: State) -> None:
    with pytest.raises(Refused) as refused:
        apply(home, 0, parse("2 fortify Sir_Ann_0 23"))
    assert refused.value.refusal.code == "ORDER_GAP"


def test_all_half_all_but_one_and_the_winning_amounts_are_listed(situation: Situate) -> None:
    state = situation(troops={24: {0: 100}, 25: {1: 20}}, knights={"Sir Ann 0": 24})
    projection = project(state.table, state.secrets[0], 0, 1)
    listed = amounts(state.table, projection, 24, 25)
    assert {100, 99, 50, 0} < set(listed)
    even, safe = sorted(set(listed) - {100, 99, 50, 0})
    assert 20 < even < safe < 50
    orders = order_choices(state.table, state.secrets[0], 0)
    assert Order(1, "attack", "Sir Ann 0", 24, 25, safe) in orders
    assert Order(1, "attack", "Sir Ann 0", 24, 25, 0) not in orders
    assert all(refusal(state, 0, Submit(order)) is None for order in orders)


def test_an_attack_that_cannot_win_has_no_winning_amounts(situation: Situate) -> None:
    state = situation(troops={24: {0: 10}, 25: {1: 900}}, knights={"Sir Ann 0": 24})
    projection = project(state.table, state.secrets[0], 0, 1)
    assert amounts(state.table, projection, 24, 25) == (10, 9, 5, 0)


def test_no_fourth_order_is_listed(home: State, order: Callable[..., State]) -> None:
    full = order(home, *(f"Ann {n} fortify Sir_Ann_0 23" for n in (1, 2, 3)))
    assert order_choices(full.table, full.secrets[0], 0) == ()
    assert Withdraw(3) in legal_actions(full, 0)


def test_the_check_of_an_order_knows_when_there_is_no_such_player(home: State) -> None:
    projection = replace(project(home.table, home.secrets[0], 0, 1), seat=2)
    refused = order_refusal(projection, Order(1, "fortify", "Sir Ann 0", 23, 23))
    assert refused is not None
    assert refused.code == "PLAYER_NOT_FOUND"


def test_there_are_six_keeps_and_no_more() -> None:
    with pytest.raises(Refused) as refused:
        deal_table(Options(), [f"P{n}" for n in range(7)], ScriptedChance([0] * 7))
    assert refused.value.refusal.code == "NO_FREE_KEEP"

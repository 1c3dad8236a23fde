"""How a round is carried out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from meadhall.core.game import Step
from meadhall.core.status import ToAct
from meadhall.games.secret_toaster.rules.apply import default_action
from meadhall.games.secret_toaster.rules.ending import status
from meadhall.games.secret_toaster.rules.events import Event, Fought, Promoted, Voided
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.types import Knight, Options, State

pytestmark = pytest.mark.clause("The round", "Losing")

Situate: TypeAlias = Callable[..., State]
Resolve: TypeAlias = Callable[..., Step[State, Event]]
LEGACY = Options(ruleset="legacy", round_limit=40)
CASTLE = 55


def voids(step: Step[State, Event]) -> list[str | None]:
    return [event.code for event in step.events if isinstance(event, Voided)]


def battles(step: Step[State, Event]) -> list[Fought]:
    return [event for event in step.events if isinstance(event, Fought)]


def at_home(
    troops: Mapping[int, Mapping[int, int]] | None = None,
    knights: Mapping[str, int] | None = None,
    **more: object,
) -> dict[str, Any]:
    """Ann and Bob with a knight and ten troops each on their keeps, and what else is named."""
    return {
        "troops": {23: {0: 10}, 26: {1: 10}, **(troops or {})},
        "knights": {"Sir Ann 0": 23, "Sir Bob 0": 26, **(knights or {})},
        **more,
    }


def test_neutral_land_is_taken_by_walking_in(situation: Situate, resolve: Resolve) -> None:
    state = situation(**at_home())
    step = resolve(state, "Ann 1 move Sir_Ann_0 23 24 4")
    table = step.state.table
    assert table.owners[24] == 0
    assert (table.troops[23][0], table.troops[24][0]) == (6, 4)
    assert Knight("Sir Ann 0", 0, 24) in table.knights
    assert [b.exchanges for b in battles(step)] == [0]


def test_a_move_takes_no_more_than_is_there(situation: Situate, resolve: Resolve) -> None:
    step = resolve(situation(**at_home()), "Ann 1 move Sir_Ann_0 23 24 500")
    assert step.state.table.troops[24][0] == 10


def test_allies_share_a_hex_and_its_owner_stays(situation: Situate, resolve: Resolve) -> None:
    state = situation(**at_home(seats=3, land={24: 1}, allies=[(0, 1), (2,)], reserves=1))
    step = resolve(state, "Ann 1 move Sir_Ann_0 23 24 4")
    assert step.state.table.owners[24] == 1
    assert battles(step) == []


def test_who_wins_the_battle_owns_the_hex_and_the_losers_knights_fall(
    situation: Situate, resolve: Resolve
) -> None:
    camp = at_home(troops={24: {1: 1}}, knights={"Sir Bob 1": 24})
    won = resolve(situation(**camp), "Ann 1 attack Sir_Ann_0 23 24 2", dice="4465")
    (battle,) = battles(won)
    assert (battle.troops, battle.left, battle.owner) == ((2, 1), (1, 0), 0)
    assert won.state.table.troops[24] == (1, 0)
    lost = resolve(situation(**camp), "Ann 1 attack Sir_Ann_0 23 24 1", dice="44")
    assert battles(lost)[0].fallen == ("Sir Ann 0",)
    assert lost.state.table.owners[24] == 1
    taken = resolve(situation(**camp), "Ann 1 attack Sir_Ann_0 23 24 1", dice="43")
    assert battles(taken)[0].fallen == ("Sir Bob 1",)
    assert taken.state.table.owners[24] == 0


def test_members_of_an_alliance_add_to_the_dice(situation: Situate, resolve: Resolve) -> None:
    camp = at_home(seats=3, troops={24: {2: 1}}, allies=[(0, 1), (2,)], reserves=1)
    step = resolve(situation(**camp), "Ann 1 attack Sir_Ann_0 23 24 1", dice="44")
    assert battles(step)[0].bonuses == (2, 1)
    assert battles(step)[0].owner == 0


def test_players_are_drawn_among_those_with_orders_left(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(**at_home())
    orders = (
        "Ann 1 fortify Sir_Ann_0 23",
        "Ann 2 fortify Sir_Ann_0 23",
        "Bob 1 fortify Sir_Bob_0 26",
    )
    step = resolve(state, *orders, draws=[1, 0, 0])
    issued = [(e.seat, e.number) for e in step.events if e.kind == "fortified"]
    assert issued == [(1, 1), (0, 1), (0, 2)]


def test_t5_orders_of_the_dead_and_the_displaced_are_void(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(**at_home(land={24: 1}))
    step = resolve(
        state, "Ann 1 fortify Sir_Ann_9 23", "Bob 1 move Sir_Bob_0 25 24 1", draws=[0, 0]
    )
    assert voids(step) == ["KNIGHT_DEAD", "FROM_MISMATCH"]
    assert step.state.table.round == 1


def test_t6_a_knight_without_troops_halts_before_foreign_land(
    situation: Situate, resolve: Resolve
) -> None:
    camp = at_home(troops={33: {0: 5}}, land={24: 1}, knights={"Sir Ann 1": 34})
    orders = ("Ann 1 move Sir_Ann_1 34 24 5",)
    step = resolve(situation(**camp), *orders)
    assert voids(step) == ["NO_TROOPS_LEFT"]
    assert Knight("Sir Ann 1", 0, 34) in step.state.table.knights
    old = resolve(situation(**camp, options=LEGACY), *orders)
    assert battles(old)[0].fallen == ("Sir Ann 1",)


def test_t6_he_goes_alone_among_friends(situation: Situate, resolve: Resolve) -> None:
    step = resolve(situation(**at_home(land={24: 0})), "Ann 1 move Sir_Ann_0 23 24 0")
    assert Knight("Sir Ann 0", 0, 24) in step.state.table.knights


def test_fortifying_adds_two_hundred_on_own_and_allied_land(
    situation: Situate, resolve: Resolve
) -> None:
    camp = at_home(
        seats=3, land={24: 1}, allies=[(0, 1), (2,)], knights={"Sir Ann 1": 24}, reserves=1
    )
    step = resolve(situation(**camp), "Ann 1 fortify Sir_Ann_1 24")
    assert step.state.table.troops[24] == (200, 0, 0)
    assert step.state.table.owners[24] == 1


def test_t7_the_castle_is_not_fortified(situation: Situate, resolve: Resolve) -> None:
    camp = at_home(troops={CASTLE: {0: 1}}, knights={"Sir Ann 1": CASTLE})
    step = resolve(situation(**camp), "Ann 1 fortify Sir_Ann_1 55")
    assert voids(step) == ["CASTLE_NO_FORTIFY"]
    old = resolve(situation(**camp, options=LEGACY), "Ann 1 fortify Sir_Ann_1 55")
    assert old.state.table.troops[CASTLE][0] == 201


def test_t8_a_knight_costs_a_hundred_and_his_number_is_new(
    situation: Situate, resolve: Resolve
) -> None:
    camp = {"troops": {23: {0: 250}}, "knights": {"Sir Ann 4": 23, "Sir Bob 0": 26}}
    step = resolve(situation(**camp), "Ann 1 promote Sir_Ann_4 23")
    assert step.state.table.troops[23][0] == 150
    assert Knight("Sir Ann 5", 0, 23) in step.state.table.knights
    assert step.state.table.players[0].raised == 6


def test_t8_legacy_names_knights_by_the_number_of_the_living(
    situation: Situate, resolve: Resolve
) -> None:
    camp = {"troops": {23: {0: 350}}, "knights": {"Sir Ann 4": 23}, "options": LEGACY}
    step = resolve(situation(**camp), "Ann 1 promote Sir_Ann_4 23")
    assert [e.knight for e in step.events if isinstance(e, Promoted)] == ["Sir Ann 1"]
    taken = {"troops": {23: {0: 350}}, "knights": {"Sir Ann 1": 23}, "options": LEGACY}
    refused = resolve(situation(**taken), "Ann 1 promote Sir_Ann_1 23")
    assert voids(refused) == ["KNIGHT_NAME_TAKEN"]


def test_t8_a_fourth_knight_and_one_too_dear_are_not_made(
    situation: Situate, resolve: Resolve
) -> None:
    three = {"Sir Ann 0": 23, "Sir Ann 1": 23, "Sir Ann 2": 23, "Sir Bob 0": 26}
    full = situation(troops={23: {0: 500}}, knights=three)
    assert voids(resolve(full, "Ann 1 promote Sir_Ann_0 23")) == ["KNIGHT_CAP"]
    poor = situation(**at_home())
    assert voids(resolve(poor, "Ann 1 promote Sir_Ann_0 23")) == ["PROMOTE_INSUFFICIENT_TROOPS"]


def test_legacy_does_not_know_the_word_attack(situation: Situate, resolve: Resolve) -> None:
    state = situation(**at_home(land={24: 1}, options=LEGACY))
    assert voids(resolve(state, "Ann 1 attack Sir_Ann_0 23 24 5")) == ["UNKNOWN_ORDER"]


def test_a_round_ends_with_everybody_planning_anew(situation: Situate, resolve: Resolve) -> None:
    step = resolve(situation(**at_home()), "Ann 1 fortify Sir_Ann_0 23")
    table = step.state.table
    assert table.round == 1
    assert not any(player.ready or player.orders for player in table.players)
    assert not any(secret.orders or secret.courses for secret in step.state.secrets)


def test_t2_a_player_without_knights_gets_a_reserve_knight_at_the_keep(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        troops={26: {1: 5}}, land={23: 0, 14: 0}, knights={"Sir Bob 0": 26}, reserves=2
    )
    step = resolve(state)
    assert Knight("Sir Ann 1", 0, 23) in step.state.table.knights
    assert step.state.table.players[0].reserves == 1


def test_t2_else_on_the_home_hex_of_the_lowest_number(situation: Situate, resolve: Resolve) -> None:
    state = situation(land={34: 0, 14: 0}, knights={"Sir Bob 0": 26}, reserves=1)
    assert Knight("Sir Ann 1", 0, 14) in resolve(state).state.table.knights


@pytest.mark.parametrize("lacking", ["land", "reserves"])
def test_t2_otherwise_the_player_is_out_and_the_garrisons_stay(
    situation: Situate, resolve: Resolve, lacking: str
) -> None:
    state = situation(
        seats=3,
        troops={35: {0: 7}, **({14: {0: 3}} if lacking == "reserves" else {})},
        knights={"Sir Bob 0": 26, "Sir Cy 0": 58},
        allies=[(0, 1), (2,)],
        reserves=0 if lacking == "reserves" else 2,
    )
    step = resolve(state)
    table = step.state.table
    assert table.players[0].standing == "out"
    assert table.troops[35][0] == 7
    assert [a.members for a in table.alliances] == [(1,), (2,)]
    assert status(step.state) == ToAct((1, 2))
    refused = refusal(step.state, 0, default_action(step.state, 0, step.state.rng))
    assert refused is not None
    assert refused.code == "PLAYER_ELIMINATED"
    assert legal_actions(step.state, 0) == ()


def test_t2_the_garrison_of_an_eliminated_player_fights_with_bonus_one(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        seats=3,
        troops={24: {0: 1}, 35: {1: 1}},
        knights={"Sir Bob 0": 35, "Sir Cy 0": 58},
        allies=[(1,), (2,)],
    )
    players = state.table.players
    out = replace(state.table, players=(replace(players[0], standing="out"), *players[1:]))
    attack = "Bob 1 attack Sir_Bob_0 35 24 1"
    step = resolve(replace(state, table=out), attack, dice="44")
    assert battles(step)[0].bonuses == (1, 1)


def test_t11_former_allies_fight_for_the_hex_they_share(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        troops={23: {0: 1, 1: 1}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 23, "Sir Bob 1": 26},
    )
    step = resolve(state, draws=[0], dice="44")
    (battle,) = battles(step)
    assert (battle.attacker, battle.defender, battle.skirmish) == (1, 0, True)
    assert step.state.table.owners[23] == 0
    assert step.state.table.troops[23] == (1, 0)
    assert battle.fallen == ("Sir Bob 0",)


def test_t11_the_owner_holds_the_hex_before_any_ally(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        seats=3,
        troops={35: {1: 1, 0: 1, 2: 1}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
        allies=[(0, 1), (2,)],
    )
    (battle,) = battles(resolve(state, draws=[0], dice="11"))
    assert (battle.attacker, battle.defender, battle.owner) == (2, 1, 1)


def test_t11_skirmishes_come_after_the_reserve_knights(
    situation: Situate, resolve: Resolve
) -> None:
    """Ann loses her last knight in a skirmish: no other comes before the end of the next round."""
    state = situation(
        troops={35: {1: 1, 0: 1}},
        land={23: 0},
        knights={"Sir Ann 0": 35, "Sir Bob 0": 26},
        reserves=1,
    )
    step = resolve(state, draws=[0], dice="44")
    assert battles(step)[0].fallen == ("Sir Ann 0",)
    assert [knight.name for knight in step.state.table.knights] == ["Sir Bob 0"]
    assert step.state.table.players[0].reserves == 1
    later = resolve(step.state)
    assert Knight("Sir Ann 1", 0, 23) in later.state.table.knights


def test_t11_an_ally_of_the_absent_owner_holds_the_hex(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        seats=3,
        troops={35: {0: 0, 1: 1, 2: 1}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
        allies=[(0, 2), (1,)],
    )
    (battle,) = battles(resolve(state, draws=[0], dice="65"))
    assert (battle.attacker, battle.defender, battle.owner) == (1, 2, 2)


def test_t11_on_neutral_land_the_lowest_seat_present_holds(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        seats=3,
        troops={35: {1: 1, 2: 1}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
    )
    neutral = replace(state.table, owners=(None,) * 110)
    step = resolve(replace(state, table=neutral), draws=[0], dice="61")
    (battle,) = battles(step)
    assert (battle.attacker, battle.defender, battle.owner) == (2, 1, 2)


def test_t11_skirmishes_go_on_until_one_alliance_is_left(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        seats=3,
        troops={35: {0: 1, 1: 1, 2: 1}},
        knights={"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58},
    )
    step = resolve(state, draws=[1, 0], dice="6111")
    assert [(b.attacker, b.defender) for b in battles(step)] == [(2, 0), (1, 2)]
    assert step.state.table.troops[35] == (0, 0, 1)


def test_t11_legacy_lets_enemies_live_together(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        troops={23: {0: 1, 1: 1}}, knights={"Sir Ann 0": 23, "Sir Bob 0": 23}, options=LEGACY
    )
    assert battles(resolve(state)) == []

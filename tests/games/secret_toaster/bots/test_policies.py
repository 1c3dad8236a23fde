from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.arena.contest.play_match import play_match
from meadhall.bots.roster import level, make
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.bots.diplomacy import choose_treaty
from meadhall.games.secret_toaster.bots.evaluate import evaluate
from meadhall.games.secret_toaster.bots.policies import BEGINNERS, POLICIES, STYLES, rank
from meadhall.games.secret_toaster.notation import parse, write
from meadhall.games.secret_toaster.rules.apply import apply, leave
from meadhall.games.secret_toaster.rules.board import DISTANCE
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.types import (
    NAMES,
    Action,
    Crown,
    Options,
    Ready,
    State,
    Submit,
    Threat,
    Unready,
    View,
)
from meadhall.games.secret_toaster.view import view

Situate: TypeAlias = Callable[..., State]

CASTLE = 55
THREE = {"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58}


def choice(state: State, seat: int, name: str = "marshal") -> Action:
    legal = legal_actions(state, seat)
    action = POLICIES[name](view(state, seat), seat, legal, Rng("marshal"))
    assert action in legal
    return action


def treaty(state: State, seat: int, name: str = "marshal") -> str | None:
    legal = legal_actions(state, seat)
    action = choose_treaty(state.table, seat, legal, STYLES[name])
    return write(action) if action else None


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_walks_into_an_open_castle(situation: Situate, name: str) -> None:
    state = situation(troops={54: {0: 300}}, knights={"Sir Ann 0": 54, "Sir Bob 0": 26})
    action = choice(state, 0, name)
    assert isinstance(action, Submit)
    orders = [action.order]
    while len(orders) < 3 and isinstance(action, Submit):
        state = apply(state, 0, action).state
        action = choice(state, 0, name)
        orders += [action.order] if isinstance(action, Submit) else []
    assert CASTLE in [order.to for order in orders]


@pytest.mark.parametrize(("name", "most"), [("page", 1), ("squire", 2)])
def test_beginners_write_the_marshal_s_first_orders_and_are_ready(
    situation: Situate, name: str, most: int
) -> None:
    state = situation(troops={54: {0: 300}}, knights={"Sir Ann 0": 54, "Sir Bob 0": 26})
    for _ in range(most):
        legal = legal_actions(state, 0)
        action = BEGINNERS[name](view(state, 0), 0, legal, Rng("marshal"))
        assert action == choice(state, 0)
        state = apply(state, 0, action).state
    assert isinstance(choice(state, 0), Submit), "the marshal goes on"
    assert BEGINNERS[name](view(state, 0), 0, legal_actions(state, 0), Rng("m")) == Ready()


def test_the_marshal_does_not_run_into_a_wall(situation: Situate) -> None:
    state = situation(
        troops={54: {0: 50}, CASTLE: {1: 900}}, knights={"Sir Ann 0": 54, "Sir Bob 0": CASTLE}
    )
    action = choice(state, 0)
    assert not isinstance(action, Submit) or action.order.to != CASTLE


def test_the_marshal_marches_on_the_castle_before_its_holder_wins(situation: Situate) -> None:
    """300 troops stand three steps away; another round of preparing would come too late."""
    state = situation(
        troops={26: {1: 301}, 36: {1: 1}, 45: {1: 1}, CASTLE: {0: 40}},
        knights={"Sir Ann 0": CASTLE, "Sir Bob 0": 26, "Sir Bob 1": 26},
    )
    assert CASTLE not in goals(state, rounds=1), "there is time to prepare"
    assert [DISTANCE[CASTLE][goal] for goal in goals(state, rounds=2)] == [2, 1, 0]


def goals(state: State, rounds: int) -> list[int]:
    """Where Bob's three orders lead when Ann has held the castle for that many rounds."""
    state = replace(state, table=replace(state.table, crown=Crown(0, rounds)))
    for _ in range(3):
        state = apply(state, 1, choice(state, 1)).state
    return [order.to for order in state.secrets[1].orders]


def test_the_marshal_hands_in_when_nothing_is_left_to_order(situation: Situate) -> None:
    helpless = situation(troops={26: {1: 5}}, land={23: 0}, knights={"Sir Bob 0": 26})
    assert choice(helpless, 0) == Ready()
    castellan = situation(land={CASTLE: 0}, knights={"Sir Ann 0": CASTLE, "Sir Bob 0": 26})
    idle = replace(castellan, table=replace(castellan.table, owners=(0,) * 110))
    assert choice(idle, 0) == Ready()


def test_a_policy_that_is_ready_or_only_watches_takes_the_first_action(
    situation: Situate,
) -> None:
    ready = apply(situation(knights=THREE, seats=3), 0, Ready()).state
    assert choice(ready, 0) == Unready()
    spectator = View(None, ready.table, None)
    assert POLICIES["marshal"](spectator, 0, (Ready(),), Rng("0")) == Ready()


@pytest.fixture
def three_players(situation: Situate) -> State:
    """Round 3; Ann and Bob are strong and Cy is weak."""
    return situation(
        seats=3,
        round=3,
        troops={23: {0: 600}, 26: {1: 700}, 58: {2: 10}},
        knights=THREE,
        options=Options(mode="crown"),
    )


def after(state: State, *lines: str) -> State:
    for line in lines:
        name, _, text = line.partition(" ")
        state = apply(state, NAMES.index(name), parse(text)).state
    return state


def test_he_asks_the_strongest_once_and_takes_in_the_strong_only(three_players: State) -> None:
    state = three_players
    assert treaty(state, 0) == "ally ask Group 1"
    asked = after(state, "Ann ally ask Group 1")
    assert treaty(asked, 0) is None
    assert treaty(asked, 1) == "ally accept Ann"
    assert choice(asked, 1) == parse("ally accept Ann")
    begged = after(state, "Cy ally ask Group 0")
    assert treaty(begged, 0) == "ally ask Group 1"


def test_he_parts_from_who_has_become_weak(situation: Situate, three_players: State) -> None:
    led = replace(three_players, table=situation(
        seats=3, round=3, troops={23: {0: 600}, 26: {1: 700}, 58: {2: 10}}, knights=THREE,
        options=Options(mode="crown"), allies=[(0, 2), (1,)],
    ).table)  # fmt: skip
    assert treaty(led, 0) == "ally expel Cy"
    assert treaty(led, 2) is None
    follower = replace(led, table=replace(led.table, alliances=(
        replace(led.table.alliances[0], members=(2, 0)), led.table.alliances[1],
    )))  # fmt: skip
    assert treaty(follower, 0) == "ally leave"


def test_he_keeps_an_alliance_that_pays_and_courts_nobody_beneath_him(
    situation: Situate, three_players: State
) -> None:
    pair = after(three_players, "Ann ally ask Group 1", "Bob ally accept Ann")
    assert treaty(pair, 0) is None
    strong = situation(
        seats=3, round=3, troops={23: {0: 5000}, 26: {1: 10}}, knights=THREE,
        options=Options(mode="crown"),
    )  # fmt: skip
    assert treaty(strong, 0) is None


def test_nobody_is_courted_in_the_first_rounds_or_by_the_fallen(
    situation: Situate, three_players: State
) -> None:
    early = situation(seats=3, troops={26: {1: 700}}, knights=THREE)
    assert treaty(early, 0) is None
    gone = leave(three_players, 2).state
    assert treaty(gone, 2) is None


def test_a_courtier_seeks_allies_from_the_start(situation: Situate) -> None:
    held = situation(seats=3, land={CASTLE: 2}, knights=THREE, options=Options(mode="crown"))
    assert treaty(held, 0) is None
    assert treaty(held, 0, "courtier") == "ally ask Group 2"
    asked = after(held, "Ann ally ask Group 2")
    assert treaty(asked, 0, "courtier") == "ally ask Group 1"
    assert treaty(after(asked, "Ann ally ask Group 1"), 0, "courtier") is None
    assert treaty(asked, 2, "courtier") == "ally accept Ann"
    assert treaty(after(asked, "Cy ally accept Ann"), 0, "courtier") is None
    open_castle = situation(seats=3, knights=THREE, options=Options(mode="crown"))
    assert treaty(open_castle, 0, "courtier") == "ally ask Group 1"


def test_only_a_diplomatic_policy_treats_when_orders_are_written(situation: Situate) -> None:
    written = after(situation(seats=3, knights=THREE), "Ann 1 fortify Sir_Ann_0 23")
    asked = after(written, "Bob ally ask Group 0")
    diplomatic = {name for name in POLICIES if choice(asked, 0, name) == parse("ally accept Bob")}
    assert diplomatic == {name for name, style in STYLES.items() if style.diplomatic}


def test_an_expansionist_wants_his_neighbours_land(situation: Situate) -> None:
    """Seat 0 on 23 has Bob on 26 to the left; with three hexes of his homeland he wants others."""
    fields = {
        "seats": 3,
        "troops": {24: {0: 400}},
        "knights": {"Sir Ann 0": 24, "Sir Bob 0": 27, "Sir Cy 0": 58},
        "objectives": ("expansionist-left", "kingmaker", "kingmaker"),
    }
    hungry = choice(situation(**fields, land={25: 1, 26: 1, 36: 1}), 0)
    assert isinstance(hungry, Submit)
    fed = dict.fromkeys((25, 26, 36, 37, 13, 14, 22, 23, 33, 34, 35, 44, 45), 0)
    sated = situation(**fields, land=fed)
    assert choice(sated, 0) in legal_actions(sated, 0)
    mirrored = {**fields, "objectives": ("expansionist-right", "kingmaker", "defender")}
    assert choice(situation(**mirrored), 0) is not None


def test_the_castle_the_crown_objectives_and_threats_count(situation: Situate) -> None:
    plain = situation(seats=3, knights=THREE, objectives=("kingmaker", "defender", "defender"))
    held = situation(
        seats=3, knights=THREE, land={CASTLE: 0}, objectives=("kingmaker", "defender", "defender")
    )
    assert evaluate(held, 0) > evaluate(plain, 0)
    assert evaluate(held, 1) < evaluate(plain, 1)
    threat = replace(held, table=replace(held.table, threats=(Threat(0, (0,)),)))
    assert evaluate(threat, 0) > evaluate(held, 0)
    duel = situation(land={CASTLE: 0}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    crowned = replace(duel, table=replace(duel.table, crown=Crown(0, 2)))
    assert evaluate(crowned, 0) > evaluate(duel, 0)
    assert evaluate(leave(plain, 0).state, 0) < evaluate(plain, 0)


@pytest.mark.parametrize(("seats", "mode"), [(2, "auto"), (3, "crown")])
def test_the_marshal_beats_random_play(seats: int, mode: str) -> None:
    options = Options(mode=mode)  # type: ignore[arg-type] # a literal in a parameter
    for seed in range(4):
        kinds = ["random"] * seats
        kinds[seed % seats] = "medium"
        bots = [make(level(GAME, kind)) for kind in kinds]
        payoffs = play_match(GAME, options, bots, Rng(str(seed))).result.payoffs
        assert payoffs[seed % seats] == 1


def test_orders_are_ranked_by_the_marshal_and_each_march_comes_once_before_its_variants() -> None:
    state = start(GAME, Options(), 2, Rng("rank"))
    view, legal = GAME.view(state, 0), GAME.legal_actions(state, 0)
    ranked = rank(view, 0, legal)
    assert ranked[0] == POLICIES["marshal"](view, 0, legal, Rng("any"))
    assert {*ranked} == {action for action in legal if isinstance(action, Submit)}
    kinds = [(a.order.knight, a.order.type, a.order.to) for a in ranked if isinstance(a, Submit)]
    different = len({*kinds})
    assert different < len(kinds)
    assert len({*kinds[:different]}) == different


def test_there_is_nothing_to_rank_without_orders() -> None:
    state = start(GAME, Options(), 2, Rng("rank"))
    assert rank(GAME.view(state, 0), 0, [Ready()]) == []
    assert rank(GAME.view(state, None), 0, GAME.legal_actions(state, 0)) == []

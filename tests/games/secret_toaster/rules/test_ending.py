"""How a match is won, and what leaving does."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from meadhall.core.game import Step, start
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.status import Finished, ToAct
from meadhall.games.secret_toaster import GAME
from meadhall.games.secret_toaster.notation import parse
from meadhall.games.secret_toaster.rules.apply import apply, leave
from meadhall.games.secret_toaster.rules.board import homeland
from meadhall.games.secret_toaster.rules.ending import status
from meadhall.games.secret_toaster.rules.events import Crowned, Event, Threatened
from meadhall.games.secret_toaster.rules.invariant import invariant
from meadhall.games.secret_toaster.rules.legal import legal_actions
from meadhall.games.secret_toaster.rules.objectives import (
    OTHERS,
    deal_objectives,
    is_met,
    neighbour,
)
from meadhall.games.secret_toaster.rules.refusals import refusal
from meadhall.games.secret_toaster.types import Crown, Options, Ready, State, Threat

pytestmark = pytest.mark.clause("Winning")

Situate: TypeAlias = Callable[..., State]
Resolve: TypeAlias = Callable[..., Step[State, Event]]

THREE = {"Sir Ann 0": 23, "Sir Bob 0": 26, "Sir Cy 0": 58}
PAIR = ((0, 1), (2,))
CASTLE = 55


def ended(state: State) -> Finished:
    now = status(state)
    assert isinstance(now, Finished), now
    return now


def test_t12a_all_who_are_left_in_one_alliance_win(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        seats=3, knights={"Sir Ann 0": 23, "Sir Bob 0": 26}, allies=PAIR, troops={23: {0: 1}}
    )
    assert ended(resolve(state).state) == Finished((1, 1, -1), "lastStanding")


def test_t12a_a_lone_survivor_wins_alone(situation: Situate, resolve: Resolve) -> None:
    state = situation(knights={"Sir Bob 0": 26})
    assert ended(resolve(state).state) == Finished((-1, 1), "lastStanding")


def test_t12e_nobody_left_is_a_draw(situation: Situate, resolve: Resolve) -> None:
    assert ended(resolve(situation()).state) == Finished((0, 0), "nobodyLeft")


def test_t12b_met_objectives_threaten_first_and_win_when_they_still_hold(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(
        seats=3,
        land={CASTLE: 0, **dict.fromkeys(homeland(26), 1)},
        knights=THREE,
        allies=PAIR,
        objectives=("kingmaker", "defender", "kingmaker"),
    )
    first = resolve(state)
    assert status(first.state) == ToAct((0, 1, 2))
    assert [e for e in first.events if isinstance(e, Threatened)] == [Threatened("Group 0", (0, 1))]
    assert first.state.table.threats == (Threat(0, (0, 1)),)
    second = resolve(first.state)
    assert ended(second.state) == Finished((1, 1, -1), "objectives")
    outcome = second.state.table.outcome
    assert outcome is not None
    assert outcome.objectives == ("kingmaker", "defender", "kingmaker")


def test_t12b_changed_members_begin_anew(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        seats=4,
        land={CASTLE: 0, **dict.fromkeys(homeland(26), 1)},
        knights={**THREE, "Sir Dee 0": 86},
        allies=[(0, 1), (2,), (3,)],
        objectives=("kingmaker", "defender", "kingmaker", "defender"),
    )
    threatened = replace(state.table, threats=(Threat(0, (0, 3)), Threat(7, (0, 1))))
    step = resolve(replace(state, table=threatened))
    assert isinstance(status(step.state), ToAct)
    assert step.state.table.threats == (Threat(0, (0, 1)),)


def test_t12b_one_alone_never_wins_by_objectives(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        seats=3, land={CASTLE: 0}, knights=THREE, objectives=("kingmaker",) * 2 + ("defender",)
    )
    assert resolve(state).state.table.threats == ()


@pytest.mark.parametrize(("owner", "winners"), [(0, (1, 1, -1, -1)), (2, (-1, -1, 1, 1))])
def test_t12d_when_two_qualify_the_castles_owner_wins(
    situation: Situate, resolve: Resolve, owner: int, winners: tuple[int, ...]
) -> None:
    homes = {h: seat for seat, keep in enumerate((23, 26, 58, 86)) for h in homeland(keep)}
    state = situation(
        seats=4,
        land={**homes, CASTLE: owner},
        knights={**THREE, "Sir Dee 0": 86},
        allies=[(0, 1), (2, 3)],
        objectives=("defender",) * 4,
    )
    both = replace(state.table, threats=(Threat(0, (0, 1)), Threat(1, (2, 3))))
    assert ended(resolve(replace(state, table=both)).state) == Finished(winners, "objectives")


def test_t12d_and_without_one_play_goes_on(situation: Situate, resolve: Resolve) -> None:
    homes = {h: seat for seat, keep in enumerate((23, 26, 58, 86)) for h in homeland(keep)}
    state = situation(
        seats=4,
        land=homes,
        knights={**THREE, "Sir Dee 0": 86},
        allies=[(0, 1), (2, 3)],
        objectives=("defender",) * 4,
    )
    both = replace(state.table, threats=(Threat(0, (0, 1)), Threat(1, (2, 3))))
    assert isinstance(status(resolve(replace(state, table=both)).state), ToAct)


def test_t12c_the_castle_at_three_round_ends_in_a_row_wins(
    situation: Situate, resolve: Resolve
) -> None:
    state = situation(land={CASTLE: 1}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    counts = []
    for _ in range(3):
        step = resolve(state)
        counts += [e.rounds for e in step.events if isinstance(e, Crowned)]
        state = step.state
    assert counts == [1, 2, 3]
    assert ended(state) == Finished((-1, 1), "crown")


def test_t12c_another_owner_begins_anew_and_nobody_stops_the_count(
    situation: Situate, resolve: Resolve
) -> None:
    held = situation(land={CASTLE: 1}, knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    counted = replace(held, table=replace(held.table, crown=Crown(0, 2)))
    assert resolve(counted).state.table.crown == Crown(1, 1)
    empty = situation(knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    counted = replace(empty, table=replace(empty.table, crown=Crown(0, 2)))
    assert resolve(counted).state.table.crown == Crown()


def test_t12c_an_alliance_wins_the_crown_together(situation: Situate, resolve: Resolve) -> None:
    state = situation(
        seats=3, options=Options(mode="crown"), land={CASTLE: 1}, knights=THREE, allies=PAIR
    )
    counted = replace(state, table=replace(state.table, crown=Crown(0, 2)))
    assert ended(resolve(counted).state) == Finished((1, 1, -1), "crown")


LIMIT = Options(round_limit=5, mode="objectives")


@pytest.mark.parametrize(
    ("land", "troops", "payoffs"),
    [
        ({CASTLE: 2, 23: 0, 24: 0}, {}, (-1, -1, 1)),
        (dict.fromkeys(homeland(26), 1), {35: {2: 900}}, (-1, 1, -1)),
        ({33: 0, 24: 0, 36: 1}, {}, (1, -1, -1)),
        ({33: 0, 36: 1}, {33: {0: 5}, 36: {1: 6}}, (-1, 1, -1)),
        ({33: 0, 36: 1}, {}, (0, 0, 0)),
    ],
)
def test_t12e_at_the_limit_castle_then_objectives_then_hexes_then_troops_decide(
    situation: Situate,
    resolve: Resolve,
    land: dict[int, int],
    troops: dict[int, dict[int, int]],
    payoffs: tuple[int, ...],
) -> None:
    state = situation(
        seats=3,
        options=LIMIT,
        round=4,
        land=land,
        troops=troops,
        knights=THREE,
        objectives=("kingmaker", "defender", "kingmaker"),
    )
    assert ended(resolve(state).state) == Finished(payoffs, "roundLimit")


def test_t12e_legacy_ends_at_the_limit_without_a_winner(
    situation: Situate, resolve: Resolve
) -> None:
    options = Options(ruleset="legacy", round_limit=5)
    state = situation(options=options, round=4, land={CASTLE: 0})
    assert ended(resolve(state).state) == Finished((0, 0), "roundLimit")
    early = situation(options=options, round=3, land={CASTLE: 0})
    assert isinstance(status(resolve(early).state), ToAct)


def test_left_is_the_next_occupied_homeland_clockwise(situation: Situate) -> None:
    """Seats 0, 1, 2 sit on 23, 26 and 58; clockwise it goes 26, 58, 86, 83, 52, 23."""
    table = situation(seats=3).table
    assert [neighbour(table, seat, 1) for seat in range(3)] == [1, 2, 0]
    assert [neighbour(table, seat, -1) for seat in range(3)] == [2, 0, 1]


def test_objectives_hold_by_ownership(situation: Situate) -> None:
    abroad = dict.fromkeys((25, 36, 37, 13, 14, 22, 24, 33, 34, 44, 54, 64), 0)
    table = situation(seats=3, land={**abroad, CASTLE: 1}).table
    assert is_met(table, 0, "expansionist-left")
    assert not is_met(table, 0, "expansionist-right")
    assert not is_met(
        replace(table, owners=(*table.owners[:64], *(None,) * 46)), 0, "expansionist-left"
    )
    assert is_met(table, 1, "kingmaker")
    assert not is_met(table, 0, "kingmaker")
    assert not is_met(table, 0, "defender")
    assert not is_met(table, 0, None)
    two_abroad = dict.fromkeys((25, 36, 23, 13, 14, 22, 24, 33, 34, 44, 54, 64), 0)
    at_home = situation(seats=3, land=two_abroad).table
    assert not is_met(at_home, 0, "expansionist-left")
    assert is_met(at_home, 0, "defender")


@pytest.mark.parametrize("kingmakers", [1, 2])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_so_many_kingmakers_and_no_repeats_while_they_last(seats: int, kingmakers: int) -> None:
    for seed in range(30):
        dealt, _ = deal_objectives(seats, kingmakers, Rng(str(seed)))
        others = [o for o in dealt if o != "kingmaker"]
        assert len(dealt) == seats
        assert len(others) == seats - kingmakers
        assert len(set(others)) == min(len(others), len(OTHERS))


def test_objectives_need_a_third_player() -> None:
    with pytest.raises(Refused) as refused:
        start(GAME, Options(mode="objectives"), 2, Rng("0"))
    assert refused.value.refusal.code == "MODE_NEEDS_THREE"
    with pytest.raises(Refused) as refused:
        start(GAME, Options(), 7, Rng("0"))
    assert refused.value.refusal.code == "BAD_SEAT_COUNT"


def test_after_the_end_nothing_goes(situation: Situate, resolve: Resolve) -> None:
    over = resolve(situation()).state
    refused = refusal(over, 0, Ready())
    assert refused is not None
    assert refused.code == "GAME_OVER"
    assert legal_actions(over, 0) == ()
    assert leave(over, 0) == Step(over, ())


def test_who_leaves_takes_everything_along(situation: Situate) -> None:
    state = situation(
        seats=3, troops={23: {0: 9, 1: 4}, 26: {1: 5}}, land={24: 0}, knights=THREE, allies=PAIR
    )
    planned = apply(state, 0, parse("1 fortify Sir_Ann_0 23")).state
    step = leave(planned, 0)
    table = step.state.table
    assert 0 not in table.owners
    assert table.troops[23] == (0, 4, 0)
    assert [k.name for k in table.knights] == ["Sir Bob 0", "Sir Cy 0"]
    assert step.state.secrets[0].orders == ()
    assert status(step.state) == ToAct((1, 2))
    assert invariant(step.state) == []
    assert leave(step.state, 0) == Step(step.state, ())


def test_the_last_one_not_ready_may_set_the_round_going_by_leaving(situation: Situate) -> None:
    state = situation(seats=3, knights=THREE, land={23: 0})
    for seat in (1, 2):
        state = apply(state, seat, Ready()).state
    step = leave(state, 0)
    assert step.state.table.round == 1
    assert step.state.rng == state.rng


def test_when_one_is_left_the_match_is_his(situation: Situate) -> None:
    state = situation(knights={"Sir Ann 0": 23, "Sir Bob 0": 26})
    assert ended(leave(state, 0).state) == Finished((-1, 1), "lastStanding")


def test_legacy_allies_do_not_win_when_the_others_leave(situation: Situate) -> None:
    state = situation(seats=3, knights=THREE, allies=PAIR, options=Options(ruleset="legacy"))
    two = leave(state, 2).state
    assert status(two) == ToAct((0, 1))
    assert ended(leave(two, 1).state) == Finished((1, -1, -1), "lastStanding")

"""Clocks: limits, banks, pauses for players who are away, and a server that was down."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.match.duel import GAME as DUEL
from tests.match.duel import Action, Happened, State
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table

from meadhall import registry
from meadhall.core.game import Step
from meadhall.kit.sealed import Sealed
from meadhall.match.clock import (
    Clock,
    ClockState,
    Daily,
    Fischer,
    PerTurn,
    Untimed,
    expires_at,
    has_limit,
    set_pause,
    time_left,
)
from meadhall.match.commands import (
    Abandon,
    ComeBack,
    GoAway,
    Propose,
    Reopen,
    Resign,
    TakeOver,
    Tick,
)
from meadhall.match.decide.play import due
from meadhall.match.facts import Acted, Reopened, TimedOut

DAY = 24 * 3_600_000
GRACE = 120_000


def time_shown(table: Table, seat: int) -> int | None:
    return time_left(table.match.clock_state, seat, table.now)


def test_without_a_clock_nothing_is_ever_due() -> None:
    for table in (
        Table(clock=Untimed()),
        Table(),
        Table(game=DUEL, options=(("timer", 5),), clock=Untimed()),
    ):
        assert due(table.match) is None
        assert time_shown(table, 0) is None
        assert table.do(Tick(), after=10**9).facts == ()


def test_the_time_limit_of_the_rules_counts_unless_another_clock_is_chosen() -> None:
    timer = (("timer", 5),)
    assert due(Table(game=DUEL, options=timer).match) == START + 5000
    assert due(Table(game=DUEL, options=timer, clock=PerTurn(9)).match) == START + 9


def test_a_turn_timer_starts_again_with_every_question() -> None:
    table = Table(clock=PerTurn(1000))
    table.act(0, "take 1", after=400)
    assert due(table.match) == START + 1400
    assert time_shown(table, 1) == 1000


def test_a_daily_clock_gives_days() -> None:
    table = Table(clock=Daily(3))
    assert due(table.match) == START + 3 * DAY


def test_a_clock_that_runs_out_plays_the_default_action() -> None:
    table = Table(clock=PerTurn(1000))
    assert table.do(Tick(), after=999).facts == ()
    assert table.do(Tick(), after=1).facts == (TimedOut(START + 1000, 0, "take 1", 1),)
    assert due(table.match) == START + 2000


def test_a_late_action_is_refused_even_before_the_tick() -> None:
    table = Table(clock=PerTurn(1000))
    assert table.refused_act(0, "take 1", after=1000) == "TIME_IS_UP"
    table.act(0, "take 1", after=999)


def test_choices_do_not_move_the_deadline_of_a_sealed_phase() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL, clock=PerTurn(1000))
    table.act(0, "bid 1", after=600)
    table.act(1, "wave", after=300)
    assert due(table.match) == START + 1000
    outcome = table.do(Tick(), after=100)
    assert [fact.kind for fact in outcome.facts] == ["timedOut", "timedOut"]
    assert table.match.turn == 2
    assert due(table.match) == START + 2000


def test_the_last_seat_asked_gains_no_time_by_other_actions() -> None:
    table = Table(game=DUEL, clock=PerTurn(1000))
    table.act(0, "bid 1")
    table.act(1, "wave", after=900)
    table.act(1, "wave", after=50)
    assert due(table.match) == START + 1000


def test_a_choice_cannot_be_changed_after_the_deadline() -> None:
    table = Table(game=DUEL, clock=PerTurn(1000))
    table.act(0, "bid 1")
    assert table.refused_act(0, "bid 2", after=1000) == "TIME_IS_UP"


def test_a_seat_that_a_default_action_asks_anew_has_its_time() -> None:
    def next_round(state: State, seat: int, action: Action) -> Step[State, Happened]:
        """A bid of seat 0 ends the round."""
        step = DUEL.apply(state, seat, action)
        return Step(replace(state, bids=Sealed.empty(3)), ()) if seat == 0 else step

    table = Table(ANNA, BERT, CLEO, game=replace(DUEL, apply=next_round), clock=PerTurn(1000))
    table.act(2, "bid 1")
    outcome = table.do(Tick(), after=1000)
    assert [fact.seat for fact in outcome.facts if isinstance(fact, TimedOut)] == [0]
    assert table.match.asked == (0, 1, 2)
    assert due(table.match) == table.now + 1000


def test_a_random_default_action_is_stored_and_reproducible() -> None:
    tables = [Table(ANNA, BERT, CLEO, game=DUEL, clock=PerTurn(1)) for _ in range(2)]
    one, two = (table.do(Tick(), after=1).facts for table in tables)
    assert one == two
    assert all(isinstance(fact, TimedOut) and fact.action.startswith("bid") for fact in one)


def test_a_clock_may_play_clock_only_actions() -> None:
    table = Table(game=DUEL, clock=PerTurn(1000))
    for seat in (0, 1):
        table.act(seat, "bid 1")
    outcome = table.do(Tick(), after=1000)
    assert [fact.action for fact in outcome.facts if isinstance(fact, TimedOut)] == ["sleep"]


def test_fischer_charges_the_time_used_and_adds_the_increment_with_the_question() -> None:
    table = Table(clock=Fischer(10_000, 1000))
    assert (time_shown(table, 0), time_shown(table, 1)) == (11_000, 10_000)
    outcome = table.act(0, "take 1", after=4000)
    assert isinstance(outcome.facts[0], Acted)
    assert outcome.facts[0].left == 7000
    assert (time_shown(table, 0), time_shown(table, 1)) == (7000, 11_000)
    table.act(1, "take 1", after=500)
    assert (time_shown(table, 0), time_shown(table, 1)) == (8000, 10_500)


def test_a_fischer_bank_that_ran_out_starts_again_from_the_increment() -> None:
    table = Table(clock=Fischer(1000, 50))
    table.do(Tick(), after=1050)
    table.act(1, "take 1", after=1)
    assert time_shown(table, 0) == 50
    table.do(Tick(), after=50)
    assert table.match.plies.after(2) == (TimedOut(table.now, 0, "take 1", 3),)


def test_a_fischer_bank_that_ran_out_goes_on_from_zero_when_the_same_seat_is_asked_again() -> None:
    table = Table(game=replace(registry.game("jarls"), present=None), clock=Fischer(1000, 50))
    table.do(Tick(), after=1050)
    table.do(Tick(), after=1050 + 500)
    assert table.match.asked == (1,), "the order turns: the second player moves twice"
    assert time_shown(table, 1) == 50


def test_fischer_banks_run_separately_in_a_sealed_phase() -> None:
    table = Table(game=DUEL, clock=Fischer(1000, 0), options=(("rounds", 9),))
    table.act(0, "bid 1", after=300)
    assert time_shown(table, 0) == 700
    table.act(0, "bid 2", after=100)
    assert time_shown(table, 0) == 700
    assert due(table.match) == START + 1000
    table.act(1, "bid 0", after=200)
    assert [time_shown(table, seat) for seat in (0, 1)] == [700, 400]
    assert due(table.match) == START + 600 + 700


def test_a_fischer_bank_that_ran_out_leaves_the_other_seat_its_time() -> None:
    table = Table(ANNA, BERT, game=DUEL, clock=Fischer(1000, 0))
    for seat, after in ((0, 0), (1, 900)):
        table.act(seat, "bid 1", after=after)
    table.act(0, "call 1", after=100)
    turn = table.match.turn
    outcome = table.do(Tick(), after=100)
    assert [fact.seat for fact in outcome.facts if isinstance(fact, TimedOut)] == [1]
    assert table.match.asked == (0,)
    assert table.match.turn == turn
    table.act(0, "bid 1", turn=turn)


def test_the_clock_waits_for_a_player_who_is_asked_and_away() -> None:
    table = Table(clock=PerTurn(10_000))
    table.do(GoAway(0), after=4000)
    assert time_shown(table, 0) == 6000
    table.do(ComeBack(0), after=50_000)
    assert time_shown(table, 0) == 6000
    assert due(table.match) == table.now + 6000


def test_the_clock_waits_two_minutes_and_not_longer() -> None:
    table = Table(clock=PerTurn(10_000))
    table.do(GoAway(0), after=4000)
    assert due(table.match) == START + 10_000 + GRACE
    assert table.do(Tick(), after=GRACE + 5999).facts == ()
    assert len(table.do(Tick(), after=1).facts) == 1


def test_going_away_twice_does_not_double_the_grace_and_a_new_question_renews_it() -> None:
    table = Table(clock=PerTurn(100_000))
    for _ in range(2):
        table.do(GoAway(0))
        table.do(ComeBack(0), after=GRACE - 50_000)
    assert time_shown(table, 0) == 100_000 - (GRACE - 2 * 50_000)
    table.act(0, "take 1")
    table.do(GoAway(1))
    assert due(table.match) == table.now + 100_000 + GRACE


def test_the_clock_does_not_wait_for_a_player_who_is_not_asked() -> None:
    table = Table(clock=PerTurn(10_000))
    table.do(GoAway(1))
    assert due(table.match) == START + 10_000
    table.act(0, "take 1", after=1000)
    assert due(table.match) == START + 11_000 + GRACE
    table.do(ComeBack(1), after=500)
    assert due(table.match) == START + 11_500


def test_a_bot_that_takes_over_ends_the_pause() -> None:
    table = Table(clock=PerTurn(10_000), takeover="greedy")
    table.do(GoAway(0))
    table.do(TakeOver(0, ROBOT), after=GRACE)
    assert due(table.match) == START + 10_000 + GRACE
    assert table.match.clock_state.pause is None


def test_presence_is_stored_only_where_it_has_an_effect() -> None:
    for clock in (Untimed(), Daily(2)):
        assert Table(clock=clock).do(GoAway(0)).facts == ()
    assert Table(clock=Untimed(), takeover="greedy").do(GoAway(0)).facts != ()
    table = Table(ANNA, ROBOT, clock=PerTurn(10_000))
    assert table.do(GoAway(1)).facts == ()
    assert table.do(ComeBack(0)).facts == ()
    assert table.refused(GoAway(2)) == "NOBODY_THERE"
    table.do(Resign(0))
    assert table.do(GoAway(0)).facts == ()


@pytest.mark.parametrize("clock", [PerTurn(10_000), Fischer(9000, 1000), Daily(1)])
def test_clocks_do_not_run_while_the_server_is_down(clock: Clock) -> None:
    table = Table(clock=clock)
    before = due(table.match)
    assert before is not None
    table.now += 70_000
    outcome = table.do(Reopen(START + 3000))
    assert outcome.facts == (Reopened(START + 70_000, START + 3000),)
    assert due(table.match) == before + 67_000


def test_the_server_was_up_when_the_last_fact_happened() -> None:
    table = Table(clock=PerTurn(10_000))
    table.act(0, "take 1", after=2000)
    table.now += 1000
    assert table.do(Reopen(START)).facts == (Reopened(START + 3000, START + 2000),)
    assert table.do(Reopen(START)).facts == ()
    assert Table(clock=Untimed()).do(Reopen(START), after=9).facts == ()


def test_a_pause_while_the_server_is_down_is_not_counted_twice() -> None:
    table = Table(clock=PerTurn(10_000))
    table.do(GoAway(0), after=1000)
    table.now += 50_000
    table.do(Reopen(table.now - 40_000))
    assert time_shown(table, 0) == 9000
    assert due(table.match) == table.now + 9000 + GRACE - 10_000


def test_an_undo_pays_no_increment() -> None:
    table = Table(ANNA, ROBOT, clock=Fischer(10_000, 1000))
    table.act(0, "take 1", after=1000)
    table.act(1, "take 1", after=1000)
    table.do(Propose(0, "undo"))
    assert time_shown(table, 0) == 11_000
    assert table.match.asked == (0,)


@pytest.mark.parametrize("clock", [PerTurn(10_000), Fischer(10_000, 0)])
def test_clocks_stop_when_the_match_is_over(clock: Clock) -> None:
    for command in (Abandon(), Resign(0)):
        table = Table(clock=clock)
        table.do(command, after=1000)
        time_at_the_end = time_shown(table, 0)
        table.now += 5000
        assert time_shown(table, 0) == time_at_the_end
        assert due(table.match) is None


def test_a_pause_does_not_extend_a_deadline_that_has_passed() -> None:
    clock_state = set_pause(ClockState(limit=100, asked=1000), away=True, at=1200)
    assert expires_at(clock_state, 0) == 1100


@given(st.lists(st.tuples(st.integers(0, 200_000), st.booleans()), max_size=8))
def test_a_pause_never_takes_time_away_and_never_gives_more_than_the_grace(
    changes: list[tuple[int, bool]],
) -> None:
    clock_state, now = ClockState(limit=300_000, asked=0), 0
    for wait, away in changes:
        now += wait
        clock_state = set_pause(clock_state, away=away, at=now)
        time_now = time_left(clock_state, 0, now)
        assert time_now is not None
        assert max(0, 300_000 - now) <= time_now <= max(0, 300_000 - now + GRACE)
        assert expires_at(clock_state, 0) is not None


def test_clocks_stop_when_the_rules_end_the_match() -> None:
    table = Table(game=DUEL, clock=PerTurn(1000), options=(("rounds", 1),))
    for seat, text in ((0, "bid 1"), (1, "bid 0"), (0, "call 1")):
        table.act(seat, text)
    assert table.phase() == "over"
    assert not has_limit(table.match.clock_state)
    assert table.match.turn == 3

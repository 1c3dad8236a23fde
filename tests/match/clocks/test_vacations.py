"""A daily clock waits for players on vacation, until they are back or the vacation ends."""

from tests.match.tables import START, Table

from meadhall.match.clock import DAY, Daily, PerTurn, time_left
from meadhall.match.commands import GoAway, Leave, Reopen, SetVacation, TakeOver, Tick
from meadhall.match.decide.play import due
from meadhall.match.facts import Player, TimedOut, VacationSet
from meadhall.match.ports import append_of

HOUR = 3_600_000


def left(table: Table, seat: int) -> int | None:
    return time_left(table.match.clock_state, seat, table.now)


def test_a_clock_stands_still_during_a_vacation_and_then_goes_on() -> None:
    table = Table(clock=Daily(2))
    table.do(SetVacation(0, START + 6 * DAY), after=DAY)
    assert (due(table.match), left(table, 0)) == (START + 7 * DAY, DAY)
    assert table.do(Tick(), after=4 * DAY).facts == ()
    assert left(table, 0) == DAY
    table.now += 2 * DAY - HOUR
    assert left(table, 0) == HOUR
    [fact] = table.do(Tick(), after=HOUR).facts
    assert isinstance(fact, TimedOut)


def test_who_comes_back_early_goes_on_with_the_time_that_was_left() -> None:
    table = Table(clock=Daily(2))
    table.do(SetVacation(0, START + 6 * DAY), after=DAY)
    before = table.match
    back = table.do(SetVacation(0, 0), after=DAY)
    assert due(table.match) == START + 3 * DAY
    # Otherwise a match that is not in memory would be looked for too late.
    stored = append_of(before, back.match, back.facts)
    assert stored.summary is not None
    assert stored.summary.due == START + 3 * DAY


def test_a_vacation_waits_until_its_player_is_asked() -> None:
    table = Table(clock=Daily(2))
    table.do(SetVacation(1, START + 5 * DAY))
    assert due(table.match) == START + 2 * DAY
    table.act(0, "take 1", after=DAY)
    assert due(table.match) == START + 7 * DAY
    # Who moves during a vacation has moved, and the other's clock runs.
    table.act(1, "take 1", after=DAY)
    assert due(table.match) == START + 4 * DAY


def test_a_closed_hall_and_a_vacation_do_not_count_twice() -> None:
    table = Table(clock=Daily(2))
    table.do(SetVacation(0, START + 4 * DAY))
    table.do(Reopen(START + DAY), after=3 * DAY)
    assert (due(table.match), left(table, 0)) == (START + 6 * DAY, 2 * DAY)
    table = Table(clock=Daily(2))
    table.do(SetVacation(0, START + 2 * DAY))
    table.do(Reopen(START + DAY), after=3 * DAY)
    assert left(table, 0) == 2 * DAY


def test_only_people_at_daily_clocks_have_vacations() -> None:
    assert Table(clock=PerTurn(1000)).do(SetVacation(0, START + DAY)).facts == ()
    table = Table(clock=Daily(2))
    assert table.refused(SetVacation(2, START + DAY)) == "NOBODY_THERE"
    assert table.refused(SetVacation(0, START + 61 * DAY)) == "BAD_VACATION"
    assert table.do(SetVacation(0, START - DAY)).facts == ()
    assert table.do(SetVacation(0, START + DAY)).facts == (VacationSet(START, 0, START + DAY),)
    assert table.do(SetVacation(0, START + DAY)).facts == ()


def test_a_vacation_does_not_go_with_the_seat() -> None:
    table = Table(clock=Daily(2), takeover="greedy")
    table.do(SetVacation(0, START + DAY))
    table.do(GoAway(0))
    bot = Player("Greedy", bot="greedy")
    assert table.refused(TakeOver(0, bot), after=DAY // 2) == "ON_VACATION"
    table.do(Leave(0))
    assert due(table.match) == START + 2 * DAY

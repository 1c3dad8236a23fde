"""The counters, clocks and undo in the shipped games with sealed phases."""

from dataclasses import replace

from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table

from meadhall import registry
from meadhall.core.seats import Seat
from meadhall.match.clock import Fischer, PerTurn, time_left
from meadhall.match.commands import Act, Propose, Tick
from meadhall.match.decide.play import due
from meadhall.match.facts import TimedOut

MOST_CHANGES = 50

CLASH, TOASTER = registry.game("elemental-clash"), registry.game("secret-toaster")
# Without a picture there is nothing to watch, so clocks start at once.
PLAIN_CLASH, PLAIN_TOASTER = replace(CLASH, present=None), replace(TOASTER, present=None)


def choose(table: Table, seat: Seat, kind: str, turn: int) -> None:
    legal = table.game.legal_actions(table.match.state, seat)
    action = next(action for action in legal if action.kind == kind)
    table.do(Act(seat, action, turn))


def test_both_picks_answer_one_question_and_the_next_pick_is_a_new_one() -> None:
    table = Table(game=CLASH)
    for turn in (1, 2):
        for seat in (1, 0):
            choose(table, seat, "pick", turn)
    assert table.match.turn == 3


def test_the_draft_uses_the_time_limit_of_the_rules_and_one_deadline() -> None:
    table = Table(game=PLAIN_CLASH)
    assert due(table.match) == START + 12_000
    choose(table, 0, "pick", 1)
    assert due(table.match) == START + 12_000
    outcome = table.do(Tick(), after=12_000)
    assert [fact.seat for fact in outcome.facts if isinstance(fact, TimedOut)] == [1]
    assert due(table.match) == START + 24_000


def test_a_pick_can_be_undone_until_both_are_open() -> None:
    table = Table(ANNA, ROBOT, game=CLASH)
    choose(table, 0, "pick", 1)
    table.do(Propose(0, "undo"))
    turn = table.match.turn
    for seat in (0, 1):
        choose(table, seat, "pick", turn)
    assert table.refused(Propose(0, "undo")) in ("SECRET_SEEN", "DICE_FELL")


def test_all_orders_of_a_round_answer_one_question() -> None:
    table = Table(ANNA, BERT, CLEO, game=PLAIN_TOASTER, clock=PerTurn(60_000))
    for seat in (0, 1, 2):
        choose(table, seat, "submit", 1)
    for seat in (0, 1):
        choose(table, seat, "ready", 1)
    table.now += 30_000
    choose(table, 2, "submit", 1)
    assert table.match.asked == (2,)
    assert due(table.match) == START + 60_000
    choose(table, 2, "ready", 1)
    assert table.match.turn == 2
    assert due(table.match) == table.now + 60_000


def test_a_seat_earns_no_time_by_taking_its_answer_back() -> None:
    table = Table(ANNA, BERT, CLEO, game=PLAIN_TOASTER, clock=Fischer(90_000, 5_000))
    for kind in ("ready", "unready", "ready", "unready"):
        choose(table, 0, kind, 1)
    assert time_left(table.match.clock_state, 0, table.now) == 95_000


def test_a_seat_acts_a_number_of_times_in_a_phase_and_can_then_only_finish() -> None:
    table = Table(ANNA, BERT, CLEO, game=TOASTER)
    for _ in range(MOST_CHANGES // 2):
        choose(table, 0, "submit", 1)
        choose(table, 0, "withdraw", 1)
    legal = {action.kind: action for action in TOASTER.legal_actions(table.match.state, 0)}
    assert table.refused(Act(0, legal["submit"], 1)) == "TOO_MANY_CHANGES"
    choose(table, 1, "submit", 1)
    choose(table, 0, "ready", 1)
    (unready,) = (a for a in TOASTER.legal_actions(table.match.state, 0) if a.kind == "unready")
    assert table.refused(Act(0, unready, 1)) == "TOO_MANY_CHANGES"
    for seat in (1, 2):
        choose(table, seat, "ready", 1)
    choose(table, 0, "submit", 2)

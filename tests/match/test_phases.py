"""How the hall's own games with sealed phases meet the counters, the clocks and undo."""

from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table

from meadhall import registry
from meadhall.core.seats import Seat
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Act, Propose, Tick
from meadhall.match.facts import TimedOut
from meadhall.match.play import due

CLASH, TOASTER = registry.game("elemental-clash"), registry.game("secret-toaster")


def choose(table: Table, seat: Seat, kind: str, turn: int) -> None:
    legal = table.game.legal_actions(table.match.state, seat)
    action = next(action for action in legal if action.kind == kind)
    table.do(Act(seat, action, turn))


def test_both_pick_for_one_question_and_the_next_is_a_new_one() -> None:
    table = Table(game=CLASH)
    for turn in (1, 2):
        for seat in (1, 0):
            choose(table, seat, "pick", turn)
    assert table.match.turn == 3


def test_the_draft_has_its_own_time_and_one_deadline() -> None:
    table = Table(game=CLASH)
    assert due(table.match) == START + 12_000
    choose(table, 0, "pick", 1)
    assert due(table.match) == START + 12_000
    outcome = table.do(Tick(), after=12_000)
    assert [fact.seat for fact in outcome.facts if isinstance(fact, TimedOut)] == [1]
    assert due(table.match) == START + 24_000


def test_a_pick_can_be_taken_back_until_both_are_open() -> None:
    table = Table(ANNA, ROBOT, game=CLASH)
    choose(table, 0, "pick", 1)
    table.do(Propose(0, "undo"))
    turn = table.match.turn
    for seat in (0, 1):
        choose(table, seat, "pick", turn)
    assert table.refused(Propose(0, "undo")) in ("SECRET_SEEN", "DICE_FELL")


def test_everybody_gives_orders_for_one_round_and_nobody_is_stale() -> None:
    table = Table(ANNA, BERT, CLEO, game=TOASTER, clock=PerTurn(60_000))
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

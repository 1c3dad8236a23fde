import pytest
from tests.match.duel import GAME as DUEL
from tests.match.duel import OPEN_GAME
from tests.match.tables import ANNA, BERT, ROBOT, Table

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Act, Answer, Propose, Resign, Tick
from meadhall.match.facts import Player, Proposed, Undone

ANNAS_OTHER_HAND = Player("Anna left", "anna")


def test_on_one_device_undo_is_free() -> None:
    table = Table(ANNA, ANNAS_OTHER_HAND)
    table.act(0, "take 1")
    table.act(1, "take 2")
    first = table.match.state
    outcome = table.do(Propose(0, "undo"))
    assert outcome.facts == (Proposed(table.now, 0, "undo", 1), Undone(table.now, 1))
    assert len(table.match.plies) == 1
    table.act(1, "take 2")
    assert table.match.state == first


def test_against_bots_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    table = Table(ANNA, ROBOT)
    begin = table.match.state
    table.act(0, "take 1")
    table.act(1, "take 2")
    table.do(Propose(0, "undo"))
    assert table.match.state == begin
    assert table.match.asked == (0,)
    assert table.refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


def test_undo_works_after_a_win_too() -> None:
    table = Table(ANNA, ROBOT, options=(("stones", 4),))
    table.act(0, "take 2")
    table.act(1, "take 2")
    assert table.phase() == "over"
    table.do(Propose(0, "undo"))
    assert table.phase() == "playing"


def test_online_the_other_must_agree() -> None:
    table = Table()
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 1
    table.do(Answer(1, "undo", agree=True))
    assert len(table.match.plies) == 0


def test_a_question_asked_before_an_undo_is_not_answered_after_it() -> None:
    table = Table(ANNA, ANNAS_OTHER_HAND)
    turn = table.match.turn
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert table.refused_act(0, "take 1", turn=turn) == "STALE_TURN"


def test_playing_on_is_not_agreeing_to_an_undo() -> None:
    table = Table()
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    table.act(1, "take 1")
    assert table.match.proposal is None


def test_what_another_person_has_answered_stays() -> None:
    table = Table()
    table.act(0, "take 1")
    table.act(1, "take 1")
    assert table.refused(Propose(0, "undo")) == "ANSWERED"


def test_who_has_left_has_left() -> None:
    table = Table(ANNA, BERT, ROBOT, game=OPEN_GAME)
    table.act(0, "bid 1")
    table.do(Resign(1))
    assert table.refused(Propose(0, "undo")) == "ANSWERED"
    ended = Table()
    ended.act(0, "take 1")
    ended.do(Resign(1))
    assert ended.refused(Propose(0, "undo")) == "ENDED_AT_TABLE"


def test_a_sealed_choice_that_waits_can_be_taken_back() -> None:
    for game in (DUEL, OPEN_GAME):
        table = Table(ANNA, ROBOT, game=game)
        table.act(0, "bid 1")
        table.do(Propose(0, "undo"))
        assert table.match.asked == (0, 1)


def opened_bids(table: Table, first: int, second: int) -> Table:
    table.act(first, "bid 1")
    table.act(second, "bid 1")
    return table


def test_a_sealed_choice_is_not_taken_back_once_the_others_are_seen() -> None:
    for game in (DUEL, OPEN_GAME):
        for order in ((0, 1), (1, 0)):
            table = opened_bids(Table(ANNA, ROBOT, game=game), *order)
            assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def test_two_seats_at_one_device_may_be_two_people() -> None:
    for game in (DUEL, OPEN_GAME):
        table = opened_bids(Table(ANNA, ANNAS_OTHER_HAND, game=game), 0, 1)
        assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def test_an_open_action_is_taken_back_while_nothing_is_hidden_and_not_later() -> None:
    table = Table(ANNA, ANNAS_OTHER_HAND, game=DUEL)
    table.act(0, "wave")
    table.do(Propose(0, "undo"))
    table.act(1, "bid 1")
    table.act(0, "wave")
    assert table.refused(Propose(0, "undo")) == "SECRET_SEEN"


def after_a_throw(game: AnyGame) -> Table:
    table = opened_bids(Table(ANNA, ANNAS_OTHER_HAND, game=game), 0, 1)
    table.act(0, "call 1")
    return table


def test_dice_are_not_thrown_again() -> None:
    assert after_a_throw(OPEN_GAME).refused(Propose(0, "undo")) == "DICE_FELL"


def test_what_a_clock_played_for_a_bot_is_taken_back_with_the_decision_before() -> None:
    table = Table(ANNA, ROBOT, clock=PerTurn(1000))
    table.act(0, "take 1")
    table.do(Tick(), after=1000)
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 0
    table.do(Tick(), after=1000)
    assert table.refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


def test_before_anything_was_decided_there_is_nothing_to_undo() -> None:
    assert Table().refused(Propose(0, "undo")) == "NOTHING_TO_UNDO"


@pytest.mark.parametrize("slug", ["chinese-checkers", "jarls"])
def test_where_all_lies_open_a_move_can_be_taken_back(slug: str) -> None:
    table = Table(ANNA, ROBOT, game=registry.game(slug))
    begin = table.match.state
    for seat in (0, 1):
        legal = table.game.legal_actions(table.match.state, seat)
        table.do(Act(seat, legal[0], table.match.turn))
    table.do(Propose(0, "undo"))
    assert table.match.state == begin

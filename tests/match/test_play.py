"""Actions, repeated commands, giving up and taking over."""

from dataclasses import replace

import pytest
from tests.match.duel import GAME as DUEL
from tests.match.duel import Bid, Call, Sleep
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table, setup

from meadhall.cli.new_game.template import GAME as STONES
from meadhall.cli.new_game.template.types import Take
from meadhall.core.refusal import Refusal, Refused
from meadhall.match.commands import (
    Abandon,
    Act,
    ComeBack,
    GoAway,
    Leave,
    Resign,
    Say,
    TakeOver,
    Tick,
)
from meadhall.match.decide.handle import REPEATED_MS, handle
from meadhall.match.evolve import evolve, fold
from meadhall.match.facts import Acted, Created, Left, TakenOver, Unseated
from meadhall.match.match import Outcome

RECENT = 16


def test_an_action_is_stored_in_notation_with_its_seat_time_and_turn() -> None:
    table = Table()
    outcome = table.act(0, "take 2", after=7, id="x")
    assert outcome.facts == (Acted(START + 7, 0, "take 2", 1, "x"),)
    assert [type(event).__name__ for event in outcome.events] == ["Taken"]


def test_a_refusal_of_the_rules_is_returned_unchanged() -> None:
    table = Table(game=DUEL)
    answer = handle(table.match, Act(0, Call(1), table.match.turn), START)
    assert answer == Refusal("NOT_NOW", "That cannot be done now.", ("table",), "2")


def test_every_ordinary_action_leads_to_a_new_question() -> None:
    table = Table()
    table.act(0, "take 1")
    assert table.match.turn == 2
    assert table.refused_act(1, "take 1", turn=1) == "STALE_TURN"
    assert table.refused_act(1, "take 1", turn=3) == "STALE_TURN"


def test_the_second_sealed_choice_is_not_stale() -> None:
    table = Table(game=DUEL)
    table.act(0, "bid 1", turn=1)
    assert table.match.turn == 1
    table.act(1, "bid 2", turn=1)
    assert table.match.turn == 2
    assert table.match.asked == (1,)


def test_changing_a_sealed_choice_makes_no_other_choice_stale() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    for seat, text in ((0, "bid 1"), (0, "bid 2"), (1, "wave"), (1, "bid 0"), (2, "wave")):
        table.act(seat, text, turn=1)
    table.act(2, "bid 0", turn=1)
    assert table.match.turn == 2


def test_a_seat_that_is_asked_alone_twice_has_two_questions() -> None:
    table = Table(game=DUEL, options=(("calls", 2),))
    for seat in (0, 1):
        table.act(seat, "bid 1", turn=1)
    table.act(0, "call 1", turn=2)
    assert table.match.asked == (0,)
    assert table.refused_act(0, "call 1", turn=2) == "STALE_TURN"


def test_a_command_sent_twice_is_carried_out_once_with_the_same_answer() -> None:
    table = Table()
    first = table.act(0, "take 1", id="mine")
    table.act(1, "take 1", id="mine")
    again = handle(table.match, Act(0, Take(1), 1, "mine"), START)
    assert again == Outcome(table.match, (), (), first.version)
    said = table.do(Say(0, "hello", id="talk"))
    assert table.do(Say(0, "hello", id="talk")) == Outcome(table.match, (), (), said.version)
    assert len(table.match.messages) == 1


def test_an_id_that_was_used_for_another_command_is_refused() -> None:
    table = Table()
    table.act(0, "take 1", id="x")
    table.do(Say(1, "hello", id="y"))
    assert table.refused_act(0, "take 2", id="x") == "ID_USED"
    assert table.refused(Act(0, Bid(1), table.match.turn, "x")) == "ID_USED"
    assert table.refused(Say(1, "goodbye", id="y")) == "ID_USED"


def test_the_id_of_a_refused_action_can_be_used_again() -> None:
    table = Table()
    assert table.refused_act(0, "take 9", id="x") == "BAD_COUNT"
    assert table.act(0, "take 3", id="x").facts


def test_ids_are_short_and_only_the_last_ones_are_remembered() -> None:
    table = Table()
    for name in ("x" * 65, "\n", "\ud800"):
        assert table.refused_act(0, "take 1", id=name) == "BAD_ID"
    table.do(Say(0, "hello", id="x" * 64))
    for number in range(RECENT + 5):
        table.do(Say(0, "hello", id=str(number)))
    assert [len(done) for done in table.match.recent] == [RECENT, 0, 0]


def test_messages_of_others_do_not_push_out_remembered_commands() -> None:
    table = Table()
    table.do(Say(1, "once", id="x"))
    table.do(Say(0, "hello", id="x" * 64))
    for number in range(RECENT + 5):
        table.do(Say(0, "hello", id=str(number)))
        table.do(Say(None, "hush", "spectators", name="Somebody", id=str(number)))
    assert table.do(Say(1, "once", id="x")).facts == ()


def test_a_message_that_comes_again_after_many_others_is_not_said_twice() -> None:
    """Found by the nemesis: a process that stood still said it once more when it woke."""
    table = Table()
    said = [Say(0, "once", id="x"), Say(None, "hush", "spectators", name="Somebody", id="x")]
    for command in said:
        table.do(command)
    for number in range(RECENT + 5):
        table.do(Say(0, "hello", id=str(number)))
        table.do(Say(None, "hm", "spectators", name="Somebody", id=str(number)))
    for command in said:
        assert table.do(command).facts == ()
    assert table.do(Say(0, "another", id="x")).facts, "an old id is free for something else"
    table.do(Say(1, "later"), after=REPEATED_MS + 1)
    assert table.do(said[1]).facts, "after so long it is a new one"


def test_an_action_that_comes_again_after_many_others_of_its_turn_is_not_played_twice() -> None:
    """Found by the nemesis: a process that stood still played it once more when it woke."""
    table = Table(game=DUEL)
    table.act(0, "bid 1", turn=1, id="x")
    for number in range(RECENT + 5):
        table.act(0, f"bid {number % 2}", turn=1, id=str(number))
    assert table.do(Act(0, Bid(1), 1, "x")).facts == ()
    assert table.do(Act(0, Bid(0), 1, "x")).facts, "an old id is free for something else"
    table.act(1, "bid 2", turn=1)
    assert table.refused(Act(0, Bid(1), 1, "0")) == "STALE_TURN"


def test_two_spectators_may_choose_the_same_id() -> None:
    table = Table()
    for text in ("hello", "hello to you too"):
        assert table.do(Say(None, text, "spectators", name="Somebody", id="1")).facts
    assert (
        table.do(Say(None, "hello to you too", "spectators", name="Somebody", id="1")).facts == ()
    )


def test_players_may_not_play_clock_only_actions() -> None:
    table = Table(game=DUEL)
    for seat in (0, 1):
        table.act(seat, "bid 1")
    assert table.refused(Act(0, Sleep(), table.match.turn)) == "CLOCK_ONLY"


def test_wrong_actions_wrong_seats_and_late_commands_are_refused() -> None:
    table = Table(options=(("stones", 4),))
    assert table.refused(Act(0, Bid(1), 1)) == "BAD_ACTION"
    assert table.refused_act(2, "take 1") == "NO_SUCH_SEAT"
    assert table.refused_act(1, "take 1") == "NOT_YOUR_TURN"
    table.act(0, "take 3")
    table.act(1, "take 1")
    assert table.phase() == "over"
    assert table.match.asked == ()
    for command in (Act(0, Take(1), table.match.turn), Resign(0), Leave(0), Abandon()):
        assert table.refused(command) == "MATCH_OVER"
    assert table.do(Tick()).facts == ()


def test_giving_up_ends_a_match_that_cannot_go_on_without_the_seat() -> None:
    for command in (Resign(1), Leave(1)):
        table = Table()
        table.do(command)
        assert table.match.result is not None
        assert table.match.result.reason == "left"
        assert table.match.result.payoffs == (1, -1)


def test_the_others_play_on_where_the_game_allows_it() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.act(0, "bid 1")
    table.act(1, "bid 1")
    table.do(Resign(2))
    assert table.phase() == "playing"
    assert table.match.asked == (0,)
    assert table.refused(Resign(2)) == "ALREADY_LEFT"
    table.do(Leave(1))
    assert table.phase() == "over"


def test_a_bot_takes_over_where_the_match_allows_it() -> None:
    table = Table(takeover="greedy")
    assert table.refused(TakeOver(1, ROBOT)) == "SEAT_TAKEN"
    outcome = table.do(Leave(1))
    assert isinstance(outcome.facts[0], TakenOver)
    assert not table.match.is_person(1)
    assert table.refused(TakeOver(1, ROBOT)) == "SEAT_TAKEN"
    table.do(TakeOver(1, CLEO))
    assert table.match.players == (ANNA, CLEO)
    assert isinstance(table.do(Resign(1)).facts[0], Left)
    assert table.refused(TakeOver(0, ROBOT)) == "NOT_PLAYING"


def test_a_player_who_lost_the_connection_keeps_the_seat_for_two_minutes() -> None:
    table, two_minutes = Table(takeover="greedy"), 120_000
    table.do(GoAway(1))
    assert table.refused(TakeOver(1, ROBOT), after=two_minutes - 1) == "BACK_SOON"
    table.do(ComeBack(1), after=two_minutes - 1)
    table.do(GoAway(1))
    assert table.refused(TakeOver(1, ROBOT), after=1) == "BACK_SOON"
    table.do(TakeOver(1, ROBOT), after=two_minutes)
    assert table.match.players == (ANNA, ROBOT)


def test_a_bot_does_not_take_over_where_the_match_forbids_it() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    assert table.refused(TakeOver(0, ROBOT)) == "NO_TAKEOVER"
    table.do(Leave(2))
    assert table.refused(TakeOver(2, ROBOT)) == "NOBODY_THERE"
    assert table.refused(TakeOver(7, ROBOT)) == "NOBODY_THERE"


def test_nobody_wins_an_abandoned_match() -> None:
    table = Table()
    table.do(Abandon())
    assert table.match.result is not None
    assert table.match.result.payoffs == (0, 0)


def test_time_does_not_run_backwards_when_the_system_clock_is_set_back() -> None:
    table = Table()
    outcome = handle(table.match, Act(0, Take(1), 1), START - 1000)
    assert isinstance(outcome, Outcome)
    assert outcome.match.at == START


def test_facts_that_do_not_fit_the_match_are_refused() -> None:
    table = Table()
    with pytest.raises(Refused, match="NOT_A_MATCH"):
        fold(STONES, table.facts[1:])
    with pytest.raises(Refused, match="NOT_A_MATCH"):
        fold(STONES, [])
    with pytest.raises(Refused, match="NOT_A_MATCH"):
        evolve(table.match, table.facts[0])
    with pytest.raises(Refused, match="NO_SUCH_SEAT"):
        evolve(table.match, Unseated(1, 2))
    newer = Created(1, replace(setup(), rules_version=2))
    with pytest.raises(Refused, match="OTHER_RULES"):
        fold(STONES, [newer])


def test_secrets_are_not_printed() -> None:
    table = Table(seed="very secret", lock="hash")
    printed = repr(table.match) + repr(table.facts)
    assert "very secret" not in printed
    assert "'hash'" not in printed


def test_a_printed_match_has_neither_its_position_nor_its_history() -> None:
    match = Table().match
    printed = repr(match)
    assert f"status={match.status!r}" in printed
    for name in ("game", "state", "plies", "messages", "recent"):
        assert f"{name}={getattr(match, name)!r}" not in printed

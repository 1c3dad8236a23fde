"""Draws, undo and rematches: who must agree, when a proposal ends, and how ends are told."""

from dataclasses import replace

import pytest
from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, Table

from meadhall import registry
from meadhall.core.status import Finished
from meadhall.match.commands import Answer, Leave, Link, Propose, Resign, Say
from meadhall.match.decide.proposals import is_rematch_agreed, seats_to_agree
from meadhall.match.endings import ending_sentence
from meadhall.match.facts import Agreed, Declined, Drew, Player, Proposed, Rematched


def reason(table: Table) -> str | None:
    return table.match.result.reason if table.match.result else None


def declined(table: Table) -> tuple[str, int, int] | None:
    """What was declined, whose it was, and by whom."""
    last = table.match.declined
    return (last.matter, last.seat, last.by) if last else None


def test_a_draw_needs_everybody() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(0, "draw"))
    assert seats_to_agree(table.match) == (1, 2)
    table.do(Answer(2, "draw", agree=True))
    assert reason(table) is None
    outcome = table.do(Answer(1, "draw", agree=True))
    assert outcome.facts == (Agreed(table.now, 1), Drew(table.now))
    assert reason(table) == "agreed"
    assert table.match.result is not None
    assert table.match.result.payoffs == (0, 0, 0)
    assert seats_to_agree(table.match) == ()


def test_one_refusal_ends_a_proposal_and_its_author_can_withdraw_it() -> None:
    for seat in (1, 0):
        table = Table()
        table.do(Propose(0, "draw"))
        assert table.do(Answer(seat, "draw", agree=False)).facts == (Declined(table.now, seat),)
        assert table.refused(Answer(1, "draw", agree=True)) == "NOTHING_PROPOSED"


def test_the_match_says_who_declined_until_the_author_moves_or_somebody_proposes() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Answer(1, "draw", agree=False))
    assert declined(table) == ("draw", 0, 1)
    table.do(Propose(1, "draw"))
    assert declined(table) is None
    table.act(0, "take 1")
    assert declined(table) == ("draw", 1, 0), "playing on declines it too"
    table.act(1, "take 1")
    assert declined(table) is None


def test_what_was_declined_outlasts_the_moves_of_others_but_not_the_match() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(0, "draw"))
    table.do(Answer(2, "draw", agree=False))
    table.do(Resign(1))
    assert declined(table) == ("draw", 0, 2)
    table.do(Resign(2))
    assert declined(table) is None


def test_a_proposal_that_its_author_takes_back_is_not_declined() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Answer(0, "draw", agree=False))
    assert declined(table) is None


def test_a_seat_that_leaves_declines_nothing() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(0, "draw"))
    table.do(Resign(1))
    assert (table.match.proposal, declined(table)) == (None, None)


def test_proposing_the_same_is_agreeing() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Propose(1, "draw"))
    assert reason(table) == "agreed"


def test_an_offer_survives_the_move_of_its_author_but_not_of_others() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.act(0, "take 1")
    assert table.match.proposal is not None
    table.act(1, "take 1")
    assert table.match.proposal is None


def test_an_offer_ends_with_the_match_and_cannot_change_its_result() -> None:
    table = Table()
    for number in range(3):
        table.act(number % 2, "take 3")
    table.do(Propose(1, "draw"))
    table.act(1, "take 3")
    assert reason(table) == "lastStone"
    assert table.refused(Answer(0, "draw", agree=True)) == "NOTHING_PROPOSED"
    table.do(Propose(0, "rematch"))


def test_an_offer_ends_when_its_author_gives_up() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(2, "draw"))
    table.do(Resign(2))
    assert table.match.proposal is None


def test_an_offer_ends_when_a_bot_takes_over_a_seat_that_was_asked() -> None:
    table = Table(takeover="greedy")
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert seats_to_agree(table.match) == (1,)
    table.do(Leave(1))
    assert table.match.proposal is None
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 0


def test_a_bot_declines_every_draw_at_once() -> None:
    table = Table(ANNA, BERT, ROBOT, game=DUEL)
    assert table.refused(Propose(0, "draw")) == "BOT_PLAYS_ON"
    assert table.match.proposal is None
    table.do(Resign(2))
    table.do(Propose(0, "draw"))
    assert seats_to_agree(table.match) == (1,)


def test_one_person_on_all_seats_agrees_at_once() -> None:
    table = Table(ANNA, Player("Anna's other hand", "anna"))
    assert table.do(Propose(0, "draw")).facts == (Proposed(table.now, 0, "draw"), Drew(table.now))


def test_one_answer_counts_for_all_seats_of_a_person() -> None:
    table = Table(ANNA, BERT, Player("Bert again", "bert"), game=DUEL)
    table.do(Propose(0, "draw"))
    table.do(Answer(2, "draw", agree=True))
    assert reason(table) == "agreed"


def test_people_without_a_holder_are_different_people() -> None:
    table = Table(Player("Anna"), Player("Bert"))
    table.do(Propose(0, "draw"))
    assert seats_to_agree(table.match) == (1,)


def test_only_one_proposal_is_open_and_only_seats_that_were_asked_answer() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    assert table.refused(Answer(0, "draw", agree=True)) == "NOTHING_PROPOSED"
    table.do(Propose(0, "draw"))
    assert table.refused(Propose(0, "draw")) == "ALREADY_PROPOSED"
    assert table.refused(Propose(1, "undo")) == "PROPOSAL_OPEN"
    assert table.refused(Answer(0, "draw", agree=True)) == "ALREADY_AGREED"
    assert table.refused(Answer(1, "undo", agree=True)) == "NOTHING_PROPOSED"
    assert table.refused(Answer(9, "draw", agree=True)) == "NOBODY_THERE"
    table.do(Resign(2))
    assert table.refused(Propose(2, "draw")) == "ALREADY_LEFT"
    assert table.refused(Answer(2, "draw", agree=True)) == "ALREADY_LEFT"
    assert table.match.proposal is None


def test_players_who_left_are_not_asked() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Resign(2))
    table.do(Propose(0, "draw"))
    assert seats_to_agree(table.match) == (1,)


def test_a_rematch_is_opened_once_and_only_after_the_match() -> None:
    table = Table()
    assert table.refused(Propose(0, "rematch")) == "STILL_PLAYING"
    assert table.refused(Link("next")) == "NO_REMATCH"
    table.do(Resign(0))
    assert table.refused(Propose(0, "draw")) == "MATCH_OVER"
    table.do(Propose(0, "rematch"))
    assert not is_rematch_agreed(table.match)
    table.do(Answer(1, "rematch", agree=True))
    assert is_rematch_agreed(table.match)
    assert table.do(Link("next")).facts == (Rematched(table.now, "next"),)
    assert table.match.rematch == "next"
    assert table.refused(Link("another")) == "NO_REMATCH"
    assert table.refused(Propose(0, "rematch")) == "REMATCH_OPEN"


def test_players_who_gave_up_must_agree_to_a_rematch_too() -> None:
    table = Table()
    table.do(Resign(0))
    table.do(Propose(1, "rematch"))
    assert seats_to_agree(table.match) == (0,)
    assert not is_rematch_agreed(table.match)
    table.do(Answer(0, "rematch", agree=True))
    assert is_rematch_agreed(table.match)


def test_a_rematch_against_bots_needs_nobody() -> None:
    table = Table(ANNA, ROBOT)
    table.do(Resign(0))
    table.do(Propose(0, "rematch"))
    assert is_rematch_agreed(table.match)


def test_messages_leave_a_proposal_open() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Say(1, "let me think"))
    assert table.match.proposal is not None


CHECKERS = registry.game("chinese-checkers")
PLAIN = replace(CHECKERS, present=None)

ENDINGS = [
    (Finished((0, 0), "agreed"), "Draw by agreement."),
    (Finished((0, 0), "abandoned"), "Everybody left the table, so the match was called off."),
    (Finished((0, 0), "closed"), "The table was closed before the match began."),
    (Finished((1, -1), "left"), "Seat 2 resigned, so seat 1 won."),
    (Finished((1, 1, -1, 1), "left"), "Seat 3 resigned, so seat 1, seat 2 and seat 4 won."),
]


@pytest.mark.parametrize(("result", "sentence"), ENDINGS)
def test_ends_without_the_rules_are_the_same_in_every_game(result: Finished, sentence: str) -> None:
    assert ending_sentence(CHECKERS, result) == ending_sentence(PLAIN, result) == sentence


def test_a_game_says_how_its_own_rules_ended_a_match() -> None:
    won = ending_sentence(CHECKERS, Finished((-1, 1), "goal"))
    assert won == "Seat 2 (blue ■) wins: all ten marbles are in the goal."


def test_without_the_words_of_a_game_only_the_winners_are_named() -> None:
    assert ending_sentence(PLAIN, Finished((-1, 1), "goal")) == "Seat 2 won."
    assert ending_sentence(PLAIN, Finished((1, 1, -1), "goal")) == "Seat 1 and seat 2 won."
    assert ending_sentence(PLAIN, Finished((0, 0), "goal")) == "Draw."

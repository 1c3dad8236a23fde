from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, Table

from meadhall.match.commands import Answer, Leave, Link, Propose, Resign, Say
from meadhall.match.facts import Agreed, Declined, Drew, Player, Proposed, Rematched
from meadhall.match.table import rematch_agreed, still_to_agree


def reason(table: Table) -> str | None:
    return table.match.result.reason if table.match.result else None


def test_a_draw_needs_everybody() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(0, "draw"))
    assert still_to_agree(table.match) == (1, 2)
    table.do(Answer(2, "draw", agree=True))
    assert reason(table) is None
    outcome = table.do(Answer(1, "draw", agree=True))
    assert outcome.facts == (Agreed(table.now, 1), Drew(table.now))
    assert reason(table) == "agreed"
    assert table.match.result is not None
    assert table.match.result.payoffs == (0, 0, 0)
    assert still_to_agree(table.match) == ()


def test_one_no_is_enough_and_an_offer_can_be_taken_back() -> None:
    for seat in (1, 0):
        table = Table()
        table.do(Propose(0, "draw"))
        assert table.do(Answer(seat, "draw", agree=False)).facts == (Declined(table.now, seat),)
        assert table.refused(Answer(1, "draw", agree=True)) == "NOTHING_PROPOSED"


def test_offering_what_is_offered_is_agreeing() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Propose(1, "draw"))
    assert reason(table) == "agreed"


def test_an_offer_outlives_ones_own_move_and_not_the_others() -> None:
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


def test_an_offer_ends_when_its_maker_gives_up() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Propose(2, "draw"))
    table.do(Resign(2))
    assert table.match.proposal is None


def test_an_offer_ends_when_a_bot_takes_the_seat_of_somebody_who_was_asked() -> None:
    table = Table(takeover="greedy")
    table.act(0, "take 1")
    table.do(Propose(0, "undo"))
    assert still_to_agree(table.match) == (1,)
    table.do(Leave(1))
    assert table.match.proposal is None
    table.do(Propose(0, "undo"))
    assert len(table.match.plies) == 0


def test_a_bot_declines_a_draw_by_playing_on() -> None:
    table = Table(ANNA, ROBOT)
    table.do(Propose(0, "draw"))
    assert still_to_agree(table.match) == (1,)
    table.act(0, "take 1")
    table.act(1, "take 1")
    assert table.match.proposal is None


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
    assert still_to_agree(table.match) == (1,)


def test_one_thing_is_proposed_at_a_time_and_answered_by_those_asked() -> None:
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


def test_who_has_left_is_not_asked() -> None:
    table = Table(ANNA, BERT, CLEO, game=DUEL)
    table.do(Resign(2))
    table.do(Propose(0, "draw"))
    assert still_to_agree(table.match) == (1,)


def test_a_rematch_comes_after_the_match_and_once() -> None:
    table = Table()
    assert table.refused(Propose(0, "rematch")) == "STILL_PLAYING"
    assert table.refused(Link("next")) == "NO_REMATCH"
    table.do(Resign(0))
    assert table.refused(Propose(0, "draw")) == "MATCH_OVER"
    table.do(Propose(0, "rematch"))
    assert not rematch_agreed(table.match)
    table.do(Answer(1, "rematch", agree=True))
    assert rematch_agreed(table.match)
    assert table.do(Link("next")).facts == (Rematched(table.now, "next"),)
    assert table.match.rematch == "next"
    assert table.refused(Link("another")) == "NO_REMATCH"
    assert table.refused(Propose(0, "rematch")) == "REMATCH_OPEN"


def test_a_rematch_needs_also_those_who_gave_up() -> None:
    table = Table()
    table.do(Resign(0))
    table.do(Propose(1, "rematch"))
    assert still_to_agree(table.match) == (0,)
    assert not rematch_agreed(table.match)
    table.do(Answer(0, "rematch", agree=True))
    assert rematch_agreed(table.match)


def test_a_rematch_against_bots_needs_nobody() -> None:
    table = Table(ANNA, ROBOT)
    table.do(Resign(0))
    table.do(Propose(0, "rematch"))
    assert rematch_agreed(table.match)


def test_talk_does_not_disturb_a_proposal() -> None:
    table = Table()
    table.do(Propose(0, "draw"))
    table.do(Say(1, "let me think"))
    assert table.match.proposal is not None

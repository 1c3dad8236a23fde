import pytest
from tests.match.tables import ANNA, BERT, ROBOT, START, Table, setup

from meadhall.cli.template import GAME
from meadhall.core.refusal import Refused
from meadhall.match.clock import Daily, Fischer, PerTurn
from meadhall.match.commands import (
    Abandon,
    Act,
    Close,
    Command,
    Leave,
    Propose,
    Ready,
    Resign,
    Say,
    Sit,
    StandUp,
    Start,
)
from meadhall.match.evolve import fold
from meadhall.match.facts import Player
from meadhall.match.fork import opened
from meadhall.match.judge import create, handle
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.records import record_of


def gathered(*commands: Command) -> Match:
    made = create(GAME, setup(), 5)
    assert isinstance(made, Outcome)
    match, facts = made.match, made.facts
    for command in commands:
        outcome = handle(match, command, 6)
        assert isinstance(outcome, Outcome), outcome
        match, facts = outcome.match, (*facts, *outcome.facts)
    assert fold(GAME, facts) == match
    return match


def code(match: Match, command: Command) -> str:
    answer = handle(match, command, 6)
    assert isinstance(answer, Rejected)
    return answer.code


def test_people_sit_down_get_ready_and_start() -> None:
    match = gathered(Sit(0, ANNA), Sit(1, BERT), Ready(0), Ready(1), Start())
    assert match.phase == "playing"
    assert match.players == (ANNA, BERT)
    assert (match.turn, match.version) == (1, 6)


def test_bots_are_always_ready() -> None:
    assert gathered(Sit(1, ROBOT), Sit(0, ANNA), Ready(0), Start()).phase == "playing"


def test_a_match_waits_for_free_seats_and_for_people_who_are_not_ready() -> None:
    assert code(gathered(Sit(0, ANNA)), Start()) == "SEATS_OPEN"
    assert code(gathered(Sit(0, ANNA), Sit(1, BERT), Ready(1)), Start()) == "NOT_READY"
    unready = gathered(Sit(0, ANNA), Sit(1, BERT), Ready(0), Ready(1), Ready(1, ready=False))
    assert code(unready, Start()) == "NOT_READY"


def test_saying_ready_twice_is_saying_it_once() -> None:
    match = gathered(Sit(0, ANNA), Ready(0))
    assert handle(match, Ready(0), 7) == Outcome(match, (), (), match.version)


def test_who_gets_up_is_no_longer_ready_and_the_seat_is_free() -> None:
    for up in (StandUp(0), Leave(0)):
        match = gathered(Sit(0, ANNA), Ready(0), up, Sit(0, BERT))
        assert match.players == (BERT, None)
        assert match.ready == (False, False)


def test_seats_are_refused_that_are_taken_free_or_not_there() -> None:
    match = gathered(Sit(0, ANNA))
    assert code(match, Sit(0, BERT)) == "SEAT_TAKEN"
    assert code(match, StandUp(1)) == "SEAT_FREE"
    assert code(match, Ready(1)) == "NOBODY_THERE"
    assert code(match, Sit(2, BERT)) == "NO_SUCH_SEAT"
    assert code(match, Sit(-1, BERT)) == "NO_SUCH_SEAT"


def test_names_are_short_printable_and_not_blank() -> None:
    match = gathered()
    for name in ("", " ", "x" * 41, "a\nb", " Anna"):
        assert code(match, Sit(0, Player(name))) == "BAD_NAME"


def test_nothing_is_played_or_given_up_before_the_start() -> None:
    match = gathered(Sit(0, ANNA))
    assert code(match, Act(0, None, 1)) == "NOT_STARTED"
    assert code(match, Resign(0)) == "NOT_STARTED"
    assert code(match, Propose(0, "draw")) == "NOT_STARTED"
    assert code(match, Leave(1)) == "NOBODY_THERE"


def test_a_table_nobody_comes_to_is_closed_and_nothing_was_played() -> None:
    match = gathered(Sit(0, ANNA), Close(7))
    assert match.result is not None
    assert match.result.reason == "closed"
    assert code(match, Sit(1, BERT)) == "MATCH_OVER"
    assert code(match, Propose(0, "rematch")) == "NOT_STARTED"
    assert code(match, Say(0, "hello", "side")) == "NO_SUCH_AUDIENCE"
    with pytest.raises(Refused, match="Nothing has been played"):
        record_of(match)


def test_a_table_that_is_in_use_or_has_begun_is_not_closed() -> None:
    match = gathered(Sit(0, ANNA))
    assert code(match, Close(match.at)) == "IN_USE"
    assert code(match, Abandon()) == "NOT_STARTED"
    assert Table().refused(Close(2 * START)) == "ALREADY_STARTED"


def test_nobody_sits_down_after_the_start() -> None:
    assert Table().refused(Sit(0, ANNA)) == "ALREADY_STARTED"


def test_a_match_is_not_made_of_wrong_options_seats_clocks_or_rules() -> None:
    wrong = {
        "BAD_OPTION": setup(options=(("stones", 0),)),
        "UNKNOWN_OPTION": setup(options=(("stonez", 9),)),
        "BAD_SEAT_COUNT": setup(seats=3),
    }
    for expected, given in wrong.items():
        answer = create(GAME, given, 5)
        assert isinstance(answer, Rejected)
        assert answer.code == expected
    for clock in (PerTurn(0), Fischer(0, 5), Fischer(5, -1), Daily(0), Daily(61)):
        answer = opened(GAME, setup(clock=clock), (ANNA, BERT), 5)
        assert isinstance(answer, Rejected)
        assert answer.code == "BAD_CLOCK"

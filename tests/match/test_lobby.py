"""Before the start: seats, names, readiness, and what a match cannot be created with."""

import pytest
from tests.match.tables import ANNA, BERT, ROBOT, START, Table, setup

from meadhall.cli.new_game.template import GAME
from meadhall.core.refusal import Refusal, Refused
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
from meadhall.match.decide.handle import create, handle
from meadhall.match.evolve import fold
from meadhall.match.facts import Player
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.records import record_of


def lobby_after(*commands: Command) -> Match:
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
    assert isinstance(answer, Refusal)
    return answer.code


def test_people_sit_down_get_ready_and_start() -> None:
    match = lobby_after(Sit(0, ANNA), Sit(1, BERT), Ready(0), Ready(1), Start())
    assert match.phase == "playing"
    assert match.players == (ANNA, BERT)
    assert (match.turn, match.version) == (1, 6)


def test_bots_are_always_ready() -> None:
    assert lobby_after(Sit(1, ROBOT), Sit(0, ANNA), Ready(0), Start()).phase == "playing"


def test_a_match_waits_for_free_seats_and_for_people_who_are_not_ready() -> None:
    assert code(lobby_after(Sit(0, ANNA)), Start()) == "SEATS_OPEN"
    assert code(lobby_after(Sit(0, ANNA), Sit(1, BERT), Ready(1)), Start()) == "NOT_READY"
    not_ready = lobby_after(Sit(0, ANNA), Sit(1, BERT), Ready(0), Ready(1), Ready(1, ready=False))
    assert code(not_ready, Start()) == "NOT_READY"


def test_being_ready_twice_changes_nothing() -> None:
    match = lobby_after(Sit(0, ANNA), Ready(0))
    assert handle(match, Ready(0), 7) == Outcome(match, (), (), match.version)


def test_standing_up_frees_the_seat_and_clears_ready() -> None:
    for up in (StandUp(0), Leave(0)):
        match = lobby_after(Sit(0, ANNA), Ready(0), up, Sit(0, BERT))
        assert match.players == (BERT, None)
        assert match.ready == (False, False)


def test_commands_for_a_wrong_seat_are_refused() -> None:
    match = lobby_after(Sit(0, ANNA))
    assert code(match, Sit(0, BERT)) == "SEAT_TAKEN"
    assert code(match, StandUp(1)) == "SEAT_FREE"
    assert code(match, Ready(1)) == "NOBODY_THERE"
    assert code(match, Sit(2, BERT)) == "NO_SUCH_SEAT"
    assert code(match, Sit(-1, BERT)) == "NO_SUCH_SEAT"


def test_bad_names_are_refused() -> None:
    match = lobby_after()
    for name in ("", " ", "x" * 41, "a\nb", " Anna"):
        assert code(match, Sit(0, Player(name))) == "BAD_NAME"
    for name in ("x", "x" * 40):
        assert isinstance(handle(match, Sit(0, Player(name)), match.at), Outcome)


def test_nothing_is_played_or_given_up_before_the_start() -> None:
    match = lobby_after(Sit(0, ANNA))
    assert code(match, Act(0, None, 1)) == "NOT_STARTED"
    assert code(match, Resign(0)) == "NOT_STARTED"
    assert code(match, Propose(0, "draw")) == "NOT_STARTED"
    assert code(match, Leave(1)) == "NOBODY_THERE"


def test_an_unused_table_is_closed_without_a_record() -> None:
    match = lobby_after(Sit(0, ANNA), Close(7))
    assert match.result is not None
    assert match.result.reason == "closed"
    assert code(match, Sit(1, BERT)) == "MATCH_OVER"
    assert code(match, Propose(0, "rematch")) == "NOT_STARTED"
    assert code(match, Say(0, "hello", "side")) == "NO_SUCH_AUDIENCE"
    with pytest.raises(Refused, match="Nothing has been played"):
        record_of(match)


def test_a_table_in_use_or_in_play_is_not_closed() -> None:
    match = lobby_after(Sit(0, ANNA))
    assert code(match, Close(match.at)) == "IN_USE"
    assert code(match, Abandon()) == "NOT_STARTED"
    assert Table().refused(Close(2 * START)) == "ALREADY_STARTED"


def test_nobody_sits_down_after_the_start() -> None:
    assert Table().refused(Sit(0, ANNA)) == "ALREADY_STARTED"


def test_a_match_with_wrong_options_seats_or_clock_is_refused() -> None:
    wrong = {
        "BAD_OPTION": setup(options=(("stones", 0),)),
        "UNKNOWN_OPTION": setup(options=(("stonez", 9),)),
        "BAD_SEAT_COUNT": setup(seats=3),
    }
    for expected, given in wrong.items():
        answer = create(GAME, given, 5)
        assert isinstance(answer, Refusal)
        assert answer.code == expected
    for clock in (PerTurn(0), Fischer(0, 5), Fischer(5, -1), Daily(0), Daily(61)):
        answer = open_match(GAME, setup(clock=clock), (ANNA, BERT), 5)
        assert isinstance(answer, Refusal)
        assert answer.code == "BAD_CLOCK"


def test_a_clock_gives_at_most_sixty_days() -> None:
    most = 60 * 24 * 60 * 60 * 1000
    for clock in (
        PerTurn(1),
        PerTurn(most),
        Fischer(1, 0),
        Fischer(most, most),
        Daily(1),
        Daily(60),
    ):
        assert isinstance(open_match(GAME, setup(clock=clock), (ANNA, BERT), 5), Outcome)
    for clock in (PerTurn(most + 1), Fischer(most + 1, 0), Fischer(1, most + 1)):
        assert isinstance(open_match(GAME, setup(clock=clock), (ANNA, BERT), 5), Refusal)

"""Records of matches, rematches, and matches that start from a position."""

from dataclasses import replace

import pytest
from tests.match import duel
from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table, setup

from meadhall.core.codec import encode
from meadhall.core.record import Result, read_record, replay, verify, write_record
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Abandon, Answer, Propose, Resign, Tick
from meadhall.match.decide.handle import create
from meadhall.match.evolve import fold, state_at
from meadhall.match.facts import Origin, Reserved, TimedOut
from meadhall.match.fork import Cut, open_match, origin_in, origin_of, rematch_seating, setup_after
from meadhall.match.match import Match, Outcome
from meadhall.match.records import facts_of, record_of


def duel_in_play(**more: object) -> Table:
    table = Table(ANNA, BERT, CLEO, game=DUEL, **more)
    for seat in (2, 0, 1):
        table.act(seat, f"bid {seat}")
    table.act(2, "call 1")
    return table


def match_from_record(table: Table) -> Match:
    """The match as it comes back from its record, written and read."""
    record = read_record(write_record(record_of(table.match)))
    verify(table.game, record)
    return fold(table.game, facts_of(table.game, record, "m", START))


def assert_same_play(one: Match, two: Match) -> None:
    assert one.state == two.state
    assert one.status == two.status
    assert one.turn == two.turn
    assert record_of(one) == record_of(two)


def test_a_match_survives_its_record() -> None:
    table = duel_in_play(clock=PerTurn(1000))
    assert_same_play(match_from_record(table), table.match)
    table.do(Tick(), after=1000)
    assert any(isinstance(ply, TimedOut) for ply in match_from_record(table).plies)
    assert_same_play(match_from_record(table), table.match)


def test_a_record_keeps_every_kind_of_end() -> None:
    agreed, abandoned, left = Table(), Table(), Table()
    agreed.do(Propose(0, "draw"))
    agreed.do(Answer(1, "draw", agree=True))
    abandoned.act(0, "take 1")
    abandoned.do(Abandon())
    left.do(Resign(1))
    playing_on = duel_in_play()
    playing_on.do(Resign(0))
    for table in (agreed, abandoned, left, playing_on):
        assert_same_play(match_from_record(table), table.match)


def test_a_record_has_no_undone_moves() -> None:
    table = Table(ANNA, ROBOT)
    table.act(0, "take 1")
    table.act(1, "take 3")
    table.do(Propose(0, "undo"))
    assert record_of(table.match).plies == ()


def test_a_match_has_no_record_before_the_start() -> None:
    made = create(DUEL, setup(DUEL), START)
    assert isinstance(made, Outcome)
    with pytest.raises(Refused, match="NOT_STARTED"):
        record_of(made.match)


def test_a_record_with_an_illegal_move_is_refused() -> None:
    record = record_of(duel_in_play().match)
    with pytest.raises(Refused, match="BAD_PLY"):
        facts_of(DUEL, replace(record, plies=record.plies[1:]), "m", START)


def test_a_record_with_a_wrong_result_is_refused() -> None:
    ended = duel_in_play()
    ended.do(Abandon())
    record = record_of(ended.match)
    for result in (Result((0, 0, 0), "left"), Result((1, 0, 0), "abandoned")):
        with pytest.raises(Refused, match="RESULT_DIFFERS"):
            facts_of(DUEL, replace(record, result=result), "m", START)


@pytest.mark.parametrize("name", ["", "x" * 41, "two\nlines", " "])
def test_a_record_with_a_bad_name_is_refused(name: str) -> None:
    record = record_of(duel_in_play().match)
    with pytest.raises(Refused, match="BAD_NAME"):
        facts_of(DUEL, replace(record, players=(name, *record.players[1:])), "m", START)


def test_state_at_returns_every_position_of_a_match() -> None:
    table = duel_in_play()
    steps = list(replay(DUEL, record_of(table.match)))
    for ply, step in enumerate(steps):
        assert state_at(table.match, ply) == step.state


def finished_duel() -> Table:
    table = duel_in_play()
    table.do(Abandon())
    return table


def state_of(origin: Origin) -> duel.State:
    match = open_match(DUEL, setup(DUEL, 3, origin=origin), (ANNA, BERT, CLEO), START)
    assert isinstance(match, Outcome)
    assert isinstance(match.match.state, duel.State)
    return match.match.state


def test_a_new_match_from_a_position_has_new_dice() -> None:
    table = finished_duel()
    origin = origin_of(table.match, Cut(2), Rng("new"))
    assert (origin.match, origin.ply, origin.shown) == ("m", 2, "revealed")
    state, was = state_of(origin), state_at(table.match, 2)
    assert isinstance(was, duel.State)
    assert state.rng != was.rng
    assert replace(state, rng=was.rng) == was


def test_a_new_match_from_a_position_can_resample_secrets() -> None:
    table = finished_duel()
    was = state_at(table.match, 2)
    assert isinstance(was, duel.State)
    states = []
    for seed in range(20):
        origin = origin_of(table.match, Cut(2, "resampled", viewer=0), Rng(str(seed)))
        states.append(state_of(origin))
        assert DUEL.view(states[-1], 0) == DUEL.view(was, 0)
    assert len({state.bids.choice(2) for state in states}) > 1


def test_a_match_from_a_position_can_be_recorded_and_continued_too() -> None:
    origin = origin_of(finished_duel().match, Cut(3), Rng("new"))
    table = Table(ANNA, BERT, CLEO, game=DUEL, origin=origin)
    table.act(2, "call 2")
    assert_same_play(match_from_record(table), table.match)
    assert origin_in(DUEL, record_of(table.match), Cut(0), Rng("x")).ply == 0


def test_no_match_starts_from_a_live_match_or_from_its_end() -> None:
    with pytest.raises(Refused, match="STILL_PLAYING"):
        origin_of(duel_in_play().match, Cut(0), Rng("x"))
    with pytest.raises(Refused, match="NO_SUCH_PLY"):
        origin_of(finished_duel().match, Cut(5), Rng("x"))
    table = Table(options=(("stones", 4),))
    table.act(0, "take 3")
    table.act(1, "take 1")
    with pytest.raises(Refused, match="NOTHING_TO_PLAY"):
        origin_of(table.match, Cut(2), Rng("x"))


def test_a_match_does_not_start_from_a_finished_or_broken_position() -> None:
    over = encode(replace(duel_state(), round=2)).decode()
    for text, code in ((over, "NOTHING_TO_PLAY"), ("{}", "MISSING_FIELD"), ("?", "BAD_JSON")):
        answer = open_match(DUEL, setup(DUEL, 3, origin=Origin(text)), (ANNA, BERT, CLEO), START)
        assert isinstance(answer, Refusal)
        assert answer.code == code


def duel_state() -> duel.State:
    state = duel_in_play().match.state
    assert isinstance(state, duel.State)
    return state


def test_in_a_rematch_everybody_moves_to_the_next_seat() -> None:
    table = finished_duel()
    rematch = setup_after(table.match, Reserved("m2", "secret"), "CODE")
    players = rematch_seating(table.match).players
    assert players == (CLEO, ANNA, BERT)
    assert (rematch.id, rematch.seed, rematch.secret) == ("m2", "", "secret")
    assert rematch.follows == "m"
    assert rematch.options == table.match.setup.options
    outcome = open_match(DUEL, rematch, players, START)
    assert isinstance(outcome, Outcome)
    assert outcome.match.phase == "playing"

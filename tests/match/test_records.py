from dataclasses import replace

import pytest
from tests.match import duel
from tests.match.duel import GAME as DUEL
from tests.match.tables import ANNA, BERT, CLEO, ROBOT, START, Table, setup

from meadhall.core.codec import encode
from meadhall.core.record import Result, read_record, replay, verify, write_record
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.match.clock import PerTurn
from meadhall.match.commands import Abandon, Answer, Propose, Resign, Tick
from meadhall.match.evolve import fold, state_at
from meadhall.match.facts import Origin, TimedOut
from meadhall.match.fork import Cut, opened, origin_in, origin_of, rematch_of
from meadhall.match.judge import create
from meadhall.match.match import Match, Outcome, Rejected
from meadhall.match.records import facts_of, record_of


def played_duel(**more: object) -> Table:
    table = Table(ANNA, BERT, CLEO, game=DUEL, **more)
    for seat in (2, 0, 1):
        table.act(seat, f"bid {seat}")
    table.act(2, "call 1")
    return table


def again(table: Table) -> Match:
    """The match as it comes back from its record, written and read."""
    record = read_record(write_record(record_of(table.match)))
    verify(table.game, record)
    return fold(table.game, facts_of(table.game, record, "m", START))


def same_play(one: Match, two: Match) -> None:
    assert one.state == two.state
    assert one.status == two.status
    assert one.turn == two.turn
    assert record_of(one) == record_of(two)


def test_a_record_and_a_match_are_the_same_play() -> None:
    table = played_duel(clock=PerTurn(1000))
    same_play(again(table), table.match)
    table.do(Tick(), after=1000)
    assert any(isinstance(ply, TimedOut) for ply in again(table).plies)
    same_play(again(table), table.match)


def test_every_way_to_end_is_kept_by_a_record() -> None:
    agreed, abandoned, left = Table(), Table(), Table()
    agreed.do(Propose(0, "draw"))
    agreed.do(Answer(1, "draw", agree=True))
    abandoned.act(0, "take 1")
    abandoned.do(Abandon())
    left.do(Resign(1))
    playing_on = played_duel()
    playing_on.do(Resign(0))
    for table in (agreed, abandoned, left, playing_on):
        same_play(again(table), table.match)


def test_undone_moves_are_not_on_record() -> None:
    table = Table(ANNA, ROBOT)
    table.act(0, "take 1")
    table.act(1, "take 3")
    table.do(Propose(0, "undo"))
    assert record_of(table.match).plies == ()


def test_nothing_is_on_record_before_the_start() -> None:
    made = create(DUEL, setup(DUEL), START)
    assert isinstance(made, Outcome)
    with pytest.raises(Refused, match="NOT_STARTED"):
        record_of(made.match)


def test_a_record_that_lies_makes_no_match() -> None:
    record = record_of(played_duel().match)
    with pytest.raises(Refused, match="BAD_PLY"):
        facts_of(DUEL, replace(record, plies=record.plies[1:]), "m", START)


def test_a_record_says_how_it_ended_and_not_otherwise() -> None:
    ended = played_duel()
    ended.do(Abandon())
    record = record_of(ended.match)
    for result in (Result((0, 0, 0), "left"), Result((1, 0, 0), "abandoned")):
        with pytest.raises(Refused, match="RESULT_DIFFERS"):
            facts_of(DUEL, replace(record, result=result), "m", START)


@pytest.mark.parametrize("name", ["", "x" * 41, "two\nlines", " "])
def test_nobody_in_a_record_has_a_name_that_nobody_can_have(name: str) -> None:
    record = record_of(played_duel().match)
    with pytest.raises(Refused, match="BAD_NAME"):
        facts_of(DUEL, replace(record, players=(name, *record.players[1:])), "m", START)


def test_any_position_can_be_looked_at_again() -> None:
    table = played_duel()
    steps = list(replay(DUEL, record_of(table.match)))
    for ply, step in enumerate(steps):
        assert state_at(table.match, ply) == step.state


def finished_duel() -> Table:
    table = played_duel()
    table.do(Abandon())
    return table


def state_of(origin: Origin) -> duel.State:
    match = opened(DUEL, setup(DUEL, 3, origin=origin), (ANNA, BERT, CLEO), START)
    assert isinstance(match, Outcome)
    assert isinstance(match.match.state, duel.State)
    return match.match.state


def test_play_goes_on_from_here_with_everything_revealed_but_new_dice() -> None:
    table = finished_duel()
    origin = origin_of(table.match, Cut(2), Rng("new"))
    assert (origin.match, origin.ply, origin.shown) == ("m", 2, "revealed")
    state, was = state_of(origin), state_at(table.match, 2)
    assert isinstance(was, duel.State)
    assert state.rng != was.rng
    assert replace(state, rng=was.rng) == was


def test_play_goes_on_from_here_with_secrets_dealt_anew() -> None:
    table = finished_duel()
    was = state_at(table.match, 2)
    assert isinstance(was, duel.State)
    states = []
    for seed in range(20):
        origin = origin_of(table.match, Cut(2, "resampled", viewer=0), Rng(str(seed)))
        states.append(state_of(origin))
        assert DUEL.view(states[-1], 0) == DUEL.view(was, 0)
    assert len({state.bids.choice(2) for state in states}) > 1


def test_a_match_that_goes_on_from_a_position_can_be_recorded_and_gone_on_from_too() -> None:
    origin = origin_of(finished_duel().match, Cut(3), Rng("new"))
    table = Table(ANNA, BERT, CLEO, game=DUEL, origin=origin)
    table.act(2, "call 2")
    same_play(again(table), table.match)
    assert origin_in(DUEL, record_of(table.match), Cut(0), Rng("x")).ply == 0


def test_nothing_goes_on_from_a_live_match_its_end_or_beyond() -> None:
    with pytest.raises(Refused, match="STILL_PLAYING"):
        origin_of(played_duel().match, Cut(0), Rng("x"))
    with pytest.raises(Refused, match="NO_SUCH_PLY"):
        origin_of(finished_duel().match, Cut(5), Rng("x"))
    table = Table(options=(("stones", 4),))
    table.act(0, "take 3")
    table.act(1, "take 1")
    with pytest.raises(Refused, match="NOTHING_TO_PLAY"):
        origin_of(table.match, Cut(2), Rng("x"))


def test_a_match_does_not_start_from_a_finished_or_broken_position() -> None:
    over = encode(replace(finished_state(), round=2)).decode()
    for text, code in ((over, "NOTHING_TO_PLAY"), ("{}", "MISSING_FIELD"), ("?", "BAD_JSON")):
        answer = opened(DUEL, setup(DUEL, 3, origin=Origin(text)), (ANNA, BERT, CLEO), START)
        assert isinstance(answer, Rejected)
        assert answer.code == code


def finished_state() -> duel.State:
    state = played_duel().match.state
    assert isinstance(state, duel.State)
    return state


def test_in_a_rematch_everybody_sits_one_seat_further() -> None:
    table = finished_duel()
    fresh, players = rematch_of(table.match, "m2", "other seed")
    assert players == (CLEO, ANNA, BERT)
    assert (fresh.id, fresh.seed, fresh.follows) == ("m2", "other seed", "m")
    assert fresh.options == table.match.setup.options
    outcome = opened(DUEL, fresh, players, START)
    assert isinstance(outcome, Outcome)
    assert outcome.match.phase == "playing"

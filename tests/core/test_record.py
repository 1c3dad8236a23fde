"""Records: written, read, replayed, and refused if something is wrong."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pennies_game import GAME as PENNIES
from pennies_game import Options

from meadhall.cli.new_game.template import GAME
from meadhall.cli.new_game.template.types import State, Taken
from meadhall.core.codec import encode
from meadhall.core.game import Step, start
from meadhall.core.record import (
    Ply,
    Record,
    Result,
    add_ply,
    read_record,
    replay,
    verify,
    write_record,
)
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.rng_in_state import with_generator
from meadhall.core.seed_proof import SeedProof, make_seed
from meadhall.core.status import ToAct

MATCH = Record(
    game="template",
    rules_version=1,
    seed="7",
    players=("Anna", "Björn"),
    options={"stones": 5},
    plies=(
        Ply(0, "take 1", clock=59_000),
        Ply(1, "take 3", comment="a mistake, “really”"),
        Ply(0, "take 1"),
    ),
    result=Result((1, -1), "lastStone"),
)
DOCUMENT = write_record(MATCH)


def refusal_of(record: Record) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(Refused) as error:
        verify(GAME, record)
    return error.value.refusal.code, error.value.refusal.objects


def edit(changes: dict[str, object]) -> str:
    return json.dumps({**json.loads(DOCUMENT), **changes})


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
plies = st.builds(Ply, st.integers(0, 5), texts, st.booleans(), st.none() | st.integers(), texts)
values = st.none() | st.booleans() | st.integers() | texts
records = st.builds(
    Record,
    texts,
    st.integers(),
    texts,
    st.lists(texts, max_size=4).map(tuple),
    st.dictionaries(texts, values, max_size=3),
    st.lists(plies, max_size=5).map(tuple),
    st.none() | st.builds(Result, st.lists(st.integers(), max_size=3).map(tuple), texts),
)


@given(records)
def test_reading_is_the_inverse_of_writing(record: Record) -> None:
    assert read_record(write_record(record)) == record
    assert read_record(write_record(record).encode()) == record


def test_a_document_is_json_with_one_ply_per_line() -> None:
    lines = DOCUMENT.splitlines()
    assert json.loads(DOCUMENT)["schema"] == "meadhall-record-1"
    assert sum('"take' in line for line in lines) == 3


def test_that_a_match_was_rated_is_written_only_where_it_was() -> None:
    rated = replace(MATCH, rated=True)
    assert read_record(write_record(rated)) == rated
    assert json.loads(write_record(rated))["rated"] is True
    assert "rated" not in json.loads(DOCUMENT)


def test_a_record_replays_to_its_result() -> None:
    verify(GAME, read_record(DOCUMENT))
    assert [step.state for step in replay(GAME, MATCH)] == [
        State(5, 0),
        State(4, 1),
        State(1, 0),
        State(0, 1),
    ]


def test_an_unfinished_record_is_valid_too() -> None:
    verify(GAME, replace(MATCH, plies=MATCH.plies[:2], result=None))


def test_adding_a_ply_does_not_change_the_record() -> None:
    assert add_ply(MATCH, Ply(1, "x")).plies == (*MATCH.plies, Ply(1, "x"))
    assert len(MATCH.plies) == 3


def test_a_truncated_document_is_refused() -> None:
    whole = DOCUMENT.encode()
    for length in range(len(whole) - 1):
        with pytest.raises(Refused) as error:
            read_record(whole[:length])
        assert error.value.refusal.code == "BAD_JSON", length


def test_a_document_with_a_wrong_byte_is_refused_or_means_the_same() -> None:
    whole = DOCUMENT.encode()
    kept = 0
    for place in range(len(whole)):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        try:
            assert read_record(changed) == MATCH
            kept += 1
        except Refused:
            continue
    assert kept < len(whole) // 10  # a changed space may still be a space


@pytest.mark.parametrize("foreign", ["{}", "[]", "7", '{"schema":"other-record-1"}', '"x"', "null"])
def test_a_file_of_another_kind_is_refused(foreign: str) -> None:
    with pytest.raises(Refused, match="NOT_A_RECORD"):
        read_record(foreign)


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"seed": "8"}, "RECORD_CHANGED", "$.hash"),
        ({"options": {"stones": 6}}, "RECORD_CHANGED", "$.hash"),
        ({"result": None}, "RECORD_CHANGED", "$.hash"),
        ({"hash": 0}, "RECORD_CHANGED", "$.hash"),
        ({"plies": []}, "RECORD_CHANGED", "$.hash"),
        ({"plies": [{"seat": "0", "action": "x"}]}, "BAD_SHAPE", "$.plies[0].seat"),
        ({"players": "Anna"}, "BAD_SHAPE", "$.players"),
        ({"options": []}, "BAD_SHAPE", "$.options"),
        ({"options": {"stones": 1.5}}, "BAD_SHAPE", "$.options"),
        ({"options": {"stones": [5]}}, "BAD_SHAPE", "$.options"),
        ({"extra": 1}, "UNKNOWN_FIELD", "$"),
    ],
)
def test_an_edited_record_is_refused_with_the_place(
    changes: dict[str, Any], code: str, place: str
) -> None:
    with pytest.raises(Refused) as error:
        read_record(edit(changes))
    assert (error.value.refusal.code, error.value.refusal.objects) == (code, (place,))


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"rules_version": 2}, "OTHER_RULES", "$.rules_version"),
        ({"options": {"rings": 3}}, "UNKNOWN_OPTION", "rings"),
        ({"options": {"stones": 99}}, "BAD_OPTION", "stones"),
        ({"plies": (Ply(0, "take 9"),)}, "BAD_PLY", "$.plies[0]"),
        ({"plies": (Ply(0, "take 1"), Ply(0, "take 1"))}, "BAD_PLY", "$.plies[1]"),
        ({"plies": (Ply(0, "jump"),)}, "BAD_PLY", "$.plies[0]"),
        ({"plies": (Ply(2, "take 1"),)}, "BAD_PLY", "$.plies[0]"),
        ({"plies": (Ply(-1, "take 1"),)}, "BAD_PLY", "$.plies[0]"),
        ({"players": ("Anna",)}, "BAD_SEAT_COUNT", "seats"),
        ({"result": None}, "RESULT_DIFFERS", "$.result"),
        ({"result": Result((-1, 1), "lastStone")}, "RESULT_DIFFERS", "$.result"),
        ({"plies": MATCH.plies[:1]}, "RESULT_DIFFERS", "$.result"),
    ],
)
def test_a_record_that_does_not_replay_is_refused_with_the_place(
    changes: dict[str, Any], code: str, place: str
) -> None:
    assert refusal_of(replace(MATCH, **changes)) == (code, (place,))


def test_a_record_can_start_from_a_position() -> None:
    later = replace(MATCH, start='{"stones": 1, "turn": 1}', plies=(Ply(1, "take 1"),))
    assert read_record(write_record(later)) == later
    assert [step.state for step in replay(GAME, later)] == [State(1, 1), State(0, 0)]


@pytest.mark.parametrize("start", ['{"stones": -1, "turn": 1}', '{"stones": 3, "turn": 2}'])
def test_an_impossible_starting_position_is_refused(start: str) -> None:
    assert refusal_of(replace(MATCH, start=start)) == ("BAD_POSITION", ("$.start",))


def test_a_starting_position_for_more_seats_is_refused() -> None:
    elsewhere = replace(GAME, status=lambda _: ToAct((2,)))
    middle = replace(MATCH, start='{"stones": 1, "turn": 1}')
    with pytest.raises(Refused, match="BAD_POSITION"):
        verify(elsewhere, middle)


def test_a_starting_position_on_which_the_rules_crash_is_refused() -> None:
    def confused(_: State) -> list[str]:
        raise IndexError

    with pytest.raises(Refused, match="BAD_POSITION"):
        verify(replace(GAME, invariant=confused), replace(MATCH, start='{"stones": 1, "turn": 1}'))


def test_a_refused_ply_says_why() -> None:
    with pytest.raises(Refused, match=r"seat 1 cannot play 'take 9'.*BAD_COUNT"):
        verify(GAME, replace(MATCH, plies=(Ply(0, "take 9"),)))


def test_a_record_may_end_because_a_seat_left() -> None:
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    verify(GAME, replace(MATCH, plies=left, result=Result((1, -1), "left")))


def test_leaving_a_game_without_a_rule_for_it_changes_nothing() -> None:
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    *_, before, after = replay(replace(GAME, leave=None), replace(MATCH, plies=left))
    assert after == Step(before.state, ())


def test_leaving_a_game_with_a_rule_for_it_applies_the_rule() -> None:
    game = replace(GAME, leave=lambda _, seat: Step(State(0, seat), ()))
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    *_, last = replay(game, replace(MATCH, plies=left))
    assert last.state == State(0, 1)


def test_a_draw_by_agreement_is_valid_only_before_the_end() -> None:
    agreed = Result((0, 0), "agreed")
    verify(GAME, replace(MATCH, plies=MATCH.plies[:1], result=agreed))
    assert refusal_of(replace(MATCH, result=agreed))[0] == "RESULT_DIFFERS"


LEAVE = Ply(1, "", leave=True)


def test_a_seat_leaves_once() -> None:
    game = replace(GAME, leave=lambda state, _: Step(state, ()))
    with pytest.raises(Refused, match=r"BAD_PLY.*seat 2 has left already"):
        verify(game, replace(MATCH, plies=(LEAVE, *MATCH.plies[:1], LEAVE)))


def test_nothing_follows_a_seat_that_ended_the_match_by_leaving() -> None:
    with pytest.raises(Refused, match=r"BAD_PLY.*has ended"):
        verify(replace(GAME, leave=None), replace(MATCH, plies=(LEAVE, *MATCH.plies)))


def test_a_record_longer_than_any_match_is_refused_before_it_is_played() -> None:
    most = GAME.spec.max_plies + 2
    played: list[State] = []

    def apply(state: State, *_: object) -> Step[State, Taken]:
        played.append(state)
        return Step(state, ())

    game = replace(GAME, apply=apply)
    assert len(list(replay(game, replace(MATCH, plies=(Ply(0, "take 1"),) * most)))) == most + 1
    played.clear()
    with pytest.raises(Refused, match=rf"TOO_LONG.*more than {most} plies"):
        verify(game, replace(MATCH, plies=(Ply(0, "take 1"),) * (most + 1)))
    assert played == []


PROOF = SeedProof("a match", "a secret", ("a1", ""))


def test_a_seed_is_made_of_what_proves_it() -> None:
    proved = replace(MATCH, seed=make_seed(PROOF), proof=PROOF)
    verify(GAME, proved)
    assert refusal_of(replace(proved, seed="7")) == ("SEED_DIFFERS", ("$.seed",))


def test_the_dice_of_a_starting_position_are_those_of_the_seed() -> None:
    seed = make_seed(PROOF)
    first = start(PENNIES, Options(), 2, Rng(seed))
    fair, loaded = (
        Record("pennies", 1, seed, ("Ann", "Bob"), {}, start=encode(state).decode(), proof=PROOF)
        for state in (with_generator(first, Rng(seed)), with_generator(first, Rng("loaded")))
    )
    verify(PENNIES, fair)
    with pytest.raises(Refused) as error:
        verify(PENNIES, loaded)
    assert error.value.refusal.code == "SEED_DIFFERS"


def test_a_record_of_an_earlier_version_has_the_options_of_that_time() -> None:
    spec = replace(GAME.spec, rules_version=2, earlier={1: {"stones": 5}})
    later = replace(GAME, spec=spec)
    verify(later, replace(MATCH, options={}))
    verify(later, MATCH)
    position = encode(start(GAME, GAME.types.options(stones=5), 2, Rng("7"))).decode()
    verify(later, replace(MATCH, options={}, start=position))
    with pytest.raises(Refused, match="OTHER_RULES"):
        verify(later, replace(MATCH, rules_version=3))

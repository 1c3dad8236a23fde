"""Records: written, read, replayed, and refused when something is wrong with them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.cli.template import GAME
from meadhall.cli.template.types import State
from meadhall.core.game import Step
from meadhall.core.record import (
    Ply,
    Record,
    Result,
    appended,
    read_record,
    replay,
    verify,
    write_record,
)
from meadhall.core.refusal import Refused
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


def edited(changes: dict[str, object]) -> str:
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


def test_a_document_is_json_with_one_ply_a_line() -> None:
    lines = DOCUMENT.splitlines()
    assert json.loads(DOCUMENT)["schema"] == "meadhall-record-1"
    assert sum('"take' in line for line in lines) == 3


def test_a_sound_record_replays_to_its_result() -> None:
    verify(GAME, read_record(DOCUMENT))
    assert [step.state for step in replay(GAME, MATCH)] == [
        State(5, 0),
        State(4, 1),
        State(1, 0),
        State(0, 1),
    ]


def test_an_unfinished_record_is_sound_too() -> None:
    verify(GAME, replace(MATCH, plies=MATCH.plies[:2], result=None))


def test_appending_leaves_the_record_alone() -> None:
    assert appended(MATCH, Ply(1, "x")).plies == (*MATCH.plies, Ply(1, "x"))
    assert len(MATCH.plies) == 3


def test_a_document_cut_short_anywhere_is_refused() -> None:
    whole = DOCUMENT.encode()
    for length in range(len(whole) - 1):
        with pytest.raises(Refused) as error:
            read_record(whole[:length])
        assert error.value.refusal.code == "BAD_JSON", length


def test_a_document_with_any_byte_changed_is_refused_or_says_the_same() -> None:
    whole = DOCUMENT.encode()
    kept = 0
    for place in range(len(whole)):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        try:
            assert read_record(changed) == MATCH
            kept += 1
        except Refused:
            continue
    assert kept < len(whole) // 10  # spaces between things may become others


@pytest.mark.parametrize("foreign", ["{}", "[]", "7", '{"schema":"other-record-1"}', '"x"', "null"])
def test_a_foreign_file_is_refused(foreign: str) -> None:
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
def test_an_edited_record_is_found_out_with_the_place(
    changes: dict[str, Any], code: str, place: str
) -> None:
    with pytest.raises(Refused) as error:
        read_record(edited(changes))
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


def test_a_record_from_the_middle_begins_there() -> None:
    later = replace(MATCH, start='{"stones": 1, "turn": 1}', plies=(Ply(1, "take 1"),))
    assert read_record(write_record(later)) == later
    assert [step.state for step in replay(GAME, later)] == [State(1, 1), State(0, 0)]


@pytest.mark.parametrize("start", ['{"stones": -1, "turn": 1}', '{"stones": 3, "turn": 2}'])
def test_a_position_that_cannot_be_is_not_begun_from(start: str) -> None:
    assert refusal_of(replace(MATCH, start=start)) == ("BAD_POSITION", ("$.start",))


def test_a_position_for_more_seats_is_not_begun_from() -> None:
    elsewhere = replace(GAME, status=lambda _: ToAct((2,)))
    middle = replace(MATCH, start='{"stones": 1, "turn": 1}')
    with pytest.raises(Refused, match="BAD_POSITION"):
        verify(elsewhere, middle)


def test_a_position_that_the_rules_cannot_even_look_at_is_not_begun_from() -> None:
    def confused(_: State) -> list[str]:
        raise IndexError

    with pytest.raises(Refused, match="BAD_POSITION"):
        verify(replace(GAME, invariant=confused), replace(MATCH, start='{"stones": 1, "turn": 1}'))


def test_a_refused_ply_says_why() -> None:
    with pytest.raises(Refused, match=r"seat 1 cannot play 'take 9'.*BAD_COUNT"):
        verify(GAME, replace(MATCH, plies=(Ply(0, "take 9"),)))


def test_a_seat_that_left_ends_a_game_that_cannot_go_on() -> None:
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    verify(GAME, replace(MATCH, plies=left, result=Result((1, -1), "left")))


def test_a_seat_that_left_a_game_with_no_rule_for_it_changes_nothing() -> None:
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    *_, before, after = replay(replace(GAME, leave=None), replace(MATCH, plies=left))
    assert after == Step(before.state, ())


def test_a_game_that_can_go_on_without_a_seat_does() -> None:
    game = replace(GAME, leave=lambda _, seat: Step(State(0, seat), ()))
    left = (Ply(0, "take 1"), Ply(1, "", leave=True))
    *_, last = replay(game, replace(MATCH, plies=left))
    assert last.state == State(0, 1)


def test_a_result_by_agreement_stands_only_where_play_had_not_ended() -> None:
    agreed = Result((0, 0), "agreed")
    verify(GAME, replace(MATCH, plies=MATCH.plies[:1], result=agreed))
    assert refusal_of(replace(MATCH, result=agreed))[0] == "RESULT_DIFFERS"

"""JSON and back with exact types; the same bytes with and without msgspec."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Generic, Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.core import codec
from meadhall.core.codec import decode, encode, encode_with_json, from_plain, parse_json, to_plain
from meadhall.core.refusal import Refused

T = TypeVar("T")


class Suit(Enum):
    FIRE = "fire"
    ICE = "ice"


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass(frozen=True, slots=True)
class Move:
    path: tuple[int, ...]
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Say:
    text: str
    loud: bool = False
    kind: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    held: T


@dataclass(frozen=True, slots=True)
class Everything:
    action: Move | Say
    pair: tuple[int, str]
    suit: Suit
    maybe: int | None
    either: str | int | tuple[int, ...]
    suit_or_not: Suit | None = None
    rank: Rank = Rank.LOW
    box: Box[int] | None = None
    nothing: tuple[()] = ()
    size: Literal[1, 2] = 1
    word: Literal["a", "b"] | None = None
    many: tuple[Move | Say, ...] = field(default_factory=tuple)


actions = st.builds(Move, st.lists(st.integers()).map(tuple)) | st.builds(
    Say, st.text(st.characters(exclude_categories=["Cs"])), st.booleans()
)
everything = st.builds(
    Everything,
    actions,
    st.tuples(st.integers(), st.text(st.characters(exclude_categories=["Cs"]))),
    st.sampled_from(Suit),
    st.none() | st.integers(),
    st.just("text") | st.integers() | st.lists(st.integers()).map(tuple),
    st.none() | st.sampled_from(Suit),
    st.sampled_from(Rank),
    st.none() | st.builds(Box, st.integers()),
    size=st.sampled_from([1, 2]),
    word=st.sampled_from([None, "a", "b"]),
    many=st.lists(actions, max_size=4).map(tuple),
)


@given(everything)
def test_decoding_is_the_inverse_of_encoding(value: Everything) -> None:
    assert decode(Everything, encode(value)) == value


@given(everything)
def test_both_writers_give_the_same_bytes(value: Everything) -> None:
    assert encode(value) == encode_with_json(value)


def test_msgspec_is_used_only_if_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codec._choose_encoder() is not encode_with_json
    monkeypatch.setitem(sys.modules, "msgspec.json", None)
    assert codec._choose_encoder() is encode_with_json


def test_the_standard_library_writes_the_same_bytes() -> None:
    value = Everything(Say("hé\n\u2028"), (1, "x"), Suit.ICE, None, (3, 4), rank=Rank.HIGH)
    script = f"""
import sys
sys.modules["msgspec"] = sys.modules["msgspec.json"] = None
from meadhall.core import codec
assert codec.encode is codec.encode_with_json
text = codec.encode(codec.parse_json({encode(value)!r}))
sys.stdout.buffer.write(text)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == encode(value)


def test_mappings_and_lists_become_plain() -> None:
    assert to_plain({1: [Suit.FIRE, (True, None)]}) == {"1": ["fire", [True, None]]}


@pytest.mark.parametrize("value", [1.5, {1, 2}, object(), Move])
def test_a_value_of_another_type_cannot_be_encoded(value: object) -> None:
    with pytest.raises(TypeError, match="no place in a state"):
        to_plain(value)


@pytest.mark.parametrize("type_", [float, list, dict, set])
def test_another_type_cannot_be_decoded(type_: type[object]) -> None:
    with pytest.raises(TypeError, match="no place in a state"):
        from_plain(type_, 1)


def test_a_union_whose_members_look_alike_is_an_error() -> None:
    with pytest.raises(TypeError, match="cannot be told apart"):
        from_plain(tuple[int, ...] | tuple[str, ...], [1])


GOOD = {
    "action": {"kind": "move", "path": [1, 2]},
    "pair": [1, "x"],
    "suit": "fire",
    "maybe": None,
    "either": "text",
}


def test_the_example_is_decoded() -> None:
    assert from_plain(Everything, GOOD) == Everything(
        Move((1, 2)), (1, "x"), Suit.FIRE, None, "text"
    )


@pytest.mark.parametrize(
    ("field_", "value", "place", "code"),
    [
        ("action", {"kind": "fly"}, "$.action.kind", "BAD_SHAPE"),
        ("action", {"path": []}, "$.action.kind", "BAD_SHAPE"),
        ("action", {"kind": ["move"], "path": []}, "$.action.kind", "BAD_SHAPE"),
        ("action", {"kind": "move"}, "$.action", "MISSING_FIELD"),
        ("action", {"kind": "move", "path": [], "x": 1}, "$.action", "UNKNOWN_FIELD"),
        ("action", {"kind": "move", "path": [1, 2.0]}, "$.action.path[1]", "BAD_SHAPE"),
        ("action", {"kind": "move", "path": [True]}, "$.action.path[0]", "BAD_SHAPE"),
        ("action", {"kind": "move", "path": "ab"}, "$.action.path", "BAD_SHAPE"),
        ("action", 7, "$.action", "BAD_SHAPE"),
        ("action", None, "$.action", "BAD_SHAPE"),
        ("pair", [1], "$.pair", "BAD_SHAPE"),
        ("pair", [1, 2], "$.pair[1]", "BAD_SHAPE"),
        ("pair", [1, "\ud800"], "$.pair[1]", "BAD_SHAPE"),
        ("suit", "earth", "$.suit", "BAD_SHAPE"),
        ("suit", [], "$.suit", "BAD_SHAPE"),
        ("rank", True, "$.rank", "BAD_SHAPE"),
        ("maybe", "1", "$.maybe", "BAD_SHAPE"),
        ("maybe", False, "$.maybe", "BAD_SHAPE"),
        ("either", {}, "$.either", "BAD_SHAPE"),
        ("box", [], "$.box", "BAD_SHAPE"),
        ("nothing", [1], "$.nothing", "BAD_SHAPE"),
        ("size", 3, "$.size", "BAD_SHAPE"),
        ("size", True, "$.size", "BAD_SHAPE"),
        ("word", "c", "$.word", "BAD_SHAPE"),
        ("word", 1, "$.word", "BAD_SHAPE"),
    ],
)
def test_a_value_that_is_not_exactly_of_the_type_is_refused_with_its_place(
    field_: str, value: object, place: str, code: str
) -> None:
    with pytest.raises(Refused) as error:
        from_plain(Everything, {**GOOD, field_: value})
    assert error.value.refusal.code == code
    assert error.value.refusal.objects == (place,)
    assert place in error.value.refusal.sentence


def test_a_list_for_an_object_is_refused() -> None:
    with pytest.raises(Refused, match=r"\$: expected an object \(Move\), found list"):
        from_plain(Move, [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2"),
        ('{"a":\n ?}', "line 2, column 2"),
        ("", "line 1, column 1"),
        (b'"\xff"', "Not UTF-8 text"),
        ("[" * 200_000, "nested too deeply"),
        ("9" * 5000, "too long"),
    ],
)
def test_text_that_is_not_json_is_refused_with_its_place(text: str | bytes, said: str) -> None:
    with pytest.raises(Refused, match="BAD_JSON") as error:
        parse_json(text)
    assert said in error.value.refusal.sentence


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=9))
def test_any_json_is_decoded_or_refused(plain: object) -> None:
    for type_ in (Everything, Move, Move | Say, tuple[int, ...], Suit | None, Box[int]):
        try:
            back: object = decode(type_, json.dumps(plain))
        except Refused:
            continue
        assert encode(back) == encode_with_json(plain)

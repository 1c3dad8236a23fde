"""Options are declared once; everything that is given for them is checked against that."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.core.options import (
    OptionSpec,
    Value,
    check_options,
    option,
    option_specs,
    parse_options,
)
from meadhall.core.refusal import Refused


@dataclass(frozen=True, slots=True)
class Options:
    terrain: Literal["calm", "wild"] = option("calm", "How rough the board is.")
    radius: int = option(3, "How many rings there are.", low=1, high=5)
    shields: int | None = option(None, "How many shields.", low=0, high=9)
    strict: bool = option(default=False, text="Whether to be strict.")


def refusal_of(given: dict[str, Value]) -> str:
    with pytest.raises(Refused) as error:
        parse_options(Options, given)
    return f"{error.value.refusal.code} {error.value.refusal.objects} {error.value}"


def test_specs_say_what_was_declared() -> None:
    assert option_specs(Options) == (
        OptionSpec("terrain", "calm", "How rough the board is.", ("calm", "wild")),
        OptionSpec("radius", 3, "How many rings there are.", (), 1, 5),
        OptionSpec("shields", None, "How many shields.", (), 0, 9, optional=True),
        OptionSpec("strict", default=False, help="Whether to be strict.", choices=(True, False)),
    )


def test_allowed_values_are_said_in_words() -> None:
    assert [spec.allowed() for spec in option_specs(Options)] == [
        "calm, wild",
        "a whole number from 1 to 5",
        "a whole number from 0 to 9 or none",
        "true, false",
    ]


def test_nothing_given_means_the_defaults() -> None:
    assert parse_options(Options, {}) == Options()


def test_text_is_read_and_values_are_taken_as_they_are() -> None:
    text = {"terrain": " wild ", "radius": "5", "shields": "none", "strict": "Yes"}
    assert parse_options(Options, text) == Options("wild", 5, None, strict=True)
    assert parse_options(Options, {"shields": "9", "strict": "off"}) == Options(shields=9)
    assert parse_options(Options, {"radius": 2, "strict": True}) == Options(radius=2, strict=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("terrain", "rough"),
        ("terrain", None),
        ("terrain", 1),
        ("radius", "0"),
        ("radius", "6"),
        ("radius", "-1"),
        ("radius", "many"),
        ("radius", "--1"),
        ("radius", "9" * 5000),
        ("radius", True),
        ("radius", None),
        ("shields", 10),
        ("strict", "maybe"),
        ("strict", 1),
        ("strict", ""),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_name_and_what_is(name: str, value: Value) -> None:
    said = refusal_of({name: value})
    assert "BAD_OPTION" in said
    assert name in said
    assert next(s for s in option_specs(Options) if s.name == name).allowed() in said


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    assert "UNKNOWN_OPTION" in refusal_of({"size": 3})
    assert "terrain, radius, shields, strict" in refusal_of({"size": 3})


def test_a_game_without_options_says_so() -> None:
    @dataclass(frozen=True)
    class Empty:
        pass

    with pytest.raises(Refused, match="none at all"):
        parse_options(Empty, {"size": 3})


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for name in ("terrain", "radius", "shields", "strict"):
        with suppress(Refused):
            check_options(parse_options(Options, {name: text}))


def test_values_made_without_parsing_are_checked_too() -> None:
    check_options(Options())
    with pytest.raises(Refused, match="radius cannot be 99"):
        check_options(Options(radius=99))


def test_an_option_must_be_declared_with_a_default_and_a_help() -> None:
    @dataclass(frozen=True)
    class Bare:
        size: int = 3

    @dataclass(frozen=True)
    class Required:
        size: int

    for kind in (Bare, Required):
        with pytest.raises(TypeError, match="must be declared with option"):
            option_specs(kind)

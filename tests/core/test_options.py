"""Options are declared once, and every value is checked against the declaration."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadhall.core.options import (
    OptionForm,
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
    terrain: Literal["calm", "wild"] = option(
        "calm", "How rough the board is.", form=OptionForm("Ground", ("Calm sea", "Wild sea"))
    )
    radius: int = option(
        3, "How many rings there are.", low=1, high=5, form=OptionForm(unit="rings")
    )
    shields: int | None = option(
        None, "How many shields.", low=0, high=9, form=OptionForm(unset="as many as fit")
    )
    strict: bool = option(default=False, text="Whether to be strict.")
    motto: str | None = option(
        None, "What stands above the door.", longest=9, form=OptionForm(example="Be kind")
    )


def refusal_of(given: dict[str, Value]) -> str:
    with pytest.raises(Refused) as error:
        parse_options(Options, given)
    return f"{error.value.refusal.code} {error.value.refusal.objects} {error.value}"


def test_specs_match_the_declaration() -> None:
    specs = [replace(spec, form=OptionForm()) for spec in option_specs(Options)]
    assert specs == [
        OptionSpec("terrain", "calm", "How rough the board is.", ("calm", "wild")),
        OptionSpec("radius", 3, "How many rings there are.", (), 1, 5),
        OptionSpec("shields", None, "How many shields.", (), 0, 9, optional=True),
        OptionSpec("strict", default=False, help="Whether to be strict.", choices=(True, False)),
        OptionSpec("motto", None, "What stands above the door.", optional=True, longest=9),
    ]


def test_a_form_says_what_the_declaration_leaves_out() -> None:
    assert [spec.form for spec in option_specs(Options)] == [
        OptionForm("Ground", ("Calm sea", "Wild sea")),
        OptionForm("Radius", unit="rings"),
        OptionForm("Shields", unset="as many as fit"),
        OptionForm("Strict", ("True", "False")),
        OptionForm("Motto", example="Be kind"),
    ]


def test_every_choice_needs_a_word() -> None:
    @dataclass(frozen=True, slots=True)
    class Wordless:
        terrain: Literal["calm", "wild"] = option("calm", "How rough.", form=OptionForm("", ("A",)))

    with pytest.raises(TypeError, match="2 choices and 1 words"):
        option_specs(Wordless)


def test_allowed_values_are_described_in_words() -> None:
    assert [spec.range_text() for spec in option_specs(Options)] == [
        "calm, wild",
        "a whole number from 1 to 5",
        "a whole number from 0 to 9 or none",
        "true, false",
        "a line of text of up to 9 characters or none",
    ]


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert parse_options(Options, {}) == Options()


def test_text_is_parsed_and_other_values_are_kept() -> None:
    text = {"terrain": " wild ", "radius": "5", "shields": "none", "strict": "Yes"}
    assert parse_options(Options, text) == Options("wild", 5, None, strict=True)
    assert parse_options(Options, {"shields": "9", "strict": "off"}) == Options(shields=9)
    assert parse_options(Options, {"radius": 2, "strict": True}) == Options(radius=2, strict=True)
    assert parse_options(Options, {"motto": " 12 Beds "}) == Options(motto="12 Beds")
    assert parse_options(Options, {"motto": "none"}) == Options(motto=None)


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
        ("motto", 12),
        ("motto", "Too long for it"),
        ("motto", "a\nb"),
    ],
)
def test_a_wrong_value_is_refused_with_the_allowed_ones(name: str, value: Value) -> None:
    said = refusal_of({name: value})
    assert "BAD_OPTION" in said
    assert name in said
    assert next(s for s in option_specs(Options) if s.name == name).range_text() in said


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    assert "UNKNOWN_OPTION" in refusal_of({"size": 3})
    assert "terrain, radius, shields, strict, motto" in refusal_of({"size": 3})


def test_a_game_without_options_says_so() -> None:
    @dataclass(frozen=True)
    class Empty:
        pass

    with pytest.raises(Refused, match="none at all"):
        parse_options(Empty, {"size": 3})


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for name in ("terrain", "radius", "shields", "strict", "motto"):
        with suppress(Refused):
            check_options(parse_options(Options, {name: text}))


def test_options_that_were_not_parsed_are_checked_too() -> None:
    check_options(Options())
    with pytest.raises(Refused, match="Radius cannot be 99"):
        check_options(Options(radius=99))


def test_an_option_needs_a_default_and_a_help_text() -> None:
    @dataclass(frozen=True)
    class Bare:
        size: int = 3

    @dataclass(frozen=True)
    class Required:
        size: int

    for kind in (Bare, Required):
        with pytest.raises(TypeError, match="must be declared with option"):
            option_specs(kind)

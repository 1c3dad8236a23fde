"""Options of a match, declared once as fields of a frozen dataclass.

One declaration gives the type, the default, the range and the help text. The command line and the
form on the page are built from it:

    @dataclass(frozen=True, slots=True)
    class Options:
        radius: int = option(
            3, "The size of the board.", low=3, high=10, form=OptionForm("Board size", unit="rings")
        )
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from types import NoneType
from typing import (
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from meadhall.core.refusal import Refused

T = TypeVar("T")
O = TypeVar("O")  # noqa: E741 - the letter the contract uses for options
Value: TypeAlias = str | int | bool | None
"""The value of an option."""

UnionType = type(int | None)
# At most 18 digits, which fit into 64 bits; `int` raises `ValueError` from 4301 digits on.
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_TRUE, _FALSE, _NONE = ("true", "yes", "on"), ("false", "no", "off"), ("none", "null", "")


@dataclass(frozen=True, slots=True)
class OptionForm:
    """How a form shows an option. What is left out is made from the option's name and values.

    `words` says each choice in words, in the order of the choices, and `unset` says `None`. `unit`
    is what a number counts, and `example` a text that can be typed. The option matters only if the
    option that `needs` names has that value and if the number of seats is in `seats`; empty means
    any. `is_clock`: the clock of a match does the same, so a form that offers clocks leaves the
    option out.
    """

    label: str = ""
    words: tuple[str, ...] = ()
    unit: str = ""
    unset: str = "none"
    needs: tuple[str, Value] | None = None
    seats: tuple[int, ...] = ()
    is_clock: bool = False
    example: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """A match that is worth playing, ready to start: the seats, and the options that differ."""

    name: str
    text: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option as people see it.

    It is one of `choices`, a number from `low` to `high`, or text of up to `longest` characters.
    """

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    form: OptionForm = OptionForm()
    longest: int | None = None

    def range_text(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            words = ", ".join(_word(choice) for choice in self.choices)
        elif self.longest is not None:
            words = f"a line of text of up to {self.longest} characters"
        else:
            words = f"a whole number from {self.low} to {self.high}"
        return f"{words} or none" if self.optional else words

    def accepts(self, value: object) -> bool:
        """Whether the value is allowed. Text is not parsed here."""
        if value is None:
            return self.optional
        if self.choices:
            # The types are compared too, because True == 1.
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        if self.longest is not None:
            is_short = isinstance(value, str) and 0 < len(value) <= self.longest
            return is_short and str(value).isprintable()
        low, high = self.low, self.high
        return type(value) is int and low is not None and high is not None and low <= value <= high


def option(  # noqa: PLR0913 - what can be said about an option
    default: T,
    text: str,
    *,
    low: int | None = None,
    high: int | None = None,
    longest: int | None = None,
    form: OptionForm = OptionForm(),  # noqa: B008 - frozen
) -> T:
    """A field of an options class: default, help, for numbers a range, and how forms show it.

    An option that is a text says how many characters it has at most.
    """
    limits = {"low": low, "high": high, "longest": longest}
    return field(default=default, metadata={"help": text, "form": form, **limits})


def option_specs(options_type: type[Any]) -> tuple[OptionSpec, ...]:
    """The options that the class declares, in order."""
    return _read_specs(cast(Any, options_type))


@cache
def _read_specs(options_type: Any) -> tuple[OptionSpec, ...]:
    hints = get_type_hints(options_type)
    return tuple(
        _spec(f.name, f.default, dict(f.metadata), hints[f.name]) for f in fields(options_type)
    )


def parse_options(options_type: type[O], given: Mapping[str, Value]) -> O:
    """Options from names and values, which may be text. Unknown and wrong ones are refused."""
    specs = {spec.name: spec for spec in option_specs(options_type)}
    for name in given:
        if name not in specs:
            known = ", ".join(specs) or "none at all"
            raise Refused.because(
                "UNKNOWN_OPTION", f"There is no option {name!r}; there are: {known}.", name
            )
    return options_type(**{name: _parse(specs[name], value) for name, value in given.items()})


def check_options(options: object) -> None:
    """Raise `Refused` if an option has a value that its class does not allow."""
    for spec in option_specs(type(options)):
        value = getattr(options, spec.name)
        if not spec.accepts(value):
            raise _bad(spec, value)


def _spec(name: str, default: object, metadata: dict[str, Any], hint: Any) -> OptionSpec:
    if default is MISSING or "help" not in metadata:
        raise TypeError(f"option {name!r} must be declared with option(default, help)")
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    choices = _choices(*(kind for kind in kinds if kind is not NoneType))
    return OptionSpec(
        name,
        cast(Value, default),
        metadata["help"],
        choices,
        metadata["low"],
        metadata["high"],
        optional=NoneType in kinds,
        form=_fill_in(metadata["form"], name, choices),
        longest=metadata["longest"],
    )


def _fill_in(form: OptionForm, name: str, choices: tuple[Value, ...]) -> OptionForm:
    words = form.words or tuple(_sentence_case(_word(choice)) for choice in choices)
    if len(words) != len(choices):
        raise TypeError(f"option {name!r} has {len(choices)} choices and {len(words)} words")
    return replace(form, label=form.label or _sentence_case(name), words=words)


def _sentence_case(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _choices(kind: Any) -> tuple[Value, ...]:
    if get_origin(kind) is Literal:
        return cast(tuple[Value, ...], get_args(kind))
    return (True, False) if kind is bool else ()


def _parse(spec: OptionSpec, value: Value) -> Value:
    parsed = _from_text(spec, value) if isinstance(value, str) else value
    if not spec.accepts(parsed):
        raise _bad(spec, value)
    return parsed


def _from_text(spec: OptionSpec, text: str) -> Value:
    word = text.strip().lower()
    if spec.optional and word in _NONE:
        return None
    if True in spec.choices and word in _TRUE + _FALSE:
        return word in _TRUE
    if spec.low is not None and _NUMBER.fullmatch(word):
        return int(word)
    # Not `word`: choices keep their case. Text that is no choice is refused by `accepts`.
    return text.strip()


def _bad(spec: OptionSpec, value: object) -> Refused:
    return Refused.because(
        "BAD_OPTION",
        f"{spec.form.label} cannot be {value}; allowed: {spec.range_text()}.",
        spec.name,
    )


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

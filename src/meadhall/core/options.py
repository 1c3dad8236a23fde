"""Options of a match, declared once on a frozen dataclass.

The declaration is the type, the default, the range, the help text, the parser of the command line
and the form on the page:

    @dataclass(frozen=True, slots=True)
    class Options:
        radius: int = option(3, "How many rings the board has.", low=3, high=10)
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
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
"""What an option can be."""

UnionType = type(int | None)
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_TRUE, _FALSE, _NONE = ("true", "yes", "on"), ("false", "no", "off"), ("none", "null", "")


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option as people see it. `choices` is empty where a number is asked for."""

    name: str
    default: Value
    help: str
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def allowed(self) -> str:
        """What may be given, in words."""
        if self.choices:
            words = ", ".join(_word(choice) for choice in self.choices)
        else:
            words = f"a whole number from {self.low} to {self.high}"
        return f"{words} or none" if self.optional else words

    def accepts(self, value: object) -> bool:
        """Whether the value, already of the right type, may be given."""
        if value is None:
            return self.optional
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        low, high = self.low, self.high
        return type(value) is int and low is not None and high is not None and low <= value <= high


def option(default: T, text: str, *, low: int | None = None, high: int | None = None) -> T:
    """A field of an Options class: its default, its help and, for numbers, its range."""
    return field(default=default, metadata={"help": text, "low": low, "high": high})


def option_specs(options_type: type[Any]) -> tuple[OptionSpec, ...]:
    """The options that the class declares, in order."""
    return _declared(cast(Any, options_type))


@cache
def _declared(options_type: Any) -> tuple[OptionSpec, ...]:
    hints = get_type_hints(options_type)
    return tuple(
        _spec(f.name, f.default, dict(f.metadata), hints[f.name]) for f in fields(options_type)
    )


def parse_options(options_type: type[O], given: Mapping[str, Value]) -> O:
    """Options from names and values, where values may still be text; anything else is refused."""
    specs = {spec.name: spec for spec in option_specs(options_type)}
    for name in given:
        if name not in specs:
            known = ", ".join(specs) or "none at all"
            raise Refused.because(
                "UNKNOWN_OPTION", f"There is no option {name!r}; there are: {known}.", name
            )
    return options_type(**{name: _parse(specs[name], value) for name, value in given.items()})


def check_options(options: object) -> None:
    """Refuse options whose values are outside of what their class declares."""
    for spec in option_specs(type(options)):
        value = getattr(options, spec.name)
        if not spec.accepts(value):
            raise _bad(spec, value)


def _spec(name: str, default: object, metadata: dict[str, Any], hint: Any) -> OptionSpec:
    if default is MISSING or "help" not in metadata:
        raise TypeError(f"option {name!r} must be declared with option(default, help)")
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    inner = [kind for kind in kinds if kind is not NoneType]
    return OptionSpec(
        name,
        cast(Value, default),
        metadata["help"],
        _choices(inner[0]),
        metadata["low"],
        metadata["high"],
        optional=NoneType in kinds,
    )


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
    if not spec.choices and _NUMBER.fullmatch(word):
        return int(word)
    return text.strip()


def _bad(spec: OptionSpec, value: object) -> Refused:
    return Refused.because(
        "BAD_OPTION", f"{spec.name} cannot be {value!r}; allowed: {spec.allowed()}.", spec.name
    )


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

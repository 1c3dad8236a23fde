"""Frozen dataclasses to JSON and back, with exact types.

`decode` is the inverse of `encode` for every type that a game declares. The members of a union
differ by their literal `kind`. Everything that is not exactly of the type is refused, with its
place: unknown and missing fields, a float or a boolean for an integer, a tuple of the wrong length.

msgspec writes the JSON text where it is installed, the standard library where it is not. Both give
the same bytes.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
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
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Decoder: TypeAlias = Callable[[object, str], Any]


def encode_with_json(value: object) -> bytes:
    """The value as compact JSON, written by the standard library."""
    return json.dumps(to_plain(value), separators=(",", ":"), ensure_ascii=False).encode()


def _choose_encoder() -> Callable[[object], bytes]:
    try:
        from msgspec.json import Encoder  # noqa: PLC0415 - msgspec is optional
    except ImportError:
        return encode_with_json
    return Encoder().encode


encode = _choose_encoder()
"""The value as compact JSON; the bytes are the same with and without msgspec."""


def decode(type_: type[T] | Any, text: bytes | str) -> T:
    """The value of that type in the JSON text; refused if the text is not exactly one."""
    return cast(T, from_plain(type_, parse_json(text)))


def parse_json(text: bytes | str) -> Json:
    """Plain values from JSON text; text that is not JSON is refused with its line and column."""
    try:
        return cast(Json, json.loads(text))
    # The order matters: the first two are kinds of `ValueError`.
    except UnicodeDecodeError as error:
        raise Refused.because("BAD_JSON", f"Not UTF-8 text: byte {error.start} is wrong.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused.because("BAD_JSON", f"Not JSON at {place}: {error.msg}.", place) from None
    except RecursionError:
        raise Refused.because("BAD_JSON", "The JSON is nested too deeply.") from None
    # Python refuses to read integers of more than 4300 digits.
    except ValueError:
        raise Refused.because("BAD_JSON", "A number in the JSON is too long.") from None


def to_plain(value: object) -> Json:
    """The value as lists, dicts and scalars."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return cast(Json, value.value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a state")


def from_plain(type_: type[T] | Any, plain: object) -> T:
    """The value of that type; refused if `plain` is not exactly one."""
    return cast(T, _decoder(cast(Any, type_))(plain, "$"))


def _is_text(value: object) -> bool:
    """Whether a string can be encoded as UTF-8; half a surrogate pair cannot."""
    # Most text is ASCII: asking that first saves a tenth of reading a match from the database.
    if not isinstance(value, str) or value.isascii():
        return True
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _mismatch(place: str, expected: str, found: object) -> Refused:
    shown = "null" if found is None else f"{type(found).__name__} {found!r}"[:60]
    return Refused.because("BAD_SHAPE", f"{place}: expected {expected}, found {shown}.", place)


@cache
def _decoder(type_: Any) -> Decoder:
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        return _union(get_args(type_))
    if origin is Literal:
        return _literal(get_args(type_))
    if origin is tuple:
        return _tuple(get_args(type_))
    if is_dataclass(origin or type_):
        return _dataclass(type_)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return _enum(type_)
    return _scalar(type_)


def _scalar(type_: Any) -> Decoder:
    if type_ not in (int, str, bool, NoneType):
        raise TypeError(f"{type_!r} has no place in a state")
    name = "null" if type_ is NoneType else type_.__name__

    def decode_scalar(plain: object, place: str) -> object:
        # Not `isinstance`: a boolean is an `int` in Python, but not in JSON.
        if type(plain) is not type_:
            raise _mismatch(place, name, plain)
        if not _is_text(plain):
            raise _mismatch(place, "Unicode text", "half a character")
        return plain

    return decode_scalar


def _literal(values: tuple[object, ...]) -> Decoder:
    def decode_literal(plain: object, place: str) -> object:
        for value in values:
            # In Python, 1 == True == 1.0.
            if plain == value and type(plain) is type(value):
                return value
        raise _mismatch(place, " or ".join(map(repr, values)), plain)

    return decode_literal


def _enum(type_: type[Enum]) -> Decoder:
    members = {member.value: member for member in type_}

    def decode_enum(plain: object, place: str) -> object:
        # The type comes first: a list cannot be looked up in a dict, and True would find 1.
        if type(plain) in (str, int) and plain in members:
            return members[cast(str, plain)]
        raise _mismatch(place, " or ".join(map(repr, members)), plain)

    return decode_enum


def _tuple(args: tuple[Any, ...]) -> Decoder:
    if args[1:] == (Ellipsis,):
        item = _decoder(args[0])

        def decode_many(plain: object, place: str) -> object:
            if not isinstance(plain, list):
                raise _mismatch(place, "a list", plain)
            return tuple([item(value, f"{place}[{i}]") for i, value in enumerate(plain)])

        return decode_many
    items = [_decoder(arg) for arg in args if arg != ()]

    def decode_fixed(plain: object, place: str) -> object:
        if not isinstance(plain, list) or len(plain) != len(items):
            raise _mismatch(place, f"a list of {len(items)}", plain)
        pairs = enumerate(zip(items, plain, strict=True))
        return tuple([item(value, f"{place}[{i}]") for i, (item, value) in pairs])

    return decode_fixed


def _dataclass(declared: Any) -> Decoder:
    type_ = get_origin(declared) or declared
    hints = get_type_hints(type_)
    # Not strict: a generic class that is named without arguments has parameters only.
    given = dict(zip(getattr(type_, "__parameters__", ()), get_args(declared), strict=False))
    decoders = {f.name: _decoder(_fill_in(hints[f.name], given)) for f in fields(type_)}
    required = [f.name for f in fields(type_) if _is_required(f)]

    def decode_dataclass(plain: object, place: str) -> object:
        if not isinstance(plain, dict):
            raise _mismatch(place, f"an object ({type_.__name__})", plain)
        for name in plain:
            if name not in decoders:
                raise Refused.because("UNKNOWN_FIELD", f"{place}: unknown field {name!r}.", place)
        for name in required:
            if name not in plain:
                raise Refused.because(
                    "MISSING_FIELD", f"{place}: field {name!r} is missing.", place
                )
        return type_(**{k: decoders[k](v, f"{place}.{k}") for k, v in plain.items()})

    return decode_dataclass


def _fill_in(hint: Any, given: Mapping[Any, Any]) -> Any:
    """The hint of a generic dataclass with its type variables replaced by the given types."""
    if isinstance(hint, TypeVar):
        return given.get(hint, hint)
    open_ = () if isinstance(hint, type) else getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(variable, variable) for variable in open_)] if open_ else hint


def _is_required(f: "Field[Any]") -> bool:
    return f.default is MISSING and f.default_factory is MISSING


def _union(members: tuple[Any, ...]) -> Decoder:
    tagged = {tag: _decoder(member) for member in members for tag in _tags(member)}
    plain_members = [member for member in members if not _tags(member)]
    others = {_json_type(member): _decoder(member) for member in plain_members}
    if len(others) != len(plain_members):
        raise TypeError(f"the members of {members!r} cannot be told apart in JSON")
    expected = " or ".join([*map(repr, tagged), *(t.__name__ for t in others)])

    def decode_union(plain: object, place: str) -> object:
        if isinstance(plain, dict) and tagged:
            # Only the named member is tried, so that an error names the place inside it.
            kind = plain.get("kind")
            if not isinstance(kind, str) or kind not in tagged:
                raise _mismatch(f"{place}.kind", expected, kind)
            return tagged[kind](plain, place)
        if type(plain) not in others:
            raise _mismatch(place, expected, plain)
        return others[type(plain)](plain, place)

    return decode_union


def _tags(member: Any) -> tuple[str, ...]:
    declared = get_origin(member) or member
    if not is_dataclass(declared):
        return ()
    kind = get_type_hints(declared).get("kind")
    return get_args(kind) if get_origin(kind) is Literal else ()


def _json_type(member: Any) -> type:
    if get_origin(member) is tuple:
        return list
    if get_origin(member) is Literal:
        return type(get_args(member)[0])
    if is_dataclass(get_origin(member) or member):
        return dict
    if issubclass(member, Enum):
        return type(next(iter(member)).value)
    return cast(type, member)

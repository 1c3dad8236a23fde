"""JSON Schemas of what a game sends: its options, views, actions and events, from their types.

They describe what the codec writes. One document per game; `view`, `action`, `event` and `options`
are in its `$defs`, beside the types that they are made of.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from meadhall.core.codec import Json
from meadhall.core.game import AnyGame

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ROOTS = ("options", "view", "action", "event")
_SCALARS: Mapping[object, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


def game_schemas(game: AnyGame) -> dict[str, Json]:
    """The document with the schemas of the game's types."""
    writer = _Writer()
    roots: dict[str, Json] = {
        name: writer.schema(cast("object", getattr(game.types, name))) for name in ROOTS
    }
    return {
        "$schema": DIALECT,
        "$id": f"meadhall:{game.spec.slug}:{game.spec.rules_version}",
        "title": game.spec.title,
        "$defs": {**roots, **writer.defs},
    }


class _Writer:
    """Writes schemas, and collects those of dataclasses by their names."""

    def __init__(self) -> None:
        self.defs: dict[str, Json] = {}
        self._named: dict[str, object] = {}

    def schema(self, type_: object) -> Json:
        """The schema of a type that the codec knows."""
        origin, args = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            return {"anyOf": [self.schema(member) for member in args]}
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple:
            return self._array(args)
        if is_dataclass(origin or type_):
            return {"$ref": f"#/$defs/{self._define(type_)}"}
        if isinstance(type_, type) and issubclass(type_, Enum):
            return {"enum": [member.value for member in type_]}
        return {"type": _SCALARS[type_]}

    def _array(self, args: tuple[object, ...]) -> Json:
        if args[1:] == (Ellipsis,):
            return {"type": "array", "items": self.schema(args[0])}
        items = [self.schema(arg) for arg in args if arg != ()]
        size = len(items)
        fixed: dict[str, Json] = {"type": "array", "minItems": size, "maxItems": size}
        return {**fixed, "prefixItems": items} if items else fixed

    def _define(self, declared: object) -> str:
        """The name of a dataclass, whose schema is then in `defs`."""
        name = _name(declared)
        if name in ROOTS or self._named.setdefault(name, declared) != declared:
            raise TypeError(f"two types would have the name {name!r} in the schema")
        if name not in self.defs:
            self.defs[name] = {}  # before its fields, which may contain it
            self.defs[name] = self._object(declared)
        return name

    def _object(self, declared: object) -> Json:
        type_ = cast("type", get_origin(declared) or declared)
        hints = _hints(type_)
        given = dict(zip(getattr(type_, "__parameters__", ()), get_args(declared), strict=False))
        names = [each.name for each in fields(type_)]
        return {
            "type": "object",
            "description": cleandoc(type_.__doc__ or ""),
            "properties": {name: self.schema(_fill_in(hints[name], given)) for name in names},
            "required": cast("list[Json]", names),
            "additionalProperties": False,
        }


@cache
def _hints(type_: type) -> dict[str, object]:
    return get_type_hints(type_)


def _name(declared: object) -> str:
    """The name of a dataclass, with those of its arguments if it is generic."""
    own = cast("type", get_origin(declared) or declared).__name__
    return "_".join([own, *(getattr(arg, "__name__", "of") for arg in get_args(declared))])


def _fill_in(hint: object, given: Mapping[object, object]) -> object:
    """The hint of a generic dataclass with its type variables replaced by the given types."""
    if isinstance(hint, TypeVar):
        return given.get(hint, hint)
    if isinstance(hint, type) or not getattr(hint, "__parameters__", ()):
        return hint
    open_ = cast("tuple[object, ...]", getattr(hint, "__parameters__", ()))
    return hint[tuple(given.get(one, one) for one in open_)]  # type: ignore[index] # a generic alias

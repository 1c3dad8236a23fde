"""The types of the wire protocol in TypeScript, generated from the Python types.

`meadhall schema` writes `web/src/protocol/generated.ts`; with `--check` it fails if that file is
out of date.
"""

import json
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import TypeAlias, cast

from msgspec import Struct
from msgspec.json import schema_components

from meadhall.core.codec import Json
from meadhall.core.refusal import Refused
from meadhall.core.scene import MOST_PLAYING_MS, MOTION_MS
from meadhall.server.protocol import (
    bodies,
    clock_view,
    hall_messages,
    messages,
    moves_change,
    offline,
    scene_delta,
    skin,
)
from meadhall.server.protocol.close_codes import CLOSE_CODES
from meadhall.server.protocol.friends import friend_cards
from meadhall.server.protocol.meeting import hall_talk, seek_cards
from meadhall.server.protocol.people import (
    inbox_cards,
    moderation_cards,
    notice_cards,
    person_pages,
    premove_cards,
    rating_cards,
    sign_in_bodies,
)
from meadhall.server.protocol.puzzles import puzzle_cards
from meadhall.server.protocol.records import replay_bodies
from meadhall.server.protocol.tournaments import tournament_bodies

GENERATED = Path("web/src/protocol/generated.ts")
HEAD = "// Written by `meadhall schema` from src/meadhall/server; do not edit.\n"
UNIONS = {
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "FromHall": hall_messages.FromHall,
}

Schema: TypeAlias = Mapping[str, Json]


def typescript() -> str:
    """The text of the TypeScript module."""
    structs = _structs()
    roots = [*UNIONS.values(), *structs.values()]
    schemas, components = schema_components(roots)
    parts = [HEAD + f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    parts += [_interface(name, components[name], structs.get(name)) for name in sorted(components)]
    # The unions are the first roots. The schemas after them only refer to components.
    for name, schema in zip(UNIONS, schemas, strict=False):
        members = cast(list[Schema], schema["anyOf"])
        parts.append(f"export type {name} =\n" + _lines(f"  | {_type(m)}" for m in members) + ";\n")
    codes = _lines(f"  {code}: {json.dumps(why)}," for code, why in CLOSE_CODES.items())
    parts.append(f"export const CLOSE_CODES: Record<number, string> = {{\n{codes}\n}};\n")
    times = _lines(f"  {kind}: {time}," for kind, time in MOTION_MS.items())
    parts.append(f'export const MOTION_MS: Record<Motion["kind"], number> = {{\n{times}\n}};\n')
    parts.append(f"export const MOST_PLAYING_MS = {MOST_PLAYING_MS};\n")
    parts += [_list("SKIN_ELEMENTS", skin.ELEMENTS), _list("SKIN_ATTRIBUTES", skin.ATTRIBUTES)]
    return "\n".join(parts)


def write(root: Path) -> Path:
    """Write the module into the checkout."""
    path = root / GENERATED
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(typescript(), "utf-8")
    return path


def check(root: Path) -> None:
    """Raise `Refused` if the module in the checkout is out of date."""
    path = root / GENERATED
    if not path.exists() or path.read_text("utf-8") != typescript():
        raise Refused.because(
            "STALE_SCHEMA", f"{GENERATED} is out of date; run: meadhall schema", str(GENERATED)
        )


def _structs() -> dict[str, type[Struct]]:
    return {
        name: value
        for module in (
            clock_view,
            scene_delta,
            moves_change,
            messages,
            bodies,
            replay_bodies,
            offline,
            hall_messages,
            skin,
            rating_cards,
            inbox_cards,
            person_pages,
            notice_cards,
            premove_cards,
            friend_cards,
            moderation_cards,
            sign_in_bodies,
            seek_cards,
            hall_talk,
            tournament_bodies,
            puzzle_cards,
        )
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct
    }


def _interface(name: str, schema: Schema, struct: type[Struct] | None) -> str:
    required = set(cast(list[str], schema.get("required", [])))
    if struct is None or not _omits_defaults(struct):
        required |= set(cast(Schema, schema["properties"]))
    fields = _lines(
        f"  {field}{'' if field in required else '?'}: {_type(cast(Schema, value))};"
        for field, value in cast(Schema, schema["properties"]).items()
    )
    comment = _comment(cast(str, schema.get("description", "")))
    return f"{comment}export interface {name} {{\n{fields}\n}}\n"


def _list(name: str, words: tuple[str, ...]) -> str:
    items = _lines(f"  {json.dumps(word)}," for word in words)
    return f"export const {name}: readonly string[] = [\n{items}\n];\n"


def _omits_defaults(struct: type[Struct]) -> bool:
    """Whether fields with defaults may be missing: in requests, and in structs that omit them."""
    config = struct.__struct_config__
    return bool(config.omit_defaults or config.forbid_unknown_fields)


def _comment(text: str) -> str:
    lines = cleandoc(text).splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return cast(str, schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in cast(list[Json], schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_type(member) for member in cast(list[Schema], schema["anyOf"]))
    return _plain(schema)


def _plain(schema: Schema) -> str:
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            items = cast(list[Schema], schema["prefixItems"])
            return f"readonly [{', '.join(map(_type, items))}]"
        case "array":
            inner = _type(cast(Schema, schema["items"]))
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case "object":
            return f"Record<string, {_type(cast(Schema, schema['additionalProperties']))}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case _:
            return "unknown"


def _lines(lines: Iterator[str]) -> str:
    return "\n".join(lines)

"""Within one number of the protocol, messages and fields are only added.

`published.json` has what the last release sends and understands. `./dev release` writes it anew;
before the first release it is what there was when this rule was written down. A change that older
clients would misunderstand raises `PROTOCOL`.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from msgspec.json import schema_components

from meadhall.server.protocol import messages, typescript

FILE = Path(__file__).with_name("published.json")
Fields: TypeAlias = Mapping[str, str]
"""The types of the fields by their names, which end with `?` where a field may be missing."""


def present() -> dict[str, Fields]:
    """What the code sends and understands now, with a `>` before what it understands."""
    structs = typescript._structs()
    _, components = schema_components([*typescript.UNIONS.values(), *structs.values()])
    found: dict[str, Fields] = {}
    for name in sorted(components):
        struct, schema = structs.get(name), components[name]
        always = set(schema.get("required", ()))
        if struct is None or not typescript._omits_defaults(struct):
            always |= {*schema["properties"]}
        fields = {
            field + ("" if field in always else "?"): typescript._type(kind)
            for field, kind in schema["properties"].items()
        }
        takes = struct is not None and struct.__struct_config__.forbid_unknown_fields
        found[f">{name}" if takes else name] = fields
    return found


def breaks(before: Mapping[str, Fields], now: Mapping[str, Fields]) -> Iterator[str]:
    """What a client of the published protocol would misunderstand or miss, or say in vain."""
    for name, fields in before.items():
        if name not in now:
            yield f"{name} is gone"
            continue
        types = {field.removesuffix("?"): type_ for field, type_ in now[name].items()}
        for field, type_ in fields.items():
            bare = field.removesuffix("?")
            if bare not in types:
                yield f"{name}.{bare} is gone"
            elif not {*type_.split(" | ")} <= {*types[bare].split(" | ")}:
                yield f"{name}.{bare} was {type_} and is {types[bare]}"
        needed = {field for field in now[name] if not field.endswith("?")}
        if name.startswith(">"):
            yield from (f"{name}.{field} is needed now" for field in needed - {*fields})
        else:
            sent = {field for field in fields if not field.endswith("?")}
            lost = {field for field in sent - needed if f"{field}?" in now[name]}
            yield from (f"{name}.{field} is not always sent now" for field in lost)


def test_clients_of_the_published_protocol_still_work() -> None:
    now = present()
    if os.environ.get("MEADHALL_REWRITE"):
        text = json.dumps({"protocol": messages.PROTOCOL, "types": now}, indent=1)
        FILE.write_text(f"{text}\n", "utf-8")
    published = msgspec.json.decode(FILE.read_bytes())
    if published["protocol"] == messages.PROTOCOL:
        assert [*breaks(published["types"], now)] == []
    else:
        assert published["protocol"] < messages.PROTOCOL


@pytest.mark.parametrize(
    ("now", "found"),
    [
        (
            {"A": {"x": "string", "y?": "number | null", "z": "string"}, "B": {}, ">C": {"q": "1"}},
            [],
        ),
        ({">C": {"q": "1"}}, ["A is gone"]),
        ({"A": {"x": "string"}, ">C": {"q": "1"}}, ["A.y is gone"]),
        (
            {"A": {"x": "number", "y?": "number"}, ">C": {"q": "1"}},
            ["A.x was string and is number"],
        ),
        ({"A": {"x?": "string", "y?": "number"}, ">C": {"q": "1"}}, ["A.x is not always sent now"]),
        ({"A": {"x": "string", "y": "number"}, ">C": {"q": "1", "r?": "1"}}, []),
        ({"A": {"x": "string", "y": "number"}, ">C": {"q": "1", "r": "1"}}, [">C.r is needed now"]),
    ],
)
def test_what_older_clients_would_not_understand_is_found(
    now: dict[str, Fields], found: list[str]
) -> None:
    published = {"A": {"x": "string", "y?": "number"}, ">C": {"q": "1"}}
    assert [*breaks(published, now)] == found

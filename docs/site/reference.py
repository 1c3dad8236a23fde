"""Writes the reference pages from the code: docstrings, schemas, options, settings, commands."""

import dataclasses
import importlib
import inspect
import io
import re
from collections.abc import Iterable
from pathlib import Path

from cyclopts import App
from msgspec import Struct
from msgspec.json import schema_components
from rich.console import Console

from meadhall import registry
from meadhall.cli.app import app as command_line
from meadhall.core import record
from meadhall.core.options import OptionSpec, option_specs
from meadhall.server.app import make_site
from meadhall.server.bots import program
from meadhall.server.protocol import bodies, hall_messages, messages
from meadhall.server.protocol.close_codes import CLOSE_CODES
from meadhall.server.settings import Settings, table

MODULES = (
    "meadhall", "meadhall.registry", "meadhall.core.game", "meadhall.core.capabilities",
    "meadhall.core.options", "meadhall.core.record", "meadhall.core.refusal", "meadhall.core.rng",
    "meadhall.core.scene", "meadhall.core.status", "meadhall.core.seats", "meadhall.core.fast_lane",
    "meadhall.core.visibility", "meadhall.core.codec", "meadhall.core.seed_proof",
    "meadhall.kit.hexgrid", "meadhall.kit.sealed", "meadhall.kit.dice", "meadhall.bots.bot",
    "meadhall.bots.roster", "meadhall.match.commands", "meadhall.match.facts",
    "meadhall.match.ports", "meadhall.testing", "meadhall.envs", "meadhall.store.archive",
)  # fmt: skip


def write_pages(folder: Path) -> None:
    """Write every page."""
    (folder / "python").mkdir(parents=True)
    pages = {
        "commands": commands(), "settings": settings(), "options": options(), "http": http(),
        "websocket": websocket(), "line-protocol": line_protocol(), "records": records(),
        "python-modules": modules(),
    }  # fmt: skip
    pages |= {f"python/{name}": module_page(name) for name in MODULES}
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, "utf-8")


def commands() -> str:
    """The help of every command."""
    return "# Commands\n\n" + "\n".join(_help(command_line))


def _help(app: App, *words: str) -> Iterable[str]:
    text = io.StringIO()
    command_line.help_print(words, console=Console(file=text, width=88, no_color=True))
    yield f"## `{' '.join(('meadhall', *words))}`\n\n```text\n{text.getvalue().strip()}\n```\n"
    for child in app:
        if not child.startswith("-"):
            yield from _help(app[child], *words, child)


def settings() -> str:
    """Every setting of a server."""
    rows = (f"| `{name}` | `{default}` | {text} |" for name, default, text in table())
    return _page(
        "Settings of a server",
        "Environment variables, or names in the file of `--config`, in small letters and without"
        " `MEADHALL_`. [How to run a server](../docs/how-to/run-a-server.md).",
        ["| variable | default | meaning |\n| --- | --- | --- |\n" + "\n".join(rows)],
    )


def options() -> str:
    """The options of every game."""
    parts = []
    for game in registry.games():
        rows = [
            "| "
            + " | ".join((f"`{spec.name}`", f"`{spec.default}`", *map(_cell, said(spec))))
            + " |"
            for spec in option_specs(game.types.options)
        ]
        head = "| option | default | allowed | meaning |\n| --- | --- | --- | --- |\n"
        facts = f"{game.spec.summary} Players: {', '.join(map(str, game.spec.players))}."
        parts.append(f"## {game.spec.title}\n\n{facts}\n\n{head}" + "\n".join(rows))
    return _page("Options of the games", "As `--option NAME=VALUE`, and in a new match.", parts)


def said(spec: OptionSpec) -> tuple[str, str]:
    """What is allowed, and what it means."""
    return spec.range_text(), spec.help


def http() -> str:
    """Every operation of the HTTP interface, from its OpenAPI description."""
    schema = make_site(Settings()).openapi_schema.to_schema()
    parts = []
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            text = operation.get("description", "")
            body = operation.get("requestBody", {}).get("content", {})
            takes = "".join(_ref(kind["schema"]) for kind in body.values())
            answers = ", ".join(sorted(operation["responses"]))
            taken = f"\n\nTakes {takes}." if takes else ""
            parts.append(
                f"## {method.upper()} `{path}`\n\n{_text(text)}{taken}\n\nAnswers: {answers}."
            )
    parts += _structs("Bodies", bodies)
    return _page("The hall over HTTP", "A server shows the same at `/api/docs`.", parts)


def websocket() -> str:
    """Every message of the sockets."""
    codes = "\n".join(f"- `{code}` {why}" for code, why in CLOSE_CODES.items())
    parts = [*_structs("Messages at a table", messages), *_structs("In the hall", hall_messages)]
    parts.append(f"## Codes that close a socket\n\n{codes}")
    head = f"Version {messages.PROTOCOL}. [The protocol, explained](../docs/protocol.md)."
    return _page("The hall over WebSocket", head, parts)


def line_protocol() -> str:
    """What bot programs read and write."""
    head = f"{_text(program.__doc__)}\n\n[How to write a bot](../docs/how-to/write-a-bot.md)."
    return _page("The line protocol of bots", head, _structs("Lines", program))


def records() -> str:
    """What is in the file of a match."""
    parts = [
        _class(name, value)
        for name, value in vars(record).items()
        if dataclasses.is_dataclass(value) and value.__module__ == record.__name__
    ]
    return _page("Records of matches", _text(record.__doc__), parts)


def modules() -> str:
    """A list of the documented modules."""
    rows = (
        f"| [`{name}`](python/{name}.md) | {_cell(_text(importlib.import_module(name).__doc__))} |"
        for name in MODULES
    )
    head = "What authors of games, bots and programs import."
    return _page("Python", head, ["| module | what it is |\n| --- | --- |\n" + "\n".join(rows)])


def module_page(name: str) -> str:
    """The classes and functions of a module, with their docstrings."""
    module = importlib.import_module(name)
    names = getattr(module, "__all__", None) or [
        known for known, value in vars(module).items() if _belongs(known, value, name)
    ]
    parts = [_member(known, getattr(module, known)) for known in names]
    return _page(f"`{name}`", _text(module.__doc__), filter(None, parts))


def _belongs(known: str, value: object, module: str) -> bool:
    is_code = inspect.isclass(value) or inspect.isfunction(value)
    return not known.startswith("_") and is_code and getattr(value, "__module__", "") == module


def _member(name: str, value: object) -> str:
    if inspect.isclass(value):
        return _class(name, value)
    if inspect.isfunction(value):
        return f"## `{name}`\n\n{_signature(name, value)}\n\n{_text(value.__doc__)}"
    return ""


def _class(name: str, value: type) -> str:
    rows = [f"- `{known}`: `{_type(kind)}`" for known, kind in _fields(value)]
    methods = [
        f"{_signature(known, method)}\n\n{_text(method.__doc__)}"
        for known, method in vars(value).items()
        if not known.startswith("_") and inspect.isfunction(method) and method.__doc__
    ]
    return "\n\n".join([f"## `{name}`", _text(value.__doc__), "\n".join(rows), *methods])


def _fields(value: type) -> Iterable[tuple[str, object]]:
    hints = getattr(value, "__annotations__", {})
    is_data = dataclasses.is_dataclass(value) or issubclass(value, Struct)
    return [(name, kind) for name, kind in hints.items() if is_data and not name.startswith("_")]


def _structs(title: str, module: object) -> list[str]:
    """The types of messages in a module, with the fields that their schemas name."""
    name = module.__name__  # type: ignore[attr-defined]
    found = {
        known: value
        for known, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Struct) and value.__module__ == name
    }
    _, components = schema_components(found.values())
    parts = [f"## {title}"]
    for known, value in found.items():
        schema = components.get(known, {})
        required = schema.get("required", ())
        rows = [
            f"| `{field}` | {_ref(kind)} | {'yes' if field in required else 'no'} |"
            for field, kind in schema.get("properties", {}).items()
        ]
        head = "| field | type | required |\n| --- | --- | --- |\n"
        fields = head + "\n".join(rows) if rows else ""
        parts.append(f"### {known}\n\n{_text(value.__doc__)}\n\n{fields}")
    return parts


def _ref(schema: dict[str, object]) -> str:
    if "$ref" in schema:
        return f"`{str(schema['$ref']).rpartition('/')[2]}`"
    if "anyOf" in schema:
        return " or ".join(_ref(part) for part in schema["anyOf"])  # type: ignore[attr-defined]
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])  # type: ignore[attr-defined]
    if schema.get("type") == "array" and isinstance(schema.get("items"), dict):
        return f"list of {_ref(schema['items'])}"  # type: ignore[arg-type]
    return str(schema.get("type", "anything"))


def _signature(name: str, function: object) -> str:
    try:
        words = str(inspect.signature(function))  # type: ignore[arg-type]
    except ValueError:
        words = "(…)"
    words = re.sub(r"<factory>|<[^>]*>", "…", words).replace("meadhall.", "")
    return f"```python\n{name}{words}\n```"


def _type(kind: object) -> str:
    text = kind if isinstance(kind, str) else getattr(kind, "__name__", None) or str(kind)
    return re.sub(r"\b(typing|collections\.abc|meadhall[\w.]*)\.", "", text)


def _text(doc: str | None) -> str:
    """A docstring as Markdown: sessions and indented parts become blocks of code."""
    lines, block = [], []
    for line in [*inspect.cleandoc(doc or "").splitlines(), ""]:
        if line.startswith((">>>", "    ")) or (block and block[0].startswith(">>>") and line):
            block.append(line)
            continue
        if block:
            lines += ["```python" if block[0].startswith(">>>") else "```text", *block, "```", ""]
            block = []
        lines.append(re.sub(r"^(Args|Raises|Returns):$", r"**\1**", line).replace("<", "&lt;"))
    return "\n".join(lines).strip()


def _cell(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _page(title: str, head: str, parts: Iterable[str]) -> str:
    return "\n\n".join([f"# {title}", head, *parts]) + "\n"

"""Reads and checks the skin that a game brings in its package: data only, nothing that runs.

A skin is a folder `skin` beside the game's `RULES.md`, with `skin.json`, `symbols.svg` and
`skin.css`. What is not on the allow-lists makes the whole skin unusable, and the game is drawn
plainly. The page checks everything again.
"""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Final
from xml.etree import ElementTree as ET

from msgspec import ValidationError, json

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.server.protocol.skin import (
    ATTRIBUTES,
    ELEMENTS,
    SkinFiles,
    SkinPage,
    SkinSpec,
    SkinVariants,
)

LONGEST: Final = 500_000
"""Bytes that one file of a skin may have."""
_SVG: Final = "{http://www.w3.org/2000/svg}"
_NAME: Final = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
_LOCAL: Final = re.compile(r"url\(\s*([\"']?)#[\w-]+\1\s*\)", re.ASCII)
_LOADING: Final = re.compile(r"(?:url|src|image|image-set)\s*\(", re.IGNORECASE)
_ASIDE: Final = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
"""A comment or a string. Found in one go: either may contain what looks like the other."""
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_AT_RULES: Final = {"media", "supports", "container", "keyframes"}


class BrokenSkinError(Exception):
    """Why a skin is not used."""


def skin_page(game: AnyGame) -> SkinPage:
    """The game's skin, or why there is none. Read anew each time, so that authors see changes."""
    folder = registry.resource(game, "skin")
    if folder is None or not folder.is_dir():
        return SkinPage()
    try:
        return SkinPage(read_skin(folder, game.spec.slug))
    except BrokenSkinError as error:
        return SkinPage(problem=str(error))


def read_skin(folder: Traversable, slug: str) -> SkinFiles:
    """The files in the folder. Raises `BrokenSkinError` for whatever is wrong or not allowed."""
    spec = _spec(_text(folder, "skin.json"))
    symbols, css = _text(folder, "symbols.svg"), _text(folder, "skin.css")
    there = check_symbols(symbols)
    missing = [name for name in _names(spec) if name not in there]
    if missing:
        raise BrokenSkinError(f"skin.json names the symbol {missing[0]!r}, which is not there")
    check_css(css, slug)
    return SkinFiles(spec, _COMMENT.sub("", symbols), _ASIDE.sub(_empty_comment, css))


# Comments are for the author. The four games' skins are a twelfth smaller on the wire without them.
def _empty_comment(aside: re.Match[str]) -> str:
    """A string as it is; a comment without its words, because it may stand between two names."""
    return "/**/" if aside[0].startswith("/") else aside[0]


def _text(folder: Traversable, name: str) -> str:
    try:
        data = folder.joinpath(name).read_bytes()
        if len(data) > LONGEST:
            raise BrokenSkinError(f"{name} is longer than {LONGEST} bytes")
        return data.decode()
    except OSError:  # its message would show people where the server keeps its files
        raise BrokenSkinError(f"{name} cannot be read") from None
    except UnicodeDecodeError:
        raise BrokenSkinError(f"{name} is no UTF-8 text") from None


def _spec(text: str) -> SkinSpec:
    try:
        return json.decode(text, type=SkinSpec)
    except ValidationError as error:
        raise BrokenSkinError(f"skin.json: {error}") from None
    except ValueError as error:
        raise BrokenSkinError(f"skin.json is no JSON: {error}") from None


def _names(spec: SkinSpec) -> Iterator[str]:
    """Every symbol that the spec mentions."""
    yield from (layer.symbol for layer in spec.ground)
    choices = [spec.picture, *spec.cells.values(), *spec.tokens.values(), *spec.cards.values()]
    for choice in choices:
        names = choice.symbols if isinstance(choice, SkinVariants) else (choice,)
        yield from (name for name in names if name is not None)


def check_symbols(text: str) -> set[str]:
    """The ids of the symbols in the SVG text. Raises `BrokenSkinError` for what is not allowed."""
    if re.search(r"<!(?!--)", text):  # entities could grow to any size when they are parsed
        raise BrokenSkinError("symbols.svg has a document type or CDATA")
    try:
        root = ET.fromstring(text)  # noqa: S314 - it has no entities
    except ET.ParseError as error:
        raise BrokenSkinError(f"symbols.svg is no XML: {error}") from None
    if root.tag != f"{_SVG}svg":
        raise BrokenSkinError("symbols.svg is no SVG")
    for child in root:
        for element in child.iter():
            _check_element(element)
    _check_uses(root)
    return {symbol.get("id", "") for symbol in root.iter(f"{_SVG}symbol")}


def _check_element(element: ET.Element) -> None:
    tag = element.tag.removeprefix(_SVG)
    # Equal where there was no prefix to remove: an element from outside the SVG namespace.
    if tag not in ELEMENTS or tag == element.tag:
        raise BrokenSkinError(f"symbols.svg has <{tag}>")
    for name, value in element.items():
        where = f"{name} of <{tag}>"
        if name not in ATTRIBUTES:
            raise BrokenSkinError(f"symbols.svg has {where}")
        _check_value(value, where)
        # An `href` has to begin with `#`: it may refer to this file only.
        id_ = value.removeprefix("#") if name == "href" else value
        if name in ("id", "href") and (
            not _NAME.fullmatch(id_) or (name == "href") == (id_ == value)
        ):
            raise BrokenSkinError(f"{where} is {value!r}")


def _check_uses(root: ET.Element) -> None:
    """What is used must not use anything itself: a few such lines could grow without end."""
    by_id = {element.get("id"): element for element in root.iter()}
    for use in root.iter(f"{_SVG}use"):
        href = use.get("href", "")
        target = by_id.get(href.removeprefix("#"))
        if target is None:
            raise BrokenSkinError(f"<use> of {href}, which is not there")
        if next(target.iter(f"{_SVG}use"), None) is not None:
            raise BrokenSkinError(f"<use> of {href}, which uses something itself")


def _check_value(text: str, where: str) -> None:
    """Refuse a value that could make the browser load something."""
    # A backslash could spell `url(` in a way that this check does not see.
    if "\\" in text:
        raise BrokenSkinError(f"{where} has a backslash")
    if _LOADING.search(_LOCAL.sub("", text)):
        raise BrokenSkinError(f"{where} refers to something outside the skin")


def check_css(css: str, slug: str) -> None:
    """Refuse a stylesheet that loads something or styles more than elements of `.skin-SLUG`."""
    _check_value(css, "skin.css")
    # Braces and at-signs in comments and strings mean nothing.
    bare = _ASIDE.sub(lambda aside: " " if aside[0].startswith("/") else '""', css)
    for name in re.findall(r"@([\w-]*)", bare):
        if name not in _AT_RULES:
            raise BrokenSkinError(f"skin.css has @{name}")
    blocks: list[str] = []
    prelude = ""
    for part in re.split(r"([{};])", bare):
        if part == "{":
            blocks.append(_block(prelude.strip(), blocks[-1] if blocks else "", f".skin-{slug}"))
        elif part == "}" and blocks:
            blocks.pop()
        prelude = "" if part in ("{", "}", ";") else part
    if blocks:
        raise BrokenSkinError("skin.css has a block without an end")


def _block(prelude: str, parent: str, scope: str) -> str:
    """Which kind of block begins here: a group of rules, keyframes or a rule."""
    if parent == "rule":  # a nested selector could reach out of the scope, as `:root:has(&)` does
        raise BrokenSkinError("skin.css has nested rules")
    if prelude.startswith("@"):
        return "keyframes" if prelude.startswith("@keyframes") else "group"
    if parent != "keyframes":
        for selector in _selectors(prelude):
            if not re.match(rf"{re.escape(scope)}(?![\w-])", selector):
                raise BrokenSkinError(f"skin.css: {selector!r} does not begin with {scope}")
    return "rule"


def _selectors(prelude: str) -> list[str]:
    """The parts of a selector list; commas inside parentheses and brackets do not separate."""
    depth, parts = 0, [""]
    for character in prelude:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]

"""A game's skin as the page gets it: which symbol stands for what, the symbols and the styles.

A skin is data. The allow-lists here are all that its SVG may contain; `meadhall schema` writes them
into the page's types too, because the page checks a skin again before it draws anything.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

FORMAT: Final = 1
"""The version of `skin.json`."""

ELEMENTS: Final = (
    "circle", "clipPath", "defs", "ellipse", "g", "line", "linearGradient", "mask", "path",
    "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "symbol", "text", "tspan",
    "use",
)  # fmt: skip
"""The elements that a skin's SVG may have."""

ATTRIBUTES: Final = (
    "class", "clip-path", "clip-rule", "clipPathUnits", "color", "cx", "cy", "d", "data-fit",
    "data-slot", "display", "dominant-baseline", "dx", "dy", "fill", "fill-opacity", "fill-rule",
    "font-family", "font-size", "font-style", "font-weight", "fx", "fy", "gradientTransform",
    "gradientUnits", "height", "href", "id", "letter-spacing", "mask", "maskContentUnits",
    "maskUnits", "offset", "opacity", "paint-order", "patternContentUnits", "patternTransform",
    "patternUnits", "points", "preserveAspectRatio", "r", "rx", "ry", "spreadMethod",
    "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
    "text-anchor", "textLength", "transform", "vector-effect", "viewBox", "visibility", "width",
    "x", "x1", "x2", "y", "y1", "y2",
)  # fmt: skip
"""The attributes that they may have. There is no `style`: that belongs into `skin.css`."""

Share: TypeAlias = Annotated[float, Meta(ge=0, le=20)]


class SkinVariants(Struct, forbid_unknown_fields=True):
    """Several symbols for one kind of cell; where a cell lies decides which one it gets.

    Their number is `x * spread[0] + y * spread[1]`, rounded, and counted round the list.
    """

    symbols: Annotated[tuple[str | None, ...], Meta(min_length=1)]
    spread: tuple[float, float] = (0.001, 0.002)


class SkinLayer(Struct, forbid_unknown_fields=True):
    """A part of the ground: one symbol under every cell, in the middle, or across the board."""

    symbol: str
    at: Literal["cells", "middle", "board"] = "middle"
    margin: Share = 0
    """How far a layer across the board reaches beyond the outermost cells, in cells."""


class SkinSpec(Struct, forbid_unknown_fields=True):
    """The contents of `skin.json`.

    `cells`, `tokens` and `cards` say which symbol draws what, by `kind`. A key is `KIND`, or `*`
    for all kinds; in front of it may stand a place and a slash, which is the kind of the cell under
    a token or the zone of a card. `null` means the plain look.
    """

    format: Literal[1]
    margin: Share = 0.72
    """Room around the outermost cells, in cells."""
    arcs: bool = False
    """Arrows bow from hop to hop."""
    picture: str | None = None
    """The symbol for the hall, where the first position makes no good picture."""
    ground: tuple[SkinLayer, ...] = ()
    cells: dict[str, str | SkinVariants | None] = {}
    tokens: dict[str, str | None] = {}
    cards: dict[str, str | None] = {}


class SkinFiles(Struct):
    """The three files of a skin, checked."""

    spec: SkinSpec
    symbols: str
    """SVG text with a `<symbol>` for every drawing."""
    css: str


class SkinPage(Struct):
    """A game's skin; without `files` the game is drawn plainly."""

    files: SkinFiles | None = None
    problem: str = ""
    """Why a skin that is there is not used."""

"""A game's skin is data: checked when it is read, and never in the way of the game."""

import json
from pathlib import Path

import pytest
from serving import STONES_SLUG, Served, served

from meadhall import registry
from meadhall.server.api.skins import LONGEST, BrokenSkinError, read_skin, skin_page

SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
SPEC = {"format": 1, "tokens": {"*": "it"}}


def symbol(inside: str) -> str:
    return SVG.format(f'<symbol id="it">{inside}</symbol>')


def write(folder: Path, spec: object = SPEC, symbols: str = symbol("<g/>"), css: str = "") -> Path:
    (folder / "skin.json").write_text(spec if isinstance(spec, str) else json.dumps(spec))
    (folder / "symbols.svg").write_text(symbols)
    (folder / "skin.css").write_text(css)
    return folder


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_shipped_game_has_a_skin_that_is_used(slug: str) -> None:
    page = skin_page(registry.game(slug))
    assert not page.problem
    assert page.files is not None
    assert page.files.spec.tokens


def test_a_skin_may_have_drawings_styles_and_variants(tmp_path: Path) -> None:
    spec = {
        "format": 1, "margin": 1.5, "arcs": True, "picture": "it",
        "ground": [{"symbol": "it", "at": "cells"}, {"symbol": "it", "at": "board", "margin": 1}],
        "cells": {"edge": {"symbols": ["it", None], "spread": [0.5, 1]}, "hole": None},
        "cards": {"hand/back": "it"},
    }  # fmt: skip
    svg = (
        '<!-- gold --><defs><linearGradient id="gold"/><path id="p" d="M0 0"/></defs>'
        '<symbol id="it"><use href="#p" fill="url(#gold)"/><text data-slot="mark"/></symbol>'
    )
    css = """
      /* a { } , } */
      .skin-ludo, .skin-ludo:is(.a, .b) .c[data-label^="x, {"] { --cell: #fff; content: "}"; }
      @media (width < 40rem) { .skin-ludo.scene { fill: url(#gold); animation: turn 1s; } }
      @keyframes turn { from { opacity: 0 } 50%, to { opacity: 1; } }"""
    files = read_skin(write(tmp_path, spec, SVG.format(svg), css), "ludo")
    assert (files.spec.margin, files.spec.arcs) == (1.5, True)
    assert files.css == css.replace("/* a { } , } */", "/**/"), "without the author's comments"
    assert files.symbols == SVG.format(svg.replace("<!-- gold -->", ""))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("{", "no JSON"),
        ([], "Expected `object`"),
        ({}, "required field `format`"),
        ({"format": 2}, "Invalid enum value 2"),
        ({"format": 1, "tokns": {}}, "unknown field `tokns`"),
        ({"format": 1, "margin": -1}, r"\$.margin"),
        ({"format": 1, "tokens": {"*": 3}}, r"\$.tokens"),
        ({"format": 1, "cells": {"*": {"symbols": []}}}, "length >= 1"),
        ({"format": 1, "ground": [{"symbol": "it", "at": "sky"}]}, "sky"),
        ({"format": 1, "tokens": {"*": "other"}}, "the symbol 'other'"),
        ({"format": 1, "cells": {"*": {"symbols": ["it", "other"]}}}, "the symbol 'other'"),
        ({"format": 1, "ground": [{"symbol": "other"}]}, "the symbol 'other'"),
        ({"format": 1, "picture": "other"}, "the symbol 'other'"),
    ],
)
def test_a_wrong_spec_is_refused_with_the_place(tmp_path: Path, spec: object, said: str) -> None:
    with pytest.raises(BrokenSkinError, match=said):
        read_skin(write(tmp_path, spec), "ludo")


@pytest.mark.parametrize(
    "symbols",
    [
        symbol("<script>alert(1)</script>"),
        symbol('<s:script xmlns:s="http://www.w3.org/1999/xhtml">1</s:script>'),
        symbol('<g onload="alert(1)"/>'),
        symbol('<g OnClick="alert(1)"/>'),
        symbol("<foreignObject/>"),
        symbol('<image href="http://evil.example/x.png"/>'),
        symbol('<a href="#x"/>'),
        symbol('<set attributeName="href" to="javascript:alert(1)"/>'),
        symbol("<style>*{}</style>"),
        symbol('<g style="fill:red"/>'),
        SVG.format("<script/>"),
        symbol('<rect fill="url(http://evil.example/x)"/>'),
        symbol("<rect fill=\"url( 'data:image/png,x')\"/>"),
        symbol(r'<rect fill="u\72l(http://evil.example/x)"/>'),
        symbol('<use href="http://evil.example/x.svg#a"/>'),
        symbol('<use href="javascript:alert(1)"/>'),
        symbol('<use xmlns:x="http://www.w3.org/1999/xlink" x:href="#it"/>'),
        symbol('<use href="#nothing"/>'),
        symbol('<use href="#it"/>'),
        SVG.format('<symbol id="a b"/>'),
        f'<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}',
        "<svg",
        "<html xmlns='http://www.w3.org/1999/xhtml'/>",
        " " * (LONGEST + 1),
    ],
)
def test_what_an_svg_may_not_have_is_refused(tmp_path: Path, symbols: str) -> None:
    with pytest.raises(BrokenSkinError):
        read_skin(write(tmp_path, {"format": 1}, symbols), "ludo")


@pytest.mark.parametrize(
    "css",
    [
        '@import "http://evil.example/x.css";',
        "@font-face { font-family: x; }",
        ".skin-ludo { background: url(http://evil.example/x) }",
        '.skin-ludo { --x: URL("//evil.example/x") }',
        ".skin-ludo { background: url(data:image/png,x) }",
        '.skin-ludo { background: -webkit-image-set("//evil.example/x" 1x) }',
        r".skin-ludo { background: u\72l(//evil.example/x) }",
        "* { display: none }",
        ".skin-ludo a, body { display: none }",
        ".skin-ludo-two { display: none }",
        "@media (width < 1px) { body { display: none } }",
        ".skin-ludo { :root:has(&) .panel { display: none } }",
        '.skin-ludo { content: "/*"; } body { display: none } .skin-ludo { content: "*/"; }',
        ".skin-ludo { content: '\"'; } body { display: none } .skin-ludo { content: '\"'; }",
        ".skin-ludo { fill: red",
    ],
)
def test_what_a_stylesheet_may_not_have_is_refused(tmp_path: Path, css: str) -> None:
    with pytest.raises(BrokenSkinError):
        read_skin(write(tmp_path, css=css), "ludo")


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "symbols.svg").write_bytes(b"\xff")
    with pytest.raises(BrokenSkinError, match=r"symbols\.svg is no UTF-8 text"):
        read_skin(tmp_path, "ludo")
    (tmp_path / "skin.css").unlink()
    (tmp_path / "symbols.svg").write_text(SVG)
    with pytest.raises(BrokenSkinError, match=r"skin\.css cannot be read"):
        read_skin(tmp_path, "ludo")


@served()
async def test_the_page_gets_a_game_s_skin_as_one_document(hall: Served) -> None:
    visit = hall.stranger()
    page = await visit.get(f"/games/{STONES_SLUG}/skin")
    assert page["problem"] == ""
    assert page["files"]["spec"]["tokens"] == {"*": "pebble"}
    assert page["files"]["symbols"].startswith("<svg")
    assert f".skin-{STONES_SLUG}" in page["files"]["css"]
    assert await visit.refused("GET", "/games/no-such-game/skin") == (404, "UNKNOWN_GAME")

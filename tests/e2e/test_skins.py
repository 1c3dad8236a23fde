"""A game from another package brings its own look, as data that the page can only draw."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hall import Hall
from playwright.sync_api import ConsoleMessage, Page, Route, expect
from tests.e2e.people import Serve, Server, Visitor

OUTSIDE = "fir-cones"
HOSTILE = "poison-ivy"
ABROAD = "http://evil.example"
GREEN, SAND = "rgb(46, 125, 50)", "rgb(216, 196, 154)"
CONE = '<symbol id="pebble"><path class="cone" d="M0-90L70 60H-70Z" fill="url(#grey)" />'
POISON = f"""<svg xmlns="http://www.w3.org/2000/svg" onload="window.poisoned = 1">
  <symbol id="hollow"><image href="{ABROAD}/a.png" /></symbol>
  <symbol id="pebble">
    <script>window.poisoned = 2</script>
    <circle r="90" onload="window.poisoned = 3" onclick="window.poisoned = 4" />
    <foreignObject><b xmlns="http://www.w3.org/1999/xhtml">poison</b></foreignObject>
    <rect width="90" height="90" fill="url({ABROAD}/b.svg#x)" />
  </symbol>
</svg>"""
POISONED_CSS = f"""@import "{ABROAD}/c.css";
body {{ display: none }}
.skin-{HOSTILE} .cell {{ background: url({ABROAD}/d.png) }}"""
SPEC = {"format": 1, "cells": {"*": "hollow"}, "tokens": {"*": "pebble"}}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, written by `new-game`, given other skins, and installed by pip."""
    folder = tmp_path_factory.mktemp("outside")
    cones, ivy = (write_package(folder, slug) for slug in (OUTSIDE, HOSTILE))
    symbols = cones / "symbols.svg"
    symbols.write_text(symbols.read_text("utf-8").replace('<symbol id="pebble">', CONE), "utf-8")
    with (cones / "skin.css").open("a", encoding="utf-8") as css:
        css.write(f".skin-{OUTSIDE} .cone {{ stroke: {GREEN}; }}\n")
    (ivy / "symbols.svg").write_text(POISON, "utf-8")
    (ivy / "skin.css").write_text(POISONED_CSS, "utf-8")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps")
    target = folder / "installed"
    subprocess.run(
        [*pip, "--no-build-isolation", "--target", target, folder / OUTSIDE, folder / HOSTILE],
        check=True,
    )
    return target


def write_package(folder: Path, slug: str) -> Path:
    """Where the skin of the written game is."""
    done = Hall(folder).run("new-game", slug, "--into", folder / slug)
    assert done.returncode == 0, done.stderr
    return folder / slug / "src" / slug.replace("-", "_") / "skin"


@pytest.fixture(scope="module")
def outside(serve: Serve, packages: Path) -> Server:
    return serve(PYTHONPATH=os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def guest(page: Page, outside: Server) -> Iterator[Visitor]:
    somebody = Visitor(page, outside.url)
    yield somebody
    assert somebody.errors == []


def test_a_game_from_outside_is_drawn_with_its_own_skin(guest: Visitor) -> None:
    page = guest.page
    guest.set_up(OUTSIDE, {1: "weak"})
    guest.wait_for_turn()
    cone = page.locator(".token .cone").first
    expect(cone).to_be_visible()
    expect(cone).to_have_css("stroke", GREEN)
    expect(cone).to_have_attribute("fill", f"url(#{OUTSIDE}--grey)")
    expect(page.locator(f"#{OUTSIDE}--grey")).to_have_count(1)
    expect(page.locator(".cell .shape").first).to_have_css("fill", SAND)
    expect(page.locator(".token text").first).to_have_text("o")
    expect(page.locator(".token .counter")).to_have_count(0)
    guest.play_to_the_end(lambda there: len(there) - 1)
    expect(guest.result).to_be_visible()


def test_the_hall_shows_the_skins_of_all_games(guest: Visitor) -> None:
    guest.go()
    expect(guest.page.locator(f".picture.skin-{OUTSIDE} .cone").first).to_be_visible()
    expect(guest.page.locator(".picture.skin-jarls .ground polygon").first).to_be_visible()


def watch(page: Page) -> tuple[list[str], list[str]]:
    """Collects where the page wants to go, and what it warns of."""
    asked: list[str] = []
    warned: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "warning":
            warned.append(message.text)

    page.on("request", lambda request: asked.append(request.url))
    page.on("console", note)
    return asked, warned


def assert_plain_and_harmless(guest: Visitor) -> None:
    """The board has the plain look, and nothing of the skin has run, loaded or been styled."""
    asked, warned = watch(guest.page)
    guest.set_up(HOSTILE, {1: "weak"})
    guest.wait_for_turn()
    expect(guest.page.locator(".token .counter").first).to_be_visible()
    for token in guest.page.locator(".token").all():
        token.click(force=True)
    assert guest.page.locator(".token .drawing, image, foreignObject").count() == 0
    guest.play_to_the_end(lambda there: len(there) - 1)
    assert guest.page.evaluate("window.poisoned") is None
    assert not [url for url in asked if not url.startswith(guest.url)]
    assert [HOSTILE in text for text in warned] == [True]


def test_a_hostile_skin_is_not_sent_and_the_board_is_plain(guest: Visitor) -> None:
    assert_plain_and_harmless(guest)


@pytest.mark.parametrize(
    ("symbols", "css"),
    [
        pytest.param(POISON, "", id="hostile symbols"),
        pytest.param(None, POISONED_CSS, id="hostile styles"),
    ],
)
def test_the_page_trusts_no_server_with_a_hostile_skin(
    guest: Visitor, packages: Path, symbols: str | None, css: str
) -> None:
    good = (packages / OUTSIDE.replace("-", "_") / "skin" / "symbols.svg").read_text("utf-8")
    files = {"spec": SPEC, "symbols": symbols or good, "css": css}

    def send(route: Route) -> None:
        route.fulfill(
            content_type="application/json", body=json.dumps({"files": files, "problem": ""})
        )

    guest.page.route(f"**/api/games/{HOSTILE}/skin", send)
    assert_plain_and_harmless(guest)

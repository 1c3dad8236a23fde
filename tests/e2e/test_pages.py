"""Every page: without barriers, in light and dark, on a phone, and kind when things are wrong."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Route, ViewportSize, expect
from tests.e2e.people import Newcomer, Visitor

from meadhall import games
from meadhall.server.api.static_files import SHIPPED

GAMES = ("jarls", "chinese-checkers", "elemental-clash", "secret-toaster")
MOST_SCRIPT = 240_000  # of all pages; a page is loaded when somebody opens it
MOST_IN_ALL = 1_000_000
MOST_SHIFT = 0.01
PHONE: ViewportSize = {"width": 360, "height": 740}
SMALLEST_TARGET = 24

SMALL_TARGETS = """least => [...document.querySelectorAll('button, select, input, .button, nav a')]
  .filter(element => element.checkVisibility() && !element.closest('.hidden'))
  .map(element => [element.outerHTML.slice(0, 120), element.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
  .map(([html]) => html)"""
WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


Tour: TypeAlias = Callable[[Visitor], Iterator[str]]


def visit_all(visitor: Visitor) -> Iterator[str]:
    """Open every page in turn, each ready to be looked at."""
    page = visitor.page
    visitor.go()
    page.wait_for_selector("article h2")
    page.locator(".picture svg").nth(len(GAMES) - 1).wait_for()
    yield "hall"
    for game in GAMES:
        visitor.go(f"play/{game}")
        page.wait_for_selector("#seat-1")
        yield f"set-up-{game}"
        visitor.go(f"rules/{game}")
        page.wait_for_selector(".markdown h1")
        yield f"rules-{game}"
    for name in ("settings", "profile", "replay", "nowhere/at/all"):
        visitor.go(name)
        page.wait_for_selector("h1")
        yield name.partition("/")[0]


def visit_tables(visitor: Visitor) -> Iterator[str]:
    """A table of each game with something chosen, then the first step of its guide."""
    page = visitor.page
    for game in GAMES:
        visitor.set_up(game, {1: "weak"})
        visitor.wait_for_turn()
        yield f"table-{game}"
        for _ in range(9):
            there = visitor.choices()
            if there:
                visitor.click(there[len(there) // 2])
            page.wait_for_timeout(120)
        page.wait_for_selector(".cell.usable, .card.usable, button.usable, .over")
        yield f"later-{game}"
        visitor.go(f"learn/{game}")
        page.wait_for_selector("aside h2, .lost")
        yield f"learn-{game}"


def visit_before_and_after(visitor: Visitor) -> Iterator[str]:
    """A table that waits for somebody, a match that is over, and its replay."""
    visitor.set_up("jarls", {1: "open"})
    visitor.page.wait_for_selector("h1")
    yield "waiting"
    visitor.set_up("elemental-clash", {1: "weak"}, {"Clock": "none"})
    visitor.play_to_the_end(lambda _: 0)
    yield "over"
    visitor.result.get_by_role("link", name="Replay").click()
    expect(visitor.page.get_by_text("Move 0 of")).to_be_visible()
    yield "replay-of-a-match"
    visitor.page.get_by_role("button", name="Analyse").click()
    expect(visitor.page.get_by_role("slider", name="Winning chances")).to_be_visible()
    visitor.page.get_by_text("Show as a table").click()
    yield "hindsight"


TOURS = pytest.mark.parametrize("pages", [visit_all, visit_tables, visit_before_and_after])


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@TOURS
def test_no_page_has_a_barrier(
    newcomer: Newcomer, axe: str, screenshots: Path, pages: Tour
) -> None:
    visitor = newcomer()
    found = {}
    for name in pages(visitor):
        visitor.page.evaluate(axe)
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            visitor.picture(screenshots / f"{name}-{scheme}.png")
            result = visitor.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
            if result["violations"]:
                found[name, scheme] = [
                    (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"])
                    for one in result["violations"]
                ]
    assert found == {}
    assert visitor.errors == []


@TOURS
def test_everything_fits_on_a_phone(newcomer: Newcomer, screenshots: Path, pages: Tour) -> None:
    visitor = newcomer(viewport=PHONE, touch=True)
    wide, small = {}, {}
    for name in pages(visitor):
        visitor.picture(screenshots / f"{name}-phone.png")
        if (beyond := visitor.page.evaluate(WIDTH)) > 0:
            wide[name] = beyond
        if targets := visitor.page.evaluate(SMALL_TARGETS, SMALLEST_TARGET):
            small[name] = targets
    assert wide == {}
    assert small == {}


def test_a_large_board_can_be_looked_at_closer(visitor: Visitor) -> None:
    visitor.set_up("jarls", {1: "weak"}, {"Board size": "8"})
    visitor.wait_for_turn()
    board = visitor.page.locator("svg[aria-label=Board]")
    whole = board.get_attribute("viewBox")
    visitor.page.get_by_role("button", name="Zoom in").click()
    assert board.get_attribute("viewBox") != whole
    visitor.page.get_by_role("button", name="Whole board").click()
    assert board.get_attribute("viewBox") == whole


def test_a_skin_is_stronger_than_the_plain_look_however_one_came_in(visitor: Visitor) -> None:
    visitor.set_up("elemental-clash", {1: "weak"})  # its picture there wants the skin first
    side = visitor.page.locator(".side").first
    assert side.evaluate("side => getComputedStyle(side).display") == "flex"


def test_scripts_and_styles_are_small() -> None:
    parts = [file for file in SHIPPED.rglob("*") if file.suffix in (".js", ".css")]
    assert {part.suffix for part in parts} == {".js", ".css"}
    assert sum(len(gzip.compress(part.read_bytes())) for part in parts) < MOST_SCRIPT


def test_everything_together_is_less_than_a_megabyte() -> None:
    shipped = [file for file in SHIPPED.rglob("*") if file.suffix not in (".br", ".gz")]
    skins = Path(games.__path__[0]).glob("*/skin/*")
    assert sum(file.stat().st_size for file in (*shipped, *skins) if file.is_file()) < MOST_IN_ALL


def test_each_typeface_is_shipped_with_its_licence() -> None:
    families = {file.name.partition("-latin")[0] for file in SHIPPED.rglob("*.woff2")}
    assert families == {"grenze", "source-sans-3"}
    for family in families:
        assert "SIL Open Font License" in (SHIPPED / "licences" / f"{family}.txt").read_text(
            "utf-8"
        )


LATE_MS = 700
SHIFTS = """async () => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });
  await document.fonts.ready;
  await new Promise(done => setTimeout(done, 200));
  return sum;
}"""


def test_nothing_moves_when_the_typefaces_arrive(visitor: Visitor) -> None:
    page = visitor.page

    def hold(route: Route) -> None:
        page.wait_for_timeout(LATE_MS)
        route.continue_()

    page.route("**/*.woff2", hold)
    visitor.go("settings")
    page.wait_for_selector("h1")
    title = page.locator("h1")
    assert title.evaluate("h1 => getComputedStyle(h1).fontFamily").startswith("Grenze")
    assert page.evaluate(SHIFTS) < MOST_SHIFT
    assert page.evaluate("document.fonts.check('1rem \"Source Sans\"')")
    assert page.evaluate("document.fonts.check('700 1rem Grenze')")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("table/no-such-match", "Table not found"),
        ("join/NOCODE", "No table with the code"),
        ("seat/broken-link", "no longer works"),
        ("replay/no-such-match", "cannot be replayed"),
        ("play/no-such-game", "Game not found"),
        ("rules/no-such-game", "Rules not found"),
        ("learn/no-such-game", "No guide"),
        ("some/where/else", "Page not found"),
    ],
)
def test_a_dead_link_leads_to_a_friendly_page(visitor: Visitor, path: str, words: str) -> None:
    visitor.go(path)
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text(words)
    visitor.page.get_by_role("link", name="Back to the hall", exact=True).click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("play")


def test_bad_input_is_answered_in_words(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("play/jarls")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Board size", exact=True).fill("99")
    page.get_by_role("button", name="Start").click()
    assert not page.evaluate("document.querySelector('form').checkValidity()")
    page.evaluate("document.querySelector('form').noValidate = true")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("Board size cannot be 99")
    visitor.go("profile")
    page.get_by_label("Name", exact=True).nth(1).fill("Somebody")
    page.get_by_label("Password (at least 8 characters)").fill("wrong password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()


ODD = "<img src=x onerror=alert(1)> ☃ 🜛 '; --"


def test_odd_words_do_no_harm_in_any_field(visitor: Visitor, newcomer: Newcomer) -> None:
    page, guest = visitor.page, newcomer()
    visitor.switch_on("expert")
    visitor.go()
    page.get_by_label("Code or link of a table").fill(ODD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("No table with the code")
    visitor.go("play/jarls")
    page.get_by_label("Name at seat 1").fill(ODD)
    page.locator("#seat-1").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/**")
    expect(page.locator(".players")).to_contain_text(ODD[:40])
    guest.page.goto(page.url)
    guest.page.get_by_role("button", name="Sit down").click()
    visitor.open_tab("Chat")
    visitor.open_tab("Chat")
    for words in ("   ", ODD):
        page.get_by_label("Message", exact=True).fill(words)
        page.get_by_role("button", name="Send").click()
    guest.open_tab("Chat")
    expect(guest.page.get_by_role("log").get_by_role("listitem")).to_contain_text(ODD)
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    visitor.open_tab("Moves")
    page.locator("#command").fill(ODD)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".why")).to_be_visible()
    assert page.locator("img").count() == guest.page.locator("img").count() == 0


@pytest.mark.parametrize(
    ("mode", "label", "wrong"),
    [("turn", "Seconds", "1"), ("fischer", "Minutes per player", "0"), ("days", "Days", "99")],
)
def test_a_clock_that_cannot_be_is_not_set(
    visitor: Visitor, mode: str, label: str, wrong: str
) -> None:
    visitor.go("play/jarls")
    visitor.page.get_by_label("Clock", exact=True).select_option(mode)
    field = visitor.page.get_by_label(label, exact=True)
    for value in (wrong, ""):
        field.fill(value)
        visitor.page.get_by_role("button", name="Start").click()
        assert not field.evaluate("field => field.checkValidity()")
    expect(visitor.page).to_have_url(re.compile("/play/jarls"))


@pytest.mark.parametrize(("name", "password"), [("", "long enough"), ("Sven", "short")])
def test_half_an_account_is_not_made(visitor: Visitor, name: str, password: str) -> None:
    page = visitor.page
    visitor.go("profile")
    page.get_by_label("Name", exact=True).nth(1).fill(name)
    page.get_by_label("Password (at least 8 characters)").fill(password)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guest")


def test_a_broken_record_is_refused_in_words(visitor: Visitor, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": 1, "game": "jar')
    visitor.go("replay")
    visitor.page.locator("#file").set_input_files(broken)
    expect(visitor.page.get_by_role("alert")).to_be_visible()


def test_an_account_can_be_made_and_left(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("profile")
    page.get_by_label("Name", exact=True).nth(1).fill("Ragnhild of the Fjord")
    page.get_by_label("Password (at least 8 characters)").fill("a long password")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ragnhild")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ragnhild")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guest")
    page.get_by_label("Name", exact=True).nth(1).fill("Ragnhild of the Fjord")
    page.get_by_label("Password (at least 8 characters)").fill("a long password")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Delete the account").click()
    page.get_by_label("To confirm, type your name").fill("Ragnhild of the Fjord")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guest")

"""At a table everything that a player needs is in view, and nothing jumps."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.e2e.people import Newcomer, Visitor
from tests.e2e.test_online import begin, play_once

SIZES: dict[str, ViewportSize] = {
    "laptop": {"width": 1366, "height": 768},
    "desktop": {"width": 1920, "height": 1080},
    "phone": {"width": 390, "height": 844},
}
TABLES = [
    *[
        (game, seats)
        for game in ("jarls", "chinese-checkers", "secret-toaster")
        for seats in (2, 6)
    ],
    ("elemental-clash", 2),
]
EACH_TABLE = pytest.mark.parametrize(("game", "seats"), TABLES)
NEEDED = (".headline", ".goal", ".rules", ".frame", ".players-row .name", ".hint", "[role=tab]")
"""Whose turn it is, the goal, the rules, the board, the players, and where the rest is."""
IF_THERE = (".cell.usable", ".own .card:not(.kind-back)", ".actions .usable", ".head .clock")
MOST_SHIFT = 0.02
SMALLEST_TARGET = 24
SMALLEST_SHARE = 0.55
"""Of the shorter side of the window, the part that the board takes at least."""

OUT_OF_VIEW = """selectors => selectors.flatMap(selector =>
  [...document.querySelectorAll(selector)].flatMap(element => {
    const box = element.getBoundingClientRect();
    const inside = box.top >= 0 && box.left >= 0
      && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const covered = !top || !(element.contains(top) || top.contains(element));
    return inside && !covered && box.width > 0 ? [] : [`${selector}: ${JSON.stringify(box)}`];
  }))"""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(entry => [
    entry.value, entry.sources.map(source => source.node?.outerHTML?.slice(0, 120) ?? '')
  ]))).observe({type: 'layout-shift'});
}"""
PLACES = """() => ['.frame', '.headline', '.hint', '.tabs', '.players-row', '.actions'].flatMap(
  selector => [...document.querySelectorAll(selector)].map(element => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [selector, x, y, width, height].join(' ');
  }))"""
"""Where the parts of the page are that never move, whatever happens."""
BOARD = """() => {
  const cells = [...document.querySelectorAll('.frame .cell')].map(c => c.getBoundingClientRect());
  const span = (low, high) =>
    Math.max(...cells.map(cell => cell[high])) - Math.min(...cells.map(cell => cell[low]));
  return {width: span('left', 'right'), height: span('top', 'bottom'), cell: cells[0].width};
}"""


def sit(visitor: Visitor, game: str, seats: int) -> None:
    """At a table with bots at all other seats; where there is a draft, after it."""
    visitor.go(f"play/{game}")
    visitor.page.wait_for_selector("#seat-1")
    if seats > 2:
        visitor.page.get_by_label(f"{seats} players", exact=True).check()
    for seat in range(1, seats):
        form = visitor.page.locator(f"#seat-{seat}")
        form.select_option(visitor.level(form, "weak"))
    visitor.page.get_by_role("button", name="Start").click()
    visitor.page.wait_for_url("**/#/table/**")
    visitor.wait_for_turn()
    while visitor.page.locator(".zone-offer").count():
        for there in visitor.choices()[:1]:
            visitor.click(there)
        visitor.page.wait_for_timeout(50)
    visitor.wait_for_turn()


def out_of_view(page: Page, *more: str) -> list[str]:
    there = [selector for selector in IF_THERE if page.locator(selector).count()]
    missing: list[str] = page.evaluate(OUT_OF_VIEW, [*NEEDED, *there, *more])
    return missing


@EACH_TABLE
def test_everything_one_needs_is_in_view(newcomer: Newcomer, game: str, seats: int) -> None:
    visitor = newcomer(viewport=SIZES["laptop"])
    sit(visitor, game, seats)
    page = visitor.page
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        for _ in range(50):  # until the new size is laid out
            page.wait_for_timeout(100)
            if not out_of_view(page):
                break
        assert out_of_view(page) == [], name
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        board = page.evaluate(BOARD)
        side = min(size["width"], size["height"])
        assert max(board["width"], board["height"]) >= SMALLEST_SHARE * side, name


@EACH_TABLE
def test_nothing_jumps_during_a_turn(newcomer: Newcomer, game: str, seats: int) -> None:
    visitor = newcomer(viewport=SIZES["laptop"], reduced_motion="no-preference")
    sit(visitor, game, seats)
    visitor.page.evaluate(WATCH_SHIFTS)
    places = visitor.page.evaluate(PLACES)
    for index in range(6):
        visitor.wait_for_turn()
        if there := visitor.choices():
            visitor.click(there[(index * 5) % len(there)])
        visitor.page.wait_for_timeout(600)  # the answer to the click is shown
        assert visitor.page.evaluate(PLACES) == places
    shifts = visitor.page.evaluate("window.shifts")
    # Also what moves because of the player's own click, which Chromium would excuse.
    assert sum(value for value, _ in shifts) <= MOST_SHIFT, shifts


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_in_view_with_the_board(newcomer: Newcomer, size: str) -> None:
    host, guest = begin("chinese-checkers", newcomer)
    play_once(host)
    host.page.get_by_role("button", name="Undo").click()
    guest.page.set_viewport_size(SIZES[size])
    expect(guest.page.get_by_text("asks to undo the last move")).to_be_visible()
    assert out_of_view(guest.page, ".offer button") == []


def test_small_cells_are_touched_in_two_steps(newcomer: Newcomer) -> None:
    visitor = newcomer(viewport=SIZES["phone"], touch=True)
    sit(visitor, "jarls", 6)
    page = visitor.page
    assert page.evaluate(BOARD)["cell"] < SMALLEST_TARGET
    cell = page.locator(".cell.usable").first
    cell.tap(force=True)
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    expect(page.locator(".cell.chosen")).to_have_count(0)
    assert page.evaluate(BOARD)["cell"] >= SMALLEST_TARGET
    cell.tap(force=True)
    expect(page.locator(".cell.chosen")).to_have_count(1)


@pytest.mark.parametrize("game", ["chinese-checkers", "secret-toaster"])
def test_cells_are_large_enough_for_a_finger(newcomer: Newcomer, game: str) -> None:
    visitor = newcomer(viewport=SIZES["phone"], touch=True)
    sit(visitor, game, 2)
    pitch = visitor.page.evaluate(BOARD)["cell"]
    # A round hole is smaller than the place it takes: its neighbours begin where it could end.
    assert pitch / (0.8 if game == "chinese-checkers" else 1) >= SMALLEST_TARGET


def middle_of(page: Page, selector: str) -> float:
    """How far down the middle of these elements is."""
    boxes = [one.bounding_box() for one in page.locator(selector).all()]
    heights = [box["y"] + box["height"] / 2 for box in boxes if box]
    return sum(heights) / len(heights)


def test_each_player_sits_at_the_near_side(newcomer: Newcomer) -> None:
    host, guest = begin("chinese-checkers", newcomer)
    for player, own, other in ((host, "red", "blue"), (guest, "blue", "red")):
        page = player.page
        near = middle_of(page, f'.token[data-label^="{own}" i]')
        far = middle_of(page, f'.token[data-label^="{other}" i]')
        assert near > far
        assert middle_of(page, ".side.near") > near
        aims = middle_of(page, ".aim")
        assert abs(aims - far) < 5
        page.get_by_role("button", name="Turn the board").click()
        page.get_by_role("button", name="Turn the board").click()
        page.get_by_role("button", name="Turn the board").click()
        assert middle_of(page, f'.token[data-label^="{own}" i]') < far + 5
        assert middle_of(page, ".side.near") < near


def test_the_rules_open_beside_the_board_at_the_clause_of_a_refusal(visitor: Visitor) -> None:
    page = visitor.page
    sit(visitor, "jarls", 2)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("region", name="Rules")).to_contain_text("There are two ways to win")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Rules")).to_be_hidden()
    page.locator('.token[data-id^="p2"]').first.evaluate(
        'token => document.querySelector(`.cell[aria-label*="${token.dataset.label}"]`)'
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    clause = page.locator(".why").get_by_role("button", name="Rules: ")
    name = clause.inner_text().removeprefix("Rules: ")
    clause.click()
    heading = page.get_by_role("region", name="Rules").get_by_role("heading", name=name)
    expect(heading).to_be_in_viewport()
    expect(page.locator(".frame")).to_be_in_viewport()


def test_the_end_is_a_dialog_with_focus_beside_the_board(newcomer: Newcomer) -> None:
    host, guest = begin("jarls", newcomer)
    host.page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("button", name="Yes").click()
    for player, size in ((host, "laptop"), (guest, "phone")):
        page = player.page
        page.set_viewport_size(SIZES[size])
        expect(player.result).to_be_focused()
        expect(player.result).to_contain_text("Draw")
        expect(player.result).to_contain_text("by agreement")
        for name in ("Play again", "Replay", "Hall"):
            expect(player.result.get_by_text(name)).to_be_in_viewport()
        assert page.locator(".side.active").count() == 0
        expect(page.locator("main")).not_to_contain_text("to move")
        assert page.evaluate(OUT_OF_VIEW, [".cell .shape"]) == []
        page.keyboard.press("Escape")
        expect(player.result).to_be_hidden()
        page.get_by_role("button", name="Show the result").click()
        expect(player.result).to_be_focused()


def test_a_replay_is_stepped_through_in_its_list(newcomer: Newcomer) -> None:
    visitor = newcomer(viewport=SIZES["phone"], touch=True)
    visitor.set_up("jarls", {1: "mine"})
    for _ in range(3):
        play_once(visitor)
    visitor.open_tab("Menu")
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes").click()
    visitor.result.get_by_role("link", name="Replay").click()
    page = visitor.page
    current = page.locator("ol[aria-label=Moves] [aria-current=true]")
    page.get_by_role("button", name="Forward").tap()
    expect(current).to_contain_text("1")
    page.locator("ol[aria-label=Moves] button").nth(2).tap()
    expect(page.get_by_text("Move 3 of")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Move 2 of")).to_be_visible()
    assert page.evaluate(OUT_OF_VIEW, [".frame", "#scrub", "[aria-current=true]"]) == []

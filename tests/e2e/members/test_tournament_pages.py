"""A tournament on the page: made with the form, joined, started, played, and its standings."""

import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect
from tests.e2e.people import Newcomer, Visitor

WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIGN_UP = """async ([name]) => {
  const body = JSON.stringify({name, password: 'a long password'});
  const headers = {'Content-Type': 'application/json'};
  await fetch('api/accounts', {method: 'POST', body, headers});
  localStorage.setItem('meadhall.known', '1');
}"""


def make_tournament(host: Visitor) -> str:
    """Fill the form as its preset does; gives the address of the tournament."""
    page = host.page
    host.go()
    page.evaluate(SIGN_UP, ["Hrothgar"])
    page.reload()
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Make a tournament").click()
    page.get_by_role("button", name="Cup").click()
    page.get_by_label("Title").fill("Winter cup")
    expect(page.get_by_text("Who loses is out")).to_be_visible()
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", name="Winter cup")).to_be_visible()
    return page.url


def has_no_barrier(page: Page, axe: str, screenshots: Path) -> None:
    """In light and dark, and on a phone."""
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=screenshots / f"tournament-{scheme}.png", full_page=True)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert found["violations"] == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=screenshots / "tournament-phone.png", full_page=True)
    assert page.evaluate(WIDTH) <= 0


def test_a_cup_is_made_joined_started_and_won(
    visitor: Visitor, newcomer: Newcomer, axe: str, screenshots: Path
) -> None:
    page, guest = visitor.page, newcomer()
    address = make_tournament(visitor)
    page.get_by_role("button", name="Join").click()
    guest.page.goto(address)
    guest.page.get_by_role("button", name="Join").click()
    expect(guest.page.get_by_role("button", name="Leave")).to_be_visible()
    guest.go("settings")
    expect(page.get_by_role("row")).to_have_count(3)  # it has changed by itself
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("link", name="Play my match")).to_be_visible()
    # The guest is elsewhere, and is called.
    guest.page.get_by_role("link", name="Play", exact=True).click()
    guest.page.get_by_role("button", name="Resign").click()
    expect(guest.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    guest.page.get_by_role("button", name="Yes").click()
    guest.page.get_by_role("link", name="Back to the tournament").click()
    for one in (page, guest.page):
        expect(one.locator(".state")).to_have_text("Over")
        first = one.get_by_role("row").nth(1)
        expect(first).to_have_text(re.compile(r"1\s*Hrothgar"))
    has_no_barrier(page, axe, screenshots)

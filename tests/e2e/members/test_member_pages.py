"""People with accounts: from a guest to an account, the page of a person, the history."""

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect
from tests.e2e.people import Visitor

WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
NAME = "Snorri Bjarnason"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def create_account(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("profile")
    page.get_by_label("Name", exact=True).nth(1).fill(NAME)
    page.get_by_label("Password (at least 8 characters)").fill("a long password")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(NAME)
    page.get_by_label("A sentence about you").fill("Skald, and slow to move.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def lose(visitor: Visitor) -> None:
    """Move once, then give up."""
    visitor.wait_for_turn()
    visitor.click(visitor.choices()[0])
    visitor.click(visitor.choices()[0])
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes").click()
    expect(visitor.result).to_be_visible()


def has_no_barrier(page: Page, axe: str, screenshots: Path) -> None:
    """In light and dark, and on a phone."""
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=screenshots / f"person-{scheme}.png", full_page=True)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert found["violations"] == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=screenshots / "person-phone.png", full_page=True)
    assert page.evaluate(WIDTH) <= 0


def test_a_guests_match_is_on_the_page_of_the_account(
    visitor: Visitor, axe: str, screenshots: Path
) -> None:
    page = visitor.page
    visitor.set_up("chinese-checkers", {1: "weak"}, {"Clock": "none"})
    table = page.url
    create_account(visitor)
    page.goto(table)
    lose(visitor)
    row = page.get_by_role("row", name="Chinese Checkers, seat 1 of 2")
    for _ in range(20):  # it is there about a second after the end
        visitor.go(f"people/{NAME}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(NAME)
        if row.count():
            break
        visitor.go("settings")
    expect(row).to_contain_text("0 %")
    expect(page.get_by_role("table", name="Favourite openings")).to_contain_text(
        "Chinese Checkers: "
    )
    expect(page.get_by_text("Skald, and slow to move.")).to_be_visible()
    has_no_barrier(page, axe, screenshots)
    page.get_by_label("Result").select_option("won")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No finished match fits.")).to_be_visible()

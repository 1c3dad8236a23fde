"""The guided first matches, each followed to its end by doing what the guide asks for."""

import pytest
from playwright.sync_api import expect
from tests.e2e.people import Visitor

from meadhall.registry import game

GAMES = ("jarls", "chinese-checkers", "elemental-clash", "secret-toaster")
MOST_CLICKS = 200
ANYTHING = "aside a.primary, aside button.primary, .cell.usable, .card.usable, button.usable"


def follow(visitor: Visitor) -> bool:
    """Do the one thing the guide asks for; `False` at its end."""
    page = visitor.page
    page.wait_for_selector(ANYTHING)
    onward, amount = page.get_by_role("button", name="Next"), page.get_by_label("How many?")
    if page.locator("aside a.primary").count():
        return False
    if onward.count():
        onward.click()
    elif amount.count():
        amount.fill(page.locator(".todo strong").inner_text())
        page.get_by_role("button", name="Send").click()
    else:
        (only,) = visitor.choices()[:1]
        visitor.click(only)
    return True


@pytest.mark.parametrize("slug", GAMES)
def test_a_guide_is_followed_to_its_end(visitor: Visitor, slug: str) -> None:
    visitor.go(f"learn/{slug}")
    for _ in range(MOST_CLICKS):
        if not follow(visitor):
            break
        visitor.page.wait_for_timeout(60)
    guide = game(slug).guide
    assert guide is not None
    expect(visitor.page.get_by_text(f"Step {len(guide.steps)} of")).to_be_visible()
    visitor.page.get_by_role("link", name=f"Play {game(slug).spec.title}").click()
    expect(visitor.page.get_by_role("button", name="Start")).to_be_visible()


def test_the_guide_shows_what_it_means_to_those_who_ask(visitor: Visitor) -> None:
    visitor.go("learn/jarls")
    visitor.page.get_by_role("button", name="Show me").click()
    expect(visitor.page.get_by_role("button", name="Next")).to_be_visible()


def test_the_guide_waits_for_the_number_it_asked_for(visitor: Visitor) -> None:
    visitor.go("learn/secret-toaster")
    amount = visitor.page.get_by_label("How many?")
    for _ in range(MOST_CLICKS):
        visitor.page.wait_for_selector(ANYTHING)
        if amount.count():
            break
        follow(visitor)
        visitor.page.wait_for_timeout(60)
    amount.fill("3")
    visitor.page.get_by_role("button", name="Send 3", exact=True).click()
    expect(visitor.page.locator(".why")).to_contain_text("the guide asks for")

"""Somebody chooses an answer ahead on the board, and the server plays it for them."""

from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.coming_back.test_inbox_and_ratings import begin, check, in_order, play_once
from tests.e2e.people import Newcomer, Visitor


def choose(visitor: Visitor, until: str) -> list[str]:
    """Click the first thing that can be chosen until the page says so; what was clicked."""
    said, clicked = visitor.page.get_by_text(until), list[str]()
    while said.count() == 0:
        there = visitor.choices()
        if there:
            clicked.append(there[0]["id"])
            visitor.click(there[0])
        visitor.page.wait_for_timeout(150)
    return clicked


def test_an_answer_that_was_chosen_ahead_is_played(
    newcomer: Newcomer, axe: str, screenshots: Path
) -> None:
    host, guest = newcomer(), newcomer()
    url = begin(host, guest)
    mover, other = in_order(host, guest)
    for somebody in (mover, other):
        somebody.page.goto(url)
    play_once(mover)
    page = mover.page
    page.get_by_role("link", name="Choose moves ahead").click()
    expect(page.get_by_text("Choose a move that you expect")).to_be_visible()
    expected = choose(mover, "Choose your answer.")
    choose(mover, "What may")
    page.get_by_role("button", name="Keep line").click()
    expect(page.get_by_text("This line is kept.")).to_be_visible()
    check(mover, axe, screenshots / "moves-ahead.png")
    other.wait_for_turn()
    for thing in expected:
        other.page.wait_for_selector(f'.cell.usable[data-id="{thing}"]')
        other.click({"id": thing, "x": 0, "y": 0})
    expect(other.page.locator("ol[aria-label=Moves] li")).to_have_count(3)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_text("The match has gone on meanwhile.")).to_be_visible()
    mover.go("notices")
    expect(page.get_by_role("heading", name="What you hear of")).to_be_visible()
    check(mover, axe, screenshots / "notices.png")
    assert host.errors == guest.errors == []

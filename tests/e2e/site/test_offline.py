"""After one visit the network is off: whole matches, reloads, a crash, replays and guides."""

import pytest
from playwright.sync_api import BrowserContext, Error, expect
from tests.e2e.people import Visitor
from tests.e2e.test_matches import MATCHES


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_ends_with_a_result_and_a_replay(offline: Visitor, game: str) -> None:
    seats, options, choose = MATCHES[game]
    offline.set_up(game, dict.fromkeys(seats, "weak"), options)
    offline.play_to_the_end(choose)
    expect(offline.result).to_be_visible()
    offline.result.get_by_role("link", name="Replay").click()
    offline.page.get_by_role("button", name="Last", exact=True).click()
    expect(offline.page.locator("ol[aria-label=Moves] li").last).to_be_visible()


def play(visitor: Visitor, plies: int) -> int:
    """Play until the log has that many moves and it is one's turn; how many it has then."""
    while visitor.ply() < plies:
        assert visitor.wait_for_turn()
        there = visitor.choices()
        if there:
            visitor.click(there[len(there) // 2])
    visitor.page.wait_for_selector(".cell.usable")
    return visitor.ply()


def test_a_match_goes_on_after_a_reload_and_after_a_crash_of_the_tab(
    offline: Visitor, device: BrowserContext
) -> None:
    offline.set_up("chinese-checkers", {1: "weak"})
    played = play(offline, 2)
    offline.page.reload()
    offline.page.wait_for_selector(".cell.usable")
    assert offline.ply() == played
    played = play(offline, played + 2)
    address = offline.page.url
    crashed = device.new_page()
    crashed.goto(address)
    crashed.wait_for_selector(".cell.usable")
    device.set_offline(False)  # the network of a tab that has crashed cannot be changed
    for page in (offline.page, crashed):
        with pytest.raises(Error):  # the browser ends the process of the tab
            page.goto("chrome://crash")
        page.close()
    offline.page = device.new_page()
    offline.page.goto(address)
    offline.page.wait_for_selector(".cell.usable")
    assert offline.ply() == played
    device.set_offline(True)
    assert play(offline, played + 2) > played


def test_rules_and_guides_are_there(offline: Visitor) -> None:
    offline.go("rules/jarls")
    expect(offline.page.get_by_role("heading", name="Jarls").first).to_be_visible()
    offline.go("learn/jarls")
    expect(offline.page.locator(".cell.usable").first).to_be_visible()


def test_pages_without_a_server_are_accessible_and_offer_nothing_that_needs_one(
    offline: Visitor, axe: str
) -> None:
    for page in ("", "play/jarls", "profile"):
        offline.go(page)
        offline.page.wait_for_selector("h1")
        offline.page.evaluate(axe)
        found = offline.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert [one["id"] for one in found["violations"]] == []
        text = offline.page.locator("main").inner_text()
        for word in ("Find a player", "Open tables", "Password", "Open seat"):
            assert word not in text

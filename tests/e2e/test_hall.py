"""The hall: games at once, own matches, and matches to watch."""

import httpx
from playwright.sync_api import Route, expect
from tests.e2e.people import Newcomer, Server, Visitor

SHAPES = "() => document.querySelector('.lists .board')?.innerHTML"


def test_the_games_have_placeholders_until_they_come(visitor: Visitor) -> None:
    page, held = visitor.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/games", hold)
    visitor.go()
    expect(page.get_by_role("status", name="Loading the games")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="Jarls")).to_be_visible()
    expect(page.get_by_role("status", name="Loading the games")).to_be_hidden()


def test_people_are_watched_on_a_small_live_board_and_solo_games_are_not(
    visitor: Visitor, newcomer: Newcomer, server: Server
) -> None:
    guest, watcher = newcomer(), newcomer()
    with httpx.Client(base_url=server.url) as loner:
        loner.post("/api/guests", json={"name": "Loner"})
        seats = [{"kind": "mine"}, {"kind": "bot"}]
        loner.post("/api/matches", json={"game": "jarls", "seats": seats})
    visitor.set_up("chinese-checkers", {1: "open"})
    guest.page.goto(visitor.page.url)
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    visitor.wait_for_turn()
    watcher.go()
    page = watcher.page
    page.locator(".lists .board").first.scroll_into_view_if_needed()
    expect(page.locator(".lists .board .token").first).to_be_attached()
    before = page.evaluate(SHAPES)
    expect(page.locator(".lists")).not_to_contain_text("Loner")
    while visitor.ply() == 0:
        visitor.click(visitor.choices()[-1])
        visitor.page.wait_for_timeout(60)
    page.wait_for_function(f"before => ({SHAPES})() !== before", arg=before)
    expect(visitor.page.get_by_text("spectator")).to_have_count(0)
    assert watcher.errors == []


def test_a_guide_is_no_match_to_continue(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("learn/jarls")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    visitor.go()
    page.reload()
    expect(page.get_by_text("No unfinished matches.")).to_be_visible()
    expect(page.get_by_role("link", name="Continue Jarls")).to_have_count(0)

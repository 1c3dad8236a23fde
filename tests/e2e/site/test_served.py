"""The offline mode of a served hall, and how what was played there comes into an account."""

from pathlib import Path

from playwright.sync_api import Browser, Route, expect
from tests.e2e.people import Serve, Visitor
from tests.e2e.site.hosting import wait_for_hall
from tests.e2e.site.test_offline import play


class Unreliable:
    """A network on which one request is lost."""

    def __init__(self, lost: int) -> None:
        self.lost, self.seen = lost, 0

    def __call__(self, route: Route) -> None:
        self.seen += 1
        if self.seen == self.lost:
            route.abort()
        else:
            route.continue_()


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes").click()
    expect(visitor.result).to_be_visible()


def test_what_was_played_offline_comes_into_the_account_once(
    browser: Browser, serve: Serve, folder: Path, axe: str
) -> None:
    server = serve(MEADHALL_OFFLINE=str(folder))
    context = browser.new_context(reduced_motion="reduce")
    visitor = Visitor(context.new_page(), server.url)
    visitor.go()
    visitor.page.get_by_role("link", name="Play offline").click()
    wait_for_hall(visitor.page)
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.kill()
    offline = Visitor(visitor.page, f"{server.url}offline/")
    played = play_offline(offline)
    server.start()
    offline.go("profile")
    offline.page.get_by_role("link", name="sign in at the hall").click()
    create_account(visitor, axe)
    bring_in(visitor)
    goes_on(visitor, played)
    assert visitor.errors == offline.errors == []
    context.close()


def play_offline(offline: Visitor) -> int:
    """One match to its end, and one that goes on."""
    offline.set_up("chinese-checkers", {1: "weak"})
    play(offline, 2)
    resign(offline)
    offline.set_up("chinese-checkers", {1: "weak"})
    played = play(offline, 2)
    comes_back_before_python(offline, played)
    return played


def create_account(visitor: Visitor, axe: str) -> None:
    expect(visitor.page.get_by_text("1 finished and 1 unfinished")).to_be_visible()
    visitor.page.get_by_label("Name").last.fill("Ann")
    visitor.page.get_by_label("Password").fill("long enough")
    visitor.page.get_by_role("button", name="Create account").click()
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    assert [one["id"] for one in found["violations"]] == []


def bring_in(visitor: Visitor) -> None:
    """The second match is lost on the way, and comes with the next try."""
    visitor.page.route("**/api/me/matches", Unreliable(2))
    visitor.page.get_by_role("button", name="Bring them in").click()
    panel = visitor.page.get_by_label("Played offline")
    expect(panel).to_contain_text("1 match is in your account now.")
    expect(panel).to_contain_text("still on this device")
    expect(panel).to_contain_text("This browser has 1 unfinished match")
    panel.get_by_role("button", name="Try again").click()
    # The lists are loaded again when all has come.
    expect(visitor.page.get_by_role("link", name="Continue Chinese Checkers")).to_have_count(1)
    expect(visitor.page.get_by_role("link", name="Replay Chinese Checkers")).to_have_count(1)
    expect(panel).not_to_contain_text("This browser has")


def goes_on(visitor: Visitor, played: int) -> None:
    """The unfinished match can be played at the server, and nobody is asked again."""
    visitor.page.reload()
    visitor.page.get_by_role("link", name="Continue Chinese Checkers").click()
    visitor.page.wait_for_selector(".cell.usable")
    assert visitor.ply() == played
    while visitor.ply() == played:  # the bot's answer is shown elsewhere; its first one compiles
        for choice in visitor.choices()[:2]:
            visitor.click(choice)
        visitor.page.wait_for_timeout(100)
    visitor.go()
    expect(visitor.page.get_by_role("link", name="Play offline")).to_be_visible()
    expect(visitor.page.get_by_label("Played offline")).to_have_count(0)


def comes_back_before_python(visitor: Visitor, played: int) -> None:
    """A reload shows the board as it was while Python has yet to come."""
    visitor.page.add_init_script(SLOW)
    visitor.page.reload()
    expect(visitor.page.locator("progress")).to_be_visible()
    expect(visitor.page.locator(".cell").first).to_be_visible()
    assert visitor.ply() == played
    assert visitor.page.locator(".cell.usable").count() == 0
    visitor.page.get_by_role("tab", name="Players").click()
    expect(visitor.page.locator(".players strong").first).to_be_visible()
    visitor.page.evaluate("start()")
    visitor.page.wait_for_selector(".cell.usable")
    expect(visitor.page.locator("progress")).to_have_count(0)
    visitor.open_tab("Moves")
    assert visitor.ply() == played


SLOW = """
if (location.pathname === "/offline/") {
  const post = Worker.prototype.postMessage, waiting = [];
  Worker.prototype.postMessage = function (message) { waiting.push([this, message]); };
  window.start = () => {
    Worker.prototype.postMessage = post;
    for (const [worker, message] of waiting) worker.postMessage(message);
  };
}
"""
"""Holds back everything that the page says to its worker until `start` is called."""

"""Two people come back: a rated match, whose turn it is, and what became of their ratings."""

from pathlib import Path

from playwright.sync_api import expect
from tests.e2e.people import Newcomer, Visitor

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1366, "height": 768}
VIOLATIONS = "() => axe.run(document, {resultTypes: ['violations']}).then(one => one.violations)"


def open_rated_table(host: Visitor) -> str:
    """The address of a rated table with a free seat, whose clock gives days."""
    page = host.page
    host.go("play/chinese-checkers")
    page.locator("#seat-1").select_option("open")
    rated = page.get_by_label("Rated: the result counts")
    page.locator("#clock").select_option("none")
    expect(rated).to_be_disabled()
    expect(page.get_by_text("A rated match needs a clock")).to_be_visible()
    page.locator("#clock").select_option("days")
    rated.check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/**")
    url: str = page.url
    return url


def play_once(mover: Visitor) -> None:
    mover.wait_for_turn()
    for _ in range(300):
        there = mover.choices()
        if mover.ply() > 0 or not there:
            return
        mover.click(there[0])
        mover.page.wait_for_timeout(60)


def check(visitor: Visitor, axe: str, picture: Path) -> None:
    """No finding of axe; pictures of the page on a desk and on a phone."""
    visitor.page.evaluate(axe)
    assert visitor.page.evaluate(VIOLATIONS) == []
    for size in (PHONE, DESK):
        visitor.page.set_viewport_size(size)  # type: ignore[arg-type] # width and height
        visitor.picture(picture.with_stem(f"{picture.stem}-{size['width']}"))
        wide = "document.documentElement.scrollWidth <= window.innerWidth"
        assert visitor.page.evaluate(wide), "nothing is cut off"


def begin(host: Visitor, guest: Visitor) -> str:
    """A rated match of the two, who are in the hall then."""
    url = open_rated_table(host)
    guest.page.goto(url)
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    host.wait_for_turn()
    expect(host.page.get_by_role("button", name="Undo")).to_have_count(0)
    for somebody in (host, guest):
        somebody.go()
    return url


def in_order(host: Visitor, guest: Visitor) -> tuple[Visitor, Visitor]:
    """Who is to move, as the badge says, and the other one."""
    badge = host.page.locator("nav .count")
    while badge.count() + guest.page.locator("nav .count").count() == 0:
        host.page.wait_for_timeout(100)
    return (host, guest) if badge.count() else (guest, host)


def see_ratings(somebody: Visitor, axe: str, screenshots: Path) -> None:
    """The own rating with its plot's place, and the leaderboard of all time and of the week."""
    page = somebody.page
    somebody.go("profile")
    expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
    while page.get_by_text("Two players").count() == 0:  # it counts in a moment
        page.wait_for_timeout(500)
        page.reload()
        expect(page.get_by_text("Looking for ratings")).to_have_count(0)
    check(somebody, axe, screenshots / "own-ratings.png")
    somebody.go("ratings/chinese-checkers")
    expect(page.locator("tbody tr")).to_have_count(2)
    check(somebody, axe, screenshots / "leaderboard.png")
    page.get_by_label("When").select_option("This week")
    expect(page.locator("tbody tr")).to_have_count(2)
    somebody.go("ratings/jarls")
    expect(page.get_by_text("Nobody has played a rated match yet.")).to_be_visible()


def test_a_rated_match_is_played_from_the_inbox_and_counts(
    newcomer: Newcomer, axe: str, screenshots: Path
) -> None:
    host, guest = newcomer(), newcomer()
    url = begin(host, guest)
    mover, other = in_order(host, guest)
    expect(mover.page).to_have_title("(1) Meadhall")
    other.go("inbox")
    expect(other.page.get_by_role("heading", name="Others are to move")).to_be_visible()
    mover.page.get_by_role("link", name="My matches").click()
    expect(mover.page.get_by_role("heading", name="Your turn")).to_be_visible()
    check(mover, axe, screenshots / "inbox.png")
    mover.page.get_by_role("link", name="Play Chinese Checkers").click()
    play_once(mover)
    mover.go()
    expect(other.page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(other.page.get_by_text("1 move since you looked")).to_be_visible()
    expect(mover.page.locator("nav .count")).to_have_count(0)
    mover.page.goto(url)
    mover.page.get_by_role("button", name="Resign").click()
    mover.page.get_by_role("button", name="Yes").click()
    expect(mover.result).to_be_visible()
    expect(other.page.get_by_role("heading", name="The match is over")).to_be_visible()
    see_ratings(mover, axe, screenshots)
    assert host.errors == guest.errors == []

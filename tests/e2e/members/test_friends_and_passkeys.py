"""Two people: one signs in with a passkey, challenges the other, and is reported to a moderator."""

import subprocess
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect
from tests.e2e.people import Newcomer, Server, Visitor

WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PASSWORD = "a long password"  # noqa: S105 - it opens nothing
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def create_account(visitor: Visitor, name: str) -> None:
    page = visitor.page
    visitor.go("profile")
    page.get_by_label("Name", exact=True).nth(1).fill(name)
    page.get_by_label("Password (at least 8 characters)").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def has_no_barrier(page: Page, axe: str, screenshots: Path, name: str) -> None:
    """In light and dark, and on a phone."""
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=screenshots / f"{name}-{scheme}.png", full_page=True)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert found["violations"] == [], name
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=screenshots / f"{name}-phone.png", full_page=True)
    assert page.evaluate(WIDTH) <= 0, name
    page.set_viewport_size({"width": 1366, "height": 768})


def name_moderator(db: Path, name: str) -> None:
    command = [sys.executable, "-m", "meadhall", "admin", "grant", name, "--db", str(db)]
    subprocess.run(command, check=True, capture_output=True)


def test_a_passkey_signs_in(visitor: Visitor, axe: str, screenshots: Path) -> None:
    visitor.url = visitor.url.replace("127.0.0.1", "localhost")
    page = visitor.page
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    create_account(visitor, "Unn the Deep-minded")
    page.get_by_label("Your password, for any change here").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Passkey added.")).to_be_visible()
    page.get_by_role("button", name="Make ten new codes").click()
    codes = page.locator(".codes code")
    expect(codes).to_have_count(10)
    code = codes.first.inner_text()
    has_no_barrier(page, axe, screenshots, "sign-in")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are signed in as")).to_contain_text("Unn the Deep-minded")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Forgot your password?").click()
    has_no_barrier(page, axe, screenshots, "recover")
    page.get_by_label("Name", exact=True).fill("Unn the Deep-minded")
    page.get_by_label("Recovery code").fill(code)
    page.get_by_label("New password (at least 8 characters)").fill("another password")
    page.get_by_role("button", name="Set the password and sign in").click()
    expect(page.get_by_text("Welcome back, Unn the Deep-minded.")).to_be_visible()
    assert visitor.errors == []


def challenge(visitor: Visitor, name: str, axe: str, screenshots: Path) -> None:
    """Follow somebody, and challenge them from their page."""
    page = visitor.page
    visitor.go(f"people/{name}")
    page.get_by_role("button", name="Follow").click()
    page.get_by_role("button", name="Unfollow").wait_for()
    has_no_barrier(page, axe, screenshots, "other-person")
    page.get_by_role("link", name="Challenge").click()
    page.get_by_label("Game").select_option("chinese-checkers")
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Challenge {name}")
    has_no_barrier(page, axe, screenshots, "challenge-form")
    page.get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"You challenge {name}")


def report(visitor: Visitor, name: str) -> None:
    """Report an opponent from the table."""
    page = visitor.page
    visitor.open_tab("Players")
    page.get_by_role("button", name=f"Report {name}").click()
    page.get_by_text(f"Report {name}").click()
    page.get_by_label("What happened? (optional)").fill("He never greets.")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("The moderators will look at it.")).to_be_visible()


def mute(page: Page) -> None:
    """Answer the only report."""
    form = page.locator("article")
    form.get_by_label("What to do").select_option("mute")
    form.get_by_label("Reason").fill("Greet people.")
    form.get_by_role("button", name="Do it").click()
    expect(page.locator("#sanctions + ul")).to_contain_text("muted until")


def test_people_challenge_and_report_each_other(
    visitor: Visitor, newcomer: Newcomer, server: Server, axe: str, screenshots: Path
) -> None:
    other = newcomer()
    page, there = visitor.page, other.page
    create_account(visitor, "Ketil Flatnose")
    create_account(other, "Bjorn the Easterner")
    challenge(visitor, "Bjorn the Easterner", axe, screenshots)
    has_no_barrier(page, axe, screenshots, "own-challenge")
    visitor.go("friends")
    has_no_barrier(page, axe, screenshots, "friends")
    # It comes by itself.
    expect(there.get_by_role("link", name="challenges: 1")).to_be_visible()
    other.go("inbox")
    expect(there.get_by_text("Ketil Flatnose challenges you")).to_be_visible()
    has_no_barrier(there, axe, screenshots, "challenge")
    there.get_by_role("button", name="Accept").click()
    there.wait_for_url("**/#/table/**")
    report(other, "Ketil Flatnose")
    name_moderator(server.db, "Bjorn the Easterner")
    other.go("profile")
    there.get_by_role("link", name="Moderation").click()
    expect(there.get_by_text("He never greets.")).to_be_visible()
    has_no_barrier(there, axe, screenshots, "moderation")
    mute(there)
    visitor.go("profile")
    expect(page.get_by_text("A moderator has muted you")).to_contain_text("Greet people.")
    assert visitor.errors == other.errors == []

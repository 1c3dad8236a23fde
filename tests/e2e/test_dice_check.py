"""The replay page checks the dice of a match with what the players' pages have kept."""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.e2e.people import Newcomer, Visitor
from tests.e2e.test_online import begin, is_asked, open_table, play_once, sit_down

SCREENS = {
    "laptop": ViewportSize(width=1366, height=768),
    "phone": ViewportSize(width=390, height=844),
}
CREATE = """wish => fetch("/api/matches", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify(wish),
}).then(answer => answer.json())"""
KEPT = "() => JSON.parse(localStorage.getItem('meadhall.dice'))"


def notes_of(player: Visitor) -> dict[str, Any]:
    """What the player's page has kept about its one match."""
    (notes,) = player.page.evaluate(KEPT).values()
    return cast("dict[str, Any]", notes)


def resign(player: Visitor) -> str:
    """The player gives up; gives the id of the match."""
    if player.page.get_by_role("tab", name="Menu").is_visible():  # on a phone
        player.open_tab("Menu")
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("button", name="Yes").click()
    expect(player.result).to_be_visible()
    return player.page.url.rsplit("/", 1)[-1]


def finish(ann: Visitor, bob: Visitor) -> str:
    """Moves until both have sealed a choice, then Ann gives up; gives the id of the match."""
    while not all(notes_of(player)["receipts"] for player in (ann, bob)):
        for player in (ann, bob):
            if is_asked(player):
                play_once(player)
    return resign(ann)


def open_panel(page: Page, title: str) -> None:
    summary = page.locator("summary", has_text=title)
    expect(summary).to_be_visible()
    summary.click()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_replay_says_what_the_dice_prove(
    newcomer: Newcomer, screen: str, screenshots: Path
) -> None:
    ann, bob = newcomer(viewport=SCREENS[screen]), newcomer()
    sit_down(bob, open_table(ann, "elemental-clash"))
    bob.page.get_by_text("Dice you can check").click()
    expect(bob.page.locator(".commitment")).to_contain_text(notes_of(bob)["commitment"])
    bob.page.get_by_role("button", name="Ready", exact=True).click()
    match = finish(ann, bob)
    for player in (ann, bob):
        notes = notes_of(player)
        assert notes["commitment"]
        assert len(notes["shares"]) == 1
    ann.go(f"replay/{match}")
    open_panel(ann.page, "Dice checked: fair")
    told = ann.page.get_by_text("The dice did not depend on any move")
    expect(told).to_contain_text("does not prove that nobody knew the dice early")
    expect(told).to_contain_text("The sealed choices of this device were not exchanged")
    told.scroll_into_view_if_needed()
    ann.picture(screenshots / f"dice-{screen}.png")


def test_players_of_a_rematch_add_bytes_after_they_saw_its_commitment(newcomer: Newcomer) -> None:
    ann, bob = begin("elemental-clash", newcomer)
    first = resign(ann)
    for player in (ann, bob):
        again = player.page.get_by_role("button", name="Play again" if player is ann else "Yes")
        again.first.click()
    for player in (ann, bob):
        player.page.wait_for_url(lambda url: first not in url)
    match = resign(ann)
    for player in (ann, bob):
        notes = player.page.evaluate(KEPT)[match]
        assert notes["promised"]
        assert len(notes["shares"]) == 1
        player.go(f"replay/{match}")
        open_panel(player.page, "Dice checked: fair")
        told = player.page.get_by_text("The dice did not depend on any move")
        expect(told).to_contain_text("it did not choose the dice alone")
        expect(told).to_contain_text(re.compile(r"the random bytes of \S.* and \S"))


def test_another_secret_is_noticed_and_a_stranger_is_told_what_is_missing(
    newcomer: Newcomer,
) -> None:
    ann, bob = begin("elemental-clash", newcomer)
    match = finish(ann, bob)
    stranger = newcomer()
    stranger.go(f"replay/{match}")
    open_panel(stranger.page, "Dice not checked")
    expect(stranger.page.get_by_text("This device was not at the table")).to_be_visible()
    notes = ann.page.evaluate(KEPT)
    notes[match]["commitment"] = "0" * 64
    script = f"localStorage.setItem('meadhall.dice', {json.dumps(json.dumps(notes))})"
    ann.page.evaluate(script)
    ann.go(f"replay/{match}")
    expect(ann.page.get_by_text("Dice checked: do not trust them")).to_be_visible()
    expect(ann.page.get_by_text("The server had fixed another secret")).to_be_visible()


def test_a_table_with_a_given_seed_says_so(newcomer: Newcomer) -> None:
    ann, bob = newcomer(), newcomer()
    sentence = "Somebody chose the seed of this match, so its dice cannot be checked."
    open_table(bob, "elemental-clash")
    expect(bob.page.get_by_text(sentence)).to_have_count(0)
    open_table(ann, "elemental-clash")  # makes Ann a guest
    seats = [{"kind": "mine"}, {"kind": "mine"}]
    wish = {"game": "elemental-clash", "seats": seats, "seed": "known"}
    made = ann.page.evaluate(CREATE, wish)
    ann.go(f"table/{made['match']}")
    expect(ann.page.get_by_text(sentence)).to_be_visible()

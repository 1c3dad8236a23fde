"""A line at every table says what to do now, and pieces that can move are ringed."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.people import Newcomer, Visitor
from tests.e2e.table.test_layout import sit
from tests.e2e.test_online import begin, play_once

FIRST = {
    "jarls": "Choose a Warrior or your Jarl, then a marked hex.",
    "chinese-checkers": "Choose one of your marbles, then a marked hole.",
    "secret-toaster": "Write up to 3 orders: choose a knight, then a marked hex. Then press Ready.",
}
NEXT = {
    "jarls": r"Choose where your (Warrior \d|Jarl) goes \(\d+ moves?\)\.",
    "chinese-checkers": r"Choose where your red marble in \w+ goes \(\d+ moves?\)\.",
    "secret-toaster": r"Choose where Sir .+ goes, or press a button \(\d+ choices\)\.",
}
RINGED = """() => {
  const rings = document.querySelectorAll('.cell .movable.rim').length;
  return [rings, document.querySelectorAll('.cell.usable').length];
}"""


@pytest.mark.parametrize("game", FIRST)
def test_the_hint_says_what_to_do_and_follows_the_choice(visitor: Visitor, game: str) -> None:
    sit(visitor, game, 2)
    page, hint = (
        visitor.page,
        visitor.page.get_by_role("status").and_(visitor.page.locator(".hint")),
    )
    expect(hint).to_have_text(FIRST[game])
    expect(page.locator(".headline")).to_contain_text("No time limit")
    rings, movable = page.evaluate(RINGED)
    assert rings == movable > 0
    page.locator(".cell.usable").first.click()
    page.locator(".headline").hover()
    expect(hint).to_contain_text(re.compile(NEXT[game]))
    assert page.evaluate(RINGED)[0] == 0, "now the places are marked where it can go"
    hint.get_by_role("button", name="Cancel").click()
    expect(hint).to_have_text(FIRST[game])


def test_elemental_clash_says_whose_slots_these_are_and_how_long_the_fight_is(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.set_up("elemental-clash", {1: "weak"})
    visitor.wait_for_turn()
    expect(page.locator(".hint")).to_contain_text("Pick a Shield for your deck.")
    expect(page.get_by_role("group", name="Your slots")).to_contain_text("Your slots")
    expect(page.locator(".facts")).to_contain_text("Draft round 1 of 6, then battle")
    while page.locator(".zone-offer").count():
        for there in visitor.choices()[:1]:
            visitor.click(there)
        page.wait_for_timeout(50)
    expect(page.locator(".hint")).to_contain_text("Turn 1: choose a card to play face down.")
    length = "Cards played 0 of 12, then the base with more HP wins"
    expect(page.locator(".facts")).to_contain_text(length)


def test_a_game_without_words_for_it_is_explained_by_its_moves(visitor: Visitor) -> None:
    sit(visitor, "stones", 2)
    expect(visitor.page.locator(".hint")).to_have_text("Press a button.")


def test_who_waits_reads_for_whom(newcomer: Newcomer) -> None:
    host, guest = begin("chinese-checkers", newcomer)
    name = host.page.locator(".side.near .name").inner_text()
    expect(guest.page.locator(".headline")).to_contain_text(f"Waiting for {name} to move")
    expect(host.page.locator(".side:not(.near)")).to_contain_text("waits for you")
    play_once(host)
    expect(guest.page.locator(".hint")).to_have_text(FIRST["chinese-checkers"])


def test_a_finger_sees_what_a_card_does_before_it_is_played(newcomer: Newcomer) -> None:
    visitor = newcomer(viewport={"width": 390, "height": 844}, touch=True)
    visitor.set_up("elemental-clash", {1: "weak"}, {"Clock": "none"})
    visitor.wait_for_turn()
    page = visitor.page
    card, other = page.locator(".card.usable").nth(0), page.locator(".card.usable").nth(1)
    card.tap()
    expect(card).to_contain_text("Tap again")
    expect(page.locator(".hint span").first).not_to_be_empty()
    other.tap()
    expect(card).not_to_contain_text("Tap again")
    expect(other).to_contain_text("Tap again")
    both = page.locator("ol[aria-label=Moves] li").nth(1)
    expect(both).to_have_count(0)
    other.tap()
    expect(page.locator(".card", has_text="Tap again")).to_have_count(0)
    expect(both).to_have_count(1)

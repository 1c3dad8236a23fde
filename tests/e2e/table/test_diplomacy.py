"""Letters, alliances and proposals between people, and what orders say before they count."""

import re

from playwright.sync_api import expect
from tests.e2e.people import Newcomer, Visitor
from tests.e2e.test_online import begin, play_once


def three_at_a_table(newcomer: Newcomer) -> tuple[Visitor, Visitor, Visitor]:
    host, guest, third = newcomer(), newcomer(), newcomer()
    host.go("play/secret-toaster")
    host.page.get_by_label("3 players", exact=True).check()
    for seat in (1, 2):
        host.page.locator(f"#seat-{seat}").select_option("open")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/#/table/**")
    for somebody in (guest, third):
        somebody.page.goto(host.page.url)
        somebody.page.get_by_role("button", name="Sit down").first.click()
        somebody.page.get_by_role("button", name="Ready", exact=True).click()
    host.wait_for_turn()
    return host, guest, third


def say(somebody: Visitor, to: str, text: str) -> None:
    somebody.open_tab("Chat")
    somebody.page.get_by_label("To whom").select_option(label=to)
    somebody.page.get_by_label("Message", exact=True).fill(text)
    somebody.page.get_by_role("button", name="Send", exact=True).click()
    expect(somebody.page.get_by_role("log")).to_contain_text(text)


def name_it(somebody: Visitor, request: str, name: str) -> None:
    somebody.page.get_by_role("button", name=f"{request}…").click()
    somebody.page.get_by_label(request, exact=True).fill(name)
    somebody.page.keyboard.press("Enter")


def readers(somebody: Visitor) -> list[str]:
    """Whom the player can write to, as the page lists them."""
    somebody.open_tab("Chat")
    texts: list[str] = somebody.page.get_by_label("To whom").locator("option").all_inner_texts()
    return texts


def test_alliances_are_named_founded_and_left_by_clicks(newcomer: Newcomer) -> None:
    host, guest, third = three_at_a_table(newcomer)
    one, two, three = host.names()
    for player in (host, guest, third):
        player.open_tab("Alliances")
    name_it(host, "Rename the alliance", "x")
    expect(host.page.locator(".why")).to_contain_text("2 to 40 characters")
    host.page.get_by_label("Rename the alliance", exact=True).fill("The Long Table")
    host.page.get_by_role("button", name="OK").last.click()
    guest.page.get_by_role("button", name="Ask to join The Long Table").click()
    host.page.get_by_role("button", name=f"Accept {two}").click()
    expect(third.page.locator(".notes")).to_contain_text(f"The Long Table: {one} and {two}")
    name_it(guest, "Create an alliance", "Bob's Own")
    expect(third.page.locator(".notes")).to_contain_text(f"Bob's Own: {two}, led by {two}")
    third.page.get_by_role("button", name="Ask to join The Long Table").click()
    host.page.get_by_role("button", name=f"Accept {three}").click()
    host.page.get_by_role("button", name=f"Expel {three}").click()
    expect(third.page.locator(".notes")).to_contain_text(
        f"{three}'s alliance: {three}, led by {three}"
    )


def test_alliances_are_made_by_clicks_and_words_reach_whom_they_are_for(
    newcomer: Newcomer,
) -> None:
    host, guest, third = three_at_a_table(newcomer)
    for player in (host, guest):
        player.open_tab("Alliances")
    one, two, _ = host.names()
    guest.page.get_by_role("button", name=f"Ask to join {one}'s alliance").click()
    host.page.get_by_role("button", name=f"Accept {two}").click()
    expect(guest.page.locator(".notes")).to_contain_text(f"{one} and {two}")
    expect(third.page.locator(".notes")).to_contain_text(f"{one} and {two}")
    ally = next(one for one in readers(host) if "alliance" in one)
    alone = [one for one in readers(host) if one.startswith("Only to")]
    say(host, ally, "March at dawn.")
    say(host, alone[1], "Trust nobody.")
    for player in (guest, third):
        player.open_tab("Chat")
    expect(guest.page.get_by_role("log")).to_contain_text("March at dawn.")
    expect(third.page.get_by_role("log")).to_contain_text("Trust nobody.")
    assert "Trust nobody." not in guest.page.content()
    assert "March at dawn." not in third.page.content()


def test_readers_follow_the_alliance_and_letters_keep_those_they_had(newcomer: Newcomer) -> None:
    host, guest, third = three_at_a_table(newcomer)
    for player in (host, guest):
        player.open_tab("Alliances")
    name_it(host, "Create an alliance", "Wolves")
    guest.page.get_by_role("button", name="Ask to join Wolves").click()
    host.page.get_by_role("button", name=re.compile("^Accept ")).click()
    guest.open_tab("Chat")
    group = guest.page.get_by_label("To whom").locator("option", has_text="To Wolves (")
    expect(group).to_have_count(1)
    members = group.inner_text().removeprefix("To ")
    assert len(set(readers(guest))) == len(readers(guest)), "nobody is listed twice"
    say(guest, f"To {members}", "March at dawn.")
    host.open_tab("Alliances")
    name_it(host, "Rename the alliance", "Bears")
    expect(guest.page.get_by_label("To whom")).to_contain_text("To Bears (")
    host.open_tab("Chat")
    for player in (host, guest):
        expect(player.page.get_by_role("log")).to_contain_text(f"to {members}:")
    guest.page.get_by_label("Message", exact=True).fill("They must not read this.")
    host.open_tab("Alliances")
    host.page.get_by_role("button", name=re.compile("^Expel ")).click()
    expect(guest.page.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    third.open_tab("Chat")
    assert "They must not" not in third.page.content()


def test_a_letter_goes_to_several_players_that_are_chosen(newcomer: Newcomer) -> None:
    host, guest, third = three_at_a_table(newcomer)
    host.open_tab("Chat")
    host.page.get_by_label("To whom").select_option(label="To several players…")
    names = host.page.get_by_role("group", name="Readers").locator("label")
    for label in names.all():
        label.click()
    one, two = names.all_inner_texts()
    host.page.get_by_label("Message", exact=True).fill("We three.")
    host.page.get_by_role("button", name="Send", exact=True).click()
    for player in (host, guest, third):
        player.open_tab("Chat")
        letter = player.page.get_by_role("log")
        expect(letter).to_contain_text(f"only to {one.strip()} and {two.strip()}: We three.")


def test_whoever_asks_is_told_who_declined(newcomer: Newcomer) -> None:
    host, guest = begin("chinese-checkers", newcomer)
    play_once(host)
    for request, told in (
        ("Undo", "did not agree to undo the last move"),
        ("Offer a draw", "declined your offer of a draw"),
    ):
        host.page.get_by_role("button", name=request).click()
        guest.page.get_by_role("button", name="No", exact=True).click()
        expect(host.page.locator(".declined")).to_contain_text(told)
        expect(guest.page.locator(".declined")).to_have_count(0)
        host.page.locator(".declined").get_by_role("button", name="OK").click()
        expect(host.page.locator(".declined")).to_have_count(0)


def test_orders_say_what_they_cost_and_nothing_is_handed_in_by_mistake(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("secret-toaster", {1: "weak"})
    visitor.wait_for_turn()
    page.locator(".cell.usable").first.click()
    for name, price in (
        ("Fortify", "you will have 300 there"),
        ("Promote", "no troops will be left"),
    ):
        expect(page.get_by_role("button", name=name)).to_contain_text(price)
    page.keyboard.press("Escape")
    ready = page.get_by_role("button", name="Ready", exact=True)
    ready.click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("You have written no orders")
    question.get_by_role("button", name="Cancel").click()
    expect(ready).to_be_visible()
    expect(page.locator('.gauge[data-id="seat-0-ready"]')).to_contain_text("no")
    ready.click()
    question.get_by_role("button", name="Ready").click()
    expect(page.locator('.gauge[data-id="round"]')).to_contain_text("2 of 20")

"""A game that has no skin is drawn plainly, and is played like any other."""

from collections.abc import Iterator

import pytest
from hall import Hall
from playwright.sync_api import Page, expect
from tests.e2e.people import Serve, Visitor, choose_by_keys, dice, tab_to


@pytest.fixture
def guest(hall: Hall, serve: Serve, page: Page) -> Iterator[Visitor]:
    """Somebody in a hall with two more games: one as `new-game` writes it, and Pennies."""
    somebody = Visitor(page, serve(**hall.environment).url)
    yield somebody
    assert somebody.errors == []


def test_a_new_game_is_in_the_hall_and_played_by_clicks(guest: Visitor) -> None:
    guest.go()
    guest.page.get_by_role("button", name="Play now Stones").click()
    guest.play_to_the_end(lambda there: len(there) - 1)
    expect(guest.result).to_be_visible()
    assert guest.ply() > 1


def test_a_new_game_is_played_with_the_keyboard_alone(guest: Visitor) -> None:
    guest.go()
    tab_to(guest, 'a[href="#/play/stones"]')
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector("#seat-1")
    tab_to(guest, "button[type=submit]")
    guest.page.keyboard.press("Enter")
    draw = dice(5)
    for _ in range(100):
        if not guest.wait_for_turn():
            break
        choose_by_keys(guest, draw)
    expect(guest.result).to_be_visible()


def test_a_new_game_with_secrets_has_cards_gauges_and_a_cover(guest: Visitor) -> None:
    guest.set_up("pennies", {1: "mine"})
    for _ in range(40):
        ready = guest.page.get_by_role("button", name="I am")
        guest.page.wait_for_selector(".cover, .card.usable, button.usable, .over")
        if guest.result.is_visible():
            break
        if ready.count():
            ready.click()
        elif there := guest.choices():
            guest.click(there[0])
    expect(guest.result).to_be_visible()

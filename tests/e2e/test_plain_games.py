"""A game that has no skin is drawn plainly, and is played like any other."""

from contextlib import suppress

from playwright.sync_api import Error, expect
from tests.e2e.people import QUICK_MS, Visitor, choose_by_keys, dice, tab_to


def test_a_new_game_is_in_the_hall_and_played_by_clicks(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.get_by_role("button", name="Play now Stones").click()
    visitor.play_to_the_end(lambda there: len(there) - 1)
    expect(visitor.result).to_be_visible()
    assert visitor.ply() > 1


def test_a_new_game_is_played_with_the_keyboard_alone(visitor: Visitor) -> None:
    visitor.go()
    tab_to(visitor, 'a[href="#/play/stones"]')
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("#seat-1")
    tab_to(visitor, "button[type=submit]")
    visitor.page.keyboard.press("Enter")
    draw = dice(5)
    for _ in range(100):
        if not visitor.wait_for_turn():
            break
        choose_by_keys(visitor, draw)
    expect(visitor.result).to_be_visible()


def test_a_new_game_with_secrets_has_cards_gauges_and_a_cover(visitor: Visitor) -> None:
    visitor.set_up("pennies", {1: "mine"})
    for _ in range(40):
        ready = visitor.page.get_by_role("button", name="I am")
        visitor.page.wait_for_selector(".cover, .card.usable, button.usable, .over")
        if visitor.result.is_visible():
            break
        if ready.count():
            with suppress(Error):  # the cover may just have gone
                ready.click(timeout=QUICK_MS)
        elif there := visitor.choices():
            visitor.click(there[0])
    expect(visitor.result).to_be_visible()

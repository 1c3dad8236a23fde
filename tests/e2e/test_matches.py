"""Whole matches in the browser, by clicks and by keys, each to its result."""

import pytest
from playwright.sync_api import expect
from tests.e2e.people import Choice, Newcomer, Thing, Visitor, choose_by_keys, dice, tab_to


def at_random(seed: int) -> Choice:
    draw = dice(seed)
    return lambda there: draw.randrange(len(there))


def upwards(seed: int) -> Choice:
    """For a race from the own side to the far one: mostly the highest target, at times any."""
    draw = dice(seed)

    def choose(there: list[Thing]) -> int:
        if draw.random() < 0.3:
            return draw.randrange(len(there))
        return min(range(len(there)), key=lambda index: there[index]["y"])

    return choose


MATCHES: dict[str, tuple[dict[int, str], dict[str, str], Choice]] = {
    "jarls": ({1: "fair"}, {"Draw after": "6"}, at_random(1)),
    "chinese-checkers": ({1: "fair"}, {}, upwards(2)),
    "elemental-clash": ({1: "weak"}, {"Clock": "none"}, at_random(3)),
    "secret-toaster": ({1: "weak"}, {"Length": "2"}, at_random(4)),
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_against_a_bot_by_clicks_ends_with_a_result(visitor: Visitor, game: str) -> None:
    seats, options, choose = MATCHES[game]
    visitor.switch_on("coordinates", "help")
    visitor.watch_words()
    visitor.set_up(game, seats, options)
    visitor.play_to_the_end(choose)
    expect(visitor.result).to_be_visible()
    expect(visitor.result.get_by_role("button", name="Play again")).to_be_visible()
    # After the end everybody can read what was hidden, so only an open game can go back.
    can_undo = game in ("jarls", "chinese-checkers")
    expect(visitor.result.get_by_role("button", name="Undo")).to_have_count(int(can_undo))
    visitor.result.get_by_role("link", name="Replay").click()
    visitor.page.get_by_role("button", name="Last", exact=True).click()
    expect(visitor.page.locator("ol[aria-label=Moves] li").last).to_be_visible()
    assert visitor.ids_seen() == [], "no id is ever shown"


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_can_be_played_with_the_keyboard_alone(visitor: Visitor, game: str) -> None:
    seats, options, _ = MATCHES[game]
    draw, page = dice(7), visitor.page
    visitor.go()
    tab_to(visitor, f'a[href="#/play/{game}"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#seat-1")
    tab_to(visitor, "#seat-1")
    value = visitor.level(page.locator("#seat-1"), seats[1])
    page.keyboard.type(f"Computer, {value.removeprefix('bot:')}")
    for label, value in options.items():
        control = page.get_by_label(label, exact=True)
        if not control.is_visible():
            tab_to(visitor, "form summary")
            page.keyboard.press("Enter")
        tab_to(visitor, f"#{control.get_attribute('id')}")
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type("No clock" if label == "Clock" else value)
    tab_to(visitor, "button[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/table/**")
    for _ in range(700):
        if not visitor.wait_for_turn():
            break
        choose_by_keys(visitor, draw)
    expect(visitor.result).to_be_visible()
    tab_to(visitor, ".over button.primary")


def test_a_move_can_be_written(visitor: Visitor) -> None:
    visitor.switch_on("expert")
    visitor.set_up("chinese-checkers", {1: "weak"})
    visitor.wait_for_turn()
    move = visitor.page.locator("#legal option").first.get_attribute("value") or ""
    visitor.page.keyboard.press("/")
    visitor.page.keyboard.type(move)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("ol[aria-label=Moves] li").first).to_contain_text(move)


def test_what_cannot_be_done_is_explained(visitor: Visitor) -> None:
    visitor.switch_on("expert")
    visitor.set_up("jarls", {1: "fair"})
    visitor.wait_for_turn()
    visitor.page.locator('.cell[data-id="-3,0"]').click()
    expect(visitor.page.locator(".why")).to_contain_text(".")
    visitor.page.locator("#command").fill("p1-j 9,9")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.page.locator(".why")).to_contain_text("board")


def test_undo_takes_back_the_bots_answer_too(visitor: Visitor) -> None:
    visitor.set_up("chinese-checkers", {1: "weak"})
    visitor.wait_for_turn()
    before = visitor.page.locator(".token").evaluate_all("all => all.map(one => one.dataset.id)")
    while visitor.ply() < 2:
        there = visitor.choices()
        if there:
            visitor.click(there[0])
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator("ol[aria-label=Moves] li")).to_have_count(0)
    after = visitor.page.locator(".token").evaluate_all("all => all.map(one => one.dataset.id)")
    assert after == before


def test_motions_are_seen_and_the_match_goes_on(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    visitor.set_up("chinese-checkers", {1: "fair"})
    for _ in range(60):
        visitor.wait_for_turn()
        there = visitor.choices()
        if there:
            visitor.click(there[-1])
        if visitor.ply() >= 4:
            break
    assert visitor.ply() >= 4
    assert visitor.errors == []


def test_one_can_look_back_and_return(visitor: Visitor) -> None:
    visitor.set_up("jarls", {1: "fair"})
    while visitor.ply() < 4 and visitor.wait_for_turn():
        there = visitor.choices()
        if there:
            visitor.click(there[0])
    visitor.page.locator("ol[aria-label=Moves] button").first.click()
    expect(visitor.page.get_by_text("Position after move 1")).to_be_visible()
    visitor.page.get_by_role("button", name="Back to the current position").click()
    expect(visitor.page.get_by_text("Position after move 1")).to_be_hidden()


def test_the_second_player_may_take_over_the_other_side(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("jarls", {1: "mine"}, {"Standard": "classic", "First move": "swap"})
    visitor.wait_for_turn()
    moves = page.locator("ol[aria-label=Moves] li")
    page.locator('.cell[data-id="3,-1"]').click()
    page.locator('.cell[data-id="3,-2"]').click()
    expect(moves).to_have_count(1)
    page.get_by_role("button", name="Take over the other side").click()
    page.get_by_role("dialog").get_by_role("button", name="Take over the other side").click()
    expect(moves).to_have_count(2)
    expect(moves.last).to_contain_text("takes over the other side")
    # The player to move sits at the near side, and now that is where the other one began.
    near, far = (page.locator(f'.cell[data-id="{id_}"]') for id_ in ("-3,0", "3,0"))
    expect(page.get_by_role("button", name="Take over the other side")).to_have_count(0)
    boxes = [one.bounding_box() for one in (near, far)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] > boxes[1]["y"]
    assert visitor.errors == []

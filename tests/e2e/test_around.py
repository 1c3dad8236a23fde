"""What is around the moves: thinking bots, sound, reasons, clocks, private words, the past."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.people import Newcomer, Serve, Visitor

from meadhall.games.secret_toaster.rules.board import DISTANCE, KEEPS, ROADS
from meadhall.games.secret_toaster.rules.round.odds import percent, win_chance

RECORDED = """
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 2 * 44100, 44100); window.heard = this; }
  };"""
PEAK = """async () => {
  const { length, ...samples } = (await window.heard.startRendering()).getChannelData(0);
  return Object.values(samples).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
}"""


def test_a_thinking_bot_is_seen_and_undo_interrupts_it(page: Page, serve: Serve) -> None:
    visitor = Visitor(page, serve(MEADHALL_BOT_MS="60000").url)
    visitor.set_up("chinese-checkers", {1: "fair"})
    visitor.wait_for_turn()
    while visitor.ply() == 0:
        visitor.click(visitor.choices()[-1])
        page.wait_for_timeout(100)
    expect(page.get_by_text("thinking…").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(page.get_by_text("thinking…")).to_have_count(0)
    assert visitor.ply() == 0
    assert visitor.errors == []


def test_the_page_says_that_bots_are_not_ready_yet(
    page: Page, serve: Serve, tmp_path: Path
) -> None:
    cold = {"MEADHALL_COMPILE_AHEAD": "true", "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    visitor = Visitor(page, serve(**cold).url)
    visitor.go("play/chinese-checkers")
    form = page.locator("#seat-1")
    form.select_option(visitor.level(form, "fair"))
    expect(page.get_by_text("Computer opponents are getting ready (0 of 4 games)")).to_be_visible()
    assert visitor.errors == []


def test_nothing_is_heard_before_the_first_click(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(RECORDED)
    visitor.set_up("chinese-checkers", {1: "weak"})
    page.reload()
    visitor.wait_for_turn()  # it is announced with a sound
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    assert not page.evaluate("'heard' in window")
    visitor.click(visitor.choices()[-1])
    visitor.click(visitor.choices()[-1])
    expect(page.locator("ol[aria-label=Moves] li").nth(1)).to_be_visible()
    visitor.wait_for_turn()
    assert page.evaluate("'heard' in window")


def test_what_is_switched_off_stays_silent(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(RECORDED)
    visitor.go()
    page.get_by_role("button", name="Sound").click()
    visitor.set_up("chinese-checkers", {1: "weak"})
    visitor.wait_for_turn()
    visitor.click(visitor.choices()[-1])
    visitor.click(visitor.choices()[-1])
    expect(page.locator("ol[aria-label=Moves] li").first).to_be_visible()
    assert not page.evaluate("'heard' in window")


def test_each_sound_is_heard_and_does_not_clip(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(RECORDED)
    visitor.go("settings")
    page.get_by_label("Sound", exact=True).last.check()
    page.get_by_label("Volume").fill("100")
    buttons = page.get_by_role("group", name="Try the sounds").get_by_role("button")
    peaks = {}
    for name in buttons.all_inner_texts():
        page.reload()  # what sounded before is heard no more
        buttons.get_by_text(name, exact=True).click()
        peaks[name] = page.evaluate(PEAK)
    assert len(peaks) > 5
    assert [name for name, peak in peaks.items() if not 0.05 < peak < 1] == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_victory_is_celebrated_unless_motion_is_unwanted(newcomer: Newcomer, motion: str) -> None:
    visitor = newcomer(reduced_motion=motion)
    visitor.set_up("jarls", {1: "mine"})
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes").click()
    expect(visitor.result).to_be_visible()
    horns = visitor.page.locator(".victory")
    if motion == "no-preference":
        expect(horns).to_have_count(1)
    expect(horns).to_have_count(0)
    assert visitor.errors == []


def test_lingering_on_what_cannot_be_used_tells_why_if_help_is_on(visitor: Visitor) -> None:
    visitor.switch_on("help")
    visitor.set_up("jarls", {1: "fair"})
    visitor.wait_for_turn()
    visitor.page.locator('.cell[data-id="-3,0"]').hover()
    expect(visitor.page.locator(".doubt")).to_contain_text(".")
    visitor.page.locator(".headline").hover()
    expect(visitor.page.locator(".doubt")).to_be_hidden()


RANKS = [("2,0", "2,-2"), ("-1,-2", "0,-2"), ("-2,-1", "-1,-2"), ("3,-1", "3,-2")]
"""Moves on the outer rings, where no hole is: two ranks of two then face each other."""


def test_an_attack_that_is_pointed_at_shows_its_sum_and_its_ranks(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("jarls", {1: "mine"}, {"Standard": "classic"})
    visitor.wait_for_turn()
    for ply, (start, end) in enumerate(RANKS, 1):
        page.locator(f'.cell[data-id="{start}"]').click()
        page.locator(f'.cell[data-id="{end}"]').click()
        expect(page.locator("ol[aria-label=Moves] li")).to_have_count(ply)
    page.locator('.cell[data-id="2,-2"]').click()
    ranks, hint = page.locator(".arrow.kind-preview title"), page.locator(".hint")
    for by_keys in (True, False):
        expect(ranks).to_have_count(0)
        if by_keys:
            page.locator('.cell[data-id="0,-2"]').focus()
        else:
            page.locator('.cell[data-id="0,-2"]').hover()
        expect(hint).to_contain_text(re.compile(r"Attacks .+ with \d+ \(.+\) against \d+ \(.+\)\."))
        support, bracing = r"support of .+'s Warrior \d", r"bracing of Player 2's Warrior \d"
        expect(ranks.filter(has_text=re.compile(support))).to_have_count(1)
        expect(ranks.filter(has_text=re.compile(bracing))).to_have_count(1)
        page.locator(".headline").hover()


def test_the_last_seconds_are_urgent_and_then_a_card_is_taken(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    visitor.set_up("elemental-clash", {1: "weak"}, {"Clock": "rules"})
    expect(visitor.page.locator(".time .urgent.mine")).to_be_visible()
    expect(visitor.page.locator(".float")).to_contain_text("AUTO-SELECTED!")
    expect(visitor.page.locator("ol[aria-label=Moves]")).to_contain_text("AUTO-SELECTED!")
    assert visitor.errors == []


def test_any_number_of_troops_can_be_sent(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set_up("secret-toaster", {1: "weak"})
    visitor.wait_for_turn()
    visitor.click(visitor.choices()[0])
    amount = page.get_by_label("How many?")
    for index in range(12):
        visitor.click(visitor.choices()[index])
        if amount.count():
            break
    amount.fill("101")
    page.get_by_role("button", name="Send").click()
    assert not amount.evaluate("field => field.checkValidity()")
    amount.fill("37")
    page.get_by_role("button", name="Send 37", exact=True).click()
    expect(page.locator(".zone-orders")).to_contain_text("with 37")
    expect(page.locator(".arrow")).to_have_count(1)


def play(visitor: Visitor, *lines: str) -> None:
    """Write moves and send them, one after the other."""
    for line in lines:
        ply = visitor.ply()
        visitor.page.locator("#command").fill(line)
        visitor.page.locator("#command").press("Enter")
        expect(visitor.page.locator("ol[aria-label=Moves] li").nth(ply)).to_be_visible()


def keep_of_ann(visitor: Visitor) -> int:
    visitor.wait_for_turn()
    fortify = visitor.page.locator('#legal option[value^="1 fortify"]').get_attribute("value")
    return int((fortify or "").split()[-1])


def test_the_odds_are_exact_for_any_number_of_troops(visitor: Visitor) -> None:
    page = visitor.page
    visitor.switch_on("expert")
    visitor.go("play/secret-toaster")
    page.get_by_label("6 players", exact=True).check()
    page.get_by_role("button", name="Start").click()
    keep = keep_of_ann(visitor)
    goal = next(other for other in KEEPS if DISTANCE[keep][other] == 3)
    home = min(ROADS[keep], key=DISTANCE[goal].__getitem__)
    border = min(ROADS[home], key=DISTANCE[goal].__getitem__)
    play(visitor, f"1 move Sir_Ann_0 {keep} {home} 100", f"2 attack Sir_Ann_0 {home} {border} 100")
    page.locator(f'.cell[data-id="hex-{keep}"]').click()
    page.locator(f'.cell[data-id="hex-{goal}"]').click()
    for troops in (81, 97):
        page.get_by_label("How many?").fill(str(troops))
        expect(page.locator(".said")).to_have_text(
            re.compile(f"with a chance of {re.escape(percent(win_chance(troops, 100, 0)))}")
        )


LABELS = """id => {
  const cell = document.querySelector(`.cell[data-id="${id}"]`);
  window.labels = [];
  new MutationObserver(() => window.labels.push(cell.getAttribute('aria-label')))
    .observe(cell, {attributes: true, attributeFilter: ['aria-label']});
}"""


def test_a_round_is_watched_order_by_order(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    visitor.switch_on("expert")
    visitor.set_up("secret-toaster", {1: "weak"})
    keep = keep_of_ann(visitor)
    play(visitor, *(f"{number} fortify Sir_Ann_0 {keep}" for number in (1, 2, 3)))
    visitor.page.evaluate(LABELS, f"hex-{keep}")
    visitor.page.get_by_role("button", name="Ready", exact=True).click()
    visitor.page.wait_for_function(
        "() => /300 troops.* 500 troops.* 700 troops/.test(window.labels.join(' '))"
    )
    assert visitor.errors == []


def test_moves_are_announced_to_those_who_cannot_see_them(visitor: Visitor) -> None:
    visitor.set_up("chinese-checkers", {1: "mine"})
    visitor.wait_for_turn()
    while visitor.ply() == 0:
        visitor.click(visitor.choices()[-1])
        visitor.page.wait_for_timeout(60)
    live = visitor.page.locator("[aria-live=polite].hidden")
    expect(live).to_contain_text(re.compile("goes|turn"))


def test_matches_are_kept_to_go_on_with_to_watch_and_to_look_at_again(
    visitor: Visitor, newcomer: Newcomer
) -> None:
    page = visitor.page
    visitor.set_up("jarls", {1: "open"})
    url = page.url
    guest, watcher = newcomer(), newcomer()
    guest.page.goto(url)
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_role("button", name="Ready", exact=True).click()
    visitor.wait_for_turn()
    watcher.go()
    watcher.page.get_by_role("link", name="Watch Jarls").first.click()
    watcher.page.wait_for_selector(".cell")
    visitor.go()
    page.get_by_role("link", name="Continue Jarls").first.click()
    assert page.url == url
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    visitor.result.wait_for()
    visitor.go("profile")
    page.get_by_role("link", name="Replay Jarls").first.click()
    expect(page.get_by_text("Move 0 of")).to_be_visible()
    late = newcomer()
    late.page.goto(url)
    expect(late.result).to_be_visible()
    expect(late.result.get_by_role("link", name="Hall")).to_be_visible()

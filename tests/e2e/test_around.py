"""What is around the moves: thinking bots, sound, reasons, clocks, private words, the past."""

import re

from playwright.sync_api import Page, expect
from tests.e2e.people import Newcomer, Serve, Visitor, dice

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
    expect(page.get_by_text("is thinking…")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(page.get_by_text("is thinking…")).to_be_hidden()
    assert visitor.ply() == 0
    assert visitor.errors == []


def test_nothing_is_heard_before_it_is_wished(visitor: Visitor) -> None:
    visitor.page.add_init_script(RECORDED)
    visitor.set_up("chinese-checkers", {1: "weak"})
    visitor.wait_for_turn()
    toggle = visitor.page.get_by_role("button", name="Sound")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert not visitor.page.evaluate("'heard' in window")


def test_each_sound_is_heard_and_does_not_clip(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(RECORDED)
    visitor.go("settings")
    page.get_by_label("Sound", exact=True).last.check()
    page.get_by_label("Loudness").fill("100")
    buttons = page.get_by_role("group", name="Hear the sounds").get_by_role("button")
    peaks = {}
    for name in buttons.all_inner_texts():
        page.reload()  # what sounded before is heard no more
        buttons.get_by_text(name, exact=True).click()
        peaks[name] = page.evaluate(PEAK)
    assert len(peaks) > 5
    assert [name for name, peak in peaks.items() if not 0.05 < peak < 1] == []


def test_lingering_on_what_cannot_be_used_tells_why(visitor: Visitor) -> None:
    visitor.set_up("jarls", {1: "fair"})
    visitor.wait_for_turn()
    visitor.page.locator('.cell[data-id="-3,0"]').hover()
    expect(visitor.page.locator(".doubt")).to_contain_text(".")
    visitor.page.locator(".headline").hover()
    expect(visitor.page.locator(".doubt")).to_be_hidden()


ATTACK = """() => [...document.querySelectorAll('#legal option')]
  .map(option => option.value.split(' '))
  .find(([, to]) => document.querySelector(`.cell[data-id="${to}"][aria-label*=" of "]`))"""
START = """piece => document.querySelector(`.cell[aria-label*="${piece},"]`).dataset.id"""


def test_an_attack_that_is_pointed_at_shows_its_sum(visitor: Visitor) -> None:
    page, draw = visitor.page, dice(3)
    visitor.set_up("jarls", {1: "mine"})
    while visitor.wait_for_turn() and (attack := page.evaluate(ATTACK)) is None:
        if there := visitor.choices():
            visitor.click(there[draw.randrange(len(there))])
    page.keyboard.press("Escape")
    assert attack is not None
    piece, target = attack
    page.locator(f'.cell[data-id="{page.evaluate(START, piece)}"]').click()
    page.locator(f'.cell[data-id="{target}"]').hover()
    said = re.compile(r"attacks .+: \d+ \(.+\) against \d+ \(.+\): \w+")
    expect(page.locator(".hint")).to_contain_text(said)


def test_the_last_seconds_are_urgent_and_then_a_card_is_taken(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    visitor.set_up("elemental-clash", {1: "weak"})
    expect(visitor.page.locator(".headline .urgent.mine")).to_be_visible()
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


def three_at_a_table(newcomer: Newcomer) -> tuple[Visitor, Visitor, Visitor]:
    host, guest, third = newcomer(), newcomer(), newcomer()
    host.go("play/secret-toaster")
    host.page.get_by_label("3 players").check()
    for seat in (1, 2):
        host.page.locator(f"#seat-{seat}").select_option("open")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/#/table/**")
    for somebody in (guest, third):
        somebody.page.goto(host.page.url)
        somebody.page.get_by_role("button", name="Sit down").first.click()
        somebody.page.get_by_role("button", name="I am ready").click()
    host.wait_for_turn()
    return host, guest, third


def say(somebody: Visitor, to: str, text: str) -> None:
    somebody.page.get_by_label("To whom").select_option(label=to)
    somebody.page.get_by_label("Message", exact=True).fill(text)
    somebody.page.get_by_role("button", name="Send", exact=True).click()
    expect(somebody.page.get_by_role("log")).to_contain_text(text)


def test_alliances_are_made_by_clicks_and_words_reach_whom_they_are_for(
    newcomer: Newcomer,
) -> None:
    host, guest, third = three_at_a_table(newcomer)
    guest.page.get_by_role("button", name="Ask Ann's Alliance").click()
    host.page.get_by_role("button", name="Accept Bob").click()
    expect(guest.page.locator(".notes")).to_contain_text("Ann and Bob")
    expect(third.page.locator(".notes")).to_contain_text("Ann and Bob")
    options = host.page.get_by_label("To whom").locator("option").all_inner_texts()
    ally = next(one for one in options if "Alliance" in one)
    alone = [one for one in options if one.startswith("Only to")]
    say(host, ally, "March at dawn.")
    say(host, alone[1], "Trust nobody.")
    expect(guest.page.get_by_role("log")).to_contain_text("March at dawn.")
    expect(third.page.get_by_role("log")).to_contain_text("Trust nobody.")
    assert "Trust nobody." not in guest.page.content()
    assert "March at dawn." not in third.page.content()


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
    guest.page.get_by_role("button", name="I am ready").click()
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

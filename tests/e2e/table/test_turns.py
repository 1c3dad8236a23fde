"""A turn is watched as it happens: phase by phase, until somebody skips it."""

from playwright.sync_api import expect
from tests.e2e.people import Newcomer, Visitor

WATCH = "Watch what happens"
RECORD = """() => {
  window.seen = [];
  const look = () => {
    const shield = document.querySelector('[data-id="wall-token-1"]');
    const now = JSON.stringify([
      document.body.innerText.includes('Watch what happens'),
      document.querySelector('.said')?.textContent ?? '',
      shield ? shield.textContent.replace(/\\D/g, '') : '-',
    ]);
    if (window.seen.at(-1) !== now) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""
CAPTIONS = ["Cards are turned over", "Energy is paid", "Shields and bots are put up"]


def draft(visitor: Visitor) -> None:
    """Pick the first card of every round."""
    visitor.set_up("elemental-clash", {1: "weak"})
    for round_ in range(1, 7):
        expect(visitor.page.get_by_text(f"round {round_} of 6")).to_be_visible()
        visitor.page.locator(".zone-offer .card.usable").first.click()
    visitor.page.locator(".zone-hand .card.usable").first.wait_for()


def seen(visitor: Visitor) -> list[tuple[bool, str, str]]:
    """What was shown, each picture once: whether to watch, the caption, the shield's HP."""
    shown: list[tuple[bool, str, str]] = visitor.page.evaluate("() => window.seen.map(JSON.parse)")
    return shown


def test_a_shield_is_seen_whole_and_then_worn_and_a_turn_can_be_skipped(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    page = visitor.page
    draft(visitor)
    shield = page.locator(".zone-hand .card.usable.kind-wall").first
    page.locator(".zone-hand .card.usable").first.wait_for()
    while not shield.is_visible():
        turn = page.locator(".now").inner_text()
        page.locator(".zone-hand .card.usable").first.click()
        page.get_by_text(WATCH).wait_for()
        page.keyboard.press("Escape")
        expect(page.get_by_text(WATCH)).to_be_hidden(timeout=1_000)
        page.locator(".zone-hand .card.usable").first.wait_for()
        assert page.locator(".now").inner_text() != turn, "a skipped turn is over"
    page.evaluate(RECORD)
    shield.click()
    page.get_by_text(WATCH).wait_for()
    expect(page.get_by_text(WATCH)).to_be_hidden()
    shown = seen(visitor)
    watched = [caption for watch, caption, _ in shown if watch]
    assert not any("choose a card" in caption for caption in watched)
    phases = [*dict.fromkeys(caption.partition(" · ")[0] for caption in watched)]
    assert [phase for phase in phases if phase in CAPTIONS] == CAPTIONS
    assert phases.index("Shields wear down") > phases.index(CAPTIONS[-1])
    values = [*dict.fromkeys(value for *_, value in shown)]
    assert values[:2] == ["-", "12"]
    assert values[-1] in ("8", "0"), "it wears down, and after a blast to nothing"
    assert visitor.errors == []


def test_a_button_ends_what_is_shown(newcomer: Newcomer) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    draft(visitor)
    visitor.page.locator(".zone-hand .card.usable").first.click()
    visitor.page.get_by_role("button", name="Skip").click()
    expect(visitor.page.get_by_text(WATCH)).to_be_hidden(timeout=1_000)
    expect(visitor.page.get_by_text("Turn 2: choose a card")).to_be_visible()


def test_without_motions_the_new_position_is_there_at_once(visitor: Visitor) -> None:
    draft(visitor)
    visitor.page.locator(".zone-hand .card.usable").first.wait_for()
    visitor.page.evaluate(RECORD)
    visitor.page.locator(".zone-hand .card.usable").first.click()
    expect(visitor.page.get_by_text("Turn 2: choose a card")).to_be_visible()
    assert not any(watch for watch, *_ in seen(visitor))

"""What the page shows of time is what the server counts, also while motions are played."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from typing import TypeAlias

import pytest
from playwright.sync_api import expect
from tests.e2e.people import Newcomer, Server, Visitor

from meadhall.core.codec import decode
from meadhall.match.facts import Acted, Fact, TimedOut, Uncovered

SECONDS = 8
WITHIN_MS = 100
TENTH_MS = 100
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const shown = document.querySelector('.time [role=timer]')?.textContent.trim() ?? '';
    if (shown && shown !== window.seen.at(-1)?.[1]) window.seen.push([Date.now(), shown]);
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, characterData: true,
  });
}"""
Seen: TypeAlias = tuple[int, int]
"""An instant, and how many milliseconds the clock showed from then on."""


def facts_of(server: Server, visitor: Visitor) -> list[Fact]:
    """What the server has stored of the match on the page."""
    match = visitor.page.url.rpartition("/")[2]
    both = "SELECT version, body FROM facts WHERE match = :m UNION"
    both += " SELECT version, body FROM incoming WHERE match = :m ORDER BY version"
    with closing(sqlite3.connect(server.db)) as database:
        return [decode(Fact, body) for _, body in database.execute(both, {"m": match})]


def timed_table(visitor: Visitor, opponent: str) -> None:
    """A match of Elemental Clash with a few seconds for each choice."""
    visitor.set_up("elemental-clash", {1: opponent}, {"Clock": "turn", "Seconds": str(SECONDS)})


def pick(visitor: Visitor) -> None:
    """Choose the first card that can be chosen."""
    visitor.wait_for_turn()
    visitor.click(visitor.choices()[0])


def shown_before(facts: list[Fact], seen: list[Seen]) -> Iterator[tuple[int, int]]:
    """What the clock showed, and what the server counted then, question by question.

    A fact says how much was left, so it says when the time would have been up.
    """
    mine = [fact for fact in facts if isinstance(fact, Acted | TimedOut) and fact.seat == 0]
    for before, fact in pairwise(mine):
        left = (fact.left or 0) if isinstance(fact, Acted) else 0
        for instant, shown in seen:
            # Until the other player has chosen too, the clock still shows the question before.
            if before.at + 1000 < instant < fact.at and left < SECONDS * 1000:
                yield shown, min(SECONDS * 1000, fact.at + left - instant)


def test_the_clock_shows_what_the_server_counts(newcomer: Newcomer, server: Server) -> None:
    visitor = newcomer(reduced_motion="no-preference")
    timed_table(visitor, "weak")
    page = visitor.page
    rule = f"You have {SECONDS} seconds for each choice; then a card is chosen for you."
    expect(page.get_by_text(rule)).to_be_visible()
    page.evaluate(WATCH)
    while not page.locator(".cell").count():  # the draft has cards only
        pick(visitor)
        page.wait_for_timeout(300)
    pick(visitor)
    visitor.wait_for_turn()
    page.wait_for_timeout(2000)
    pick(visitor)
    note = page.locator(".time-notes")
    expect(note).to_contain_text("Time is up.", timeout=60_000)
    expect(note).to_contain_text("AUTO-SELECTED!")
    seen = [(at, round(1000 * float(shown))) for at, shown in page.evaluate("() => window.seen")]
    compared = [*shown_before(facts_of(server, visitor), seen)]
    assert len(compared) > SECONDS * 5
    # The text says tenths, so what it means is half a tenth more on average.
    wrong = [pair for pair in compared if abs(pair[0] + TENTH_MS // 2 - pair[1]) > WITHIN_MS]
    assert wrong == []


def test_the_next_player_at_the_device_starts_the_clock(visitor: Visitor, server: Server) -> None:
    timed_table(visitor, "mine")
    for seat in (0, 1):
        visitor.page.get_by_role("button", name="I am ").click()
        pick(visitor)
        expect(visitor.page.get_by_role("button", name="I am ")).to_have_count(1 - seat)
    facts = facts_of(server, visitor)
    assert [fact.seat for fact in facts if isinstance(fact, Uncovered)] == [0, 1]


@pytest.mark.parametrize("way", ["Play now", "Start"])
def test_there_is_no_clock_against_bots_unless_one_is_set(visitor: Visitor, way: str) -> None:
    if way == "Start":
        visitor.set_up("elemental-clash", {1: "weak"})
    else:
        visitor.go()
        visitor.page.get_by_role("button", name="Play now Elemental Clash").click()
    visitor.wait_for_turn()
    assert visitor.page.get_by_role("timer").count() == 0

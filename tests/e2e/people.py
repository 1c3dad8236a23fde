"""Who takes part in the tests of the page: a server, and visitors with a browser."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol, TypeAlias, TypedDict
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Error, Locator, Page, ViewportSize

PATIENCE_MS = 60_000
QUICK_MS = 3_000
START_S = 240
SERVER_SETTINGS = {
    "MEADHALL_BOT_MS": "60",
    "MEADHALL_BOTS": "1",
    "MEADHALL_BOT_PATIENCE_MS": "120000",  # the first use of a fast lane compiles it
    "MEADHALL_ANALYSIS_MS": "2000",
    "MEADHALL_REQUEST_RATE": "1000",
    "MEADHALL_SIGN_IN_RATE": "1000",
    "MEADHALL_MESSAGE_RATE": "1000",
    "MEADHALL_CHAT_RATE": "1000",
    "MEADHALL_TABLES": "1000",
    "MEADHALL_LOG": "warning",
    "MEADHALL_WATCH_DELAY": "0",
}


class Thing(TypedDict):
    """Something that can be chosen, and where its middle is on the screen."""

    id: str
    x: float
    y: float


@dataclass(slots=True)
class Server:
    """`meadhall serve` as its own process, which can be killed and started again."""

    db: Path
    port: int
    more: dict[str, str] = field(default_factory=dict)
    """Environment beside the usual settings."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "meadhall", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--db", str(self.db)], env={**os.environ, **SERVER_SETTINGS, **self.more}
        )
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self.process.poll() is None:
            with suppress(URLError, ConnectionError), urlopen(f"{self.url}readyz"):  # noqa: S310 - our own server
                return
            time.sleep(0.1)
        raise TimeoutError(f"the server ended or did not get ready within {START_S} s")

    def kill(self) -> None:
        """As a crash would: no goodbye."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


Choice: TypeAlias = Callable[[list[Thing]], int]
"""Which of the things that can be chosen."""

CHOICES = """() => [...document.querySelectorAll('.cell.usable, .card.usable, button.usable')]
  .map(element => {
    const box = element.getBoundingClientRect();
    return {id: element.dataset.id, x: box.x + box.width / 2, y: box.y + box.height / 2};
  })"""


WATCH_WORDS = r"""(() => {
  const id = /\w_\w|[a-z]-\d|\bp\d+-|\d,-?\d|[a-z][A-Z]|\b[Ss]eat \d/;
  const silent = 'script, noscript, style, datalist';
  let due = false;
  window.ids = [];
  const note = text => {
    if (id.test(text) && !window.ids.includes(text)) window.ids.push(text);
  };
  const look = () => {
    due = false;
    if (!/^#\/(table|replay)/.test(location.hash)) return;
    if (document.querySelector('#seat-1')) return;  // the form before it has not gone yet
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const {data, parentElement} = texts.currentNode;
      if (!parentElement.closest(silent)) note(data);
    }
    for (const element of document.querySelectorAll('[aria-label], [title]')) {
      note(element.getAttribute('aria-label') ?? '');
      note(element.getAttribute('title') ?? '');
    }
  };
  new MutationObserver(() => {
    if (!due) requestAnimationFrame(look);
    due = true;
  }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['aria-label', 'title']});
})()"""
"""Keeps, from the next page on, every text at a table or in a replay that looks like an id."""


@dataclass(slots=True)
class Visitor:
    """Somebody at the page."""

    page: Page
    url: str
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def picture(self, path: Path) -> None:
        """The whole page as a file to look at. A busy Chromium now and then never takes it."""
        try:
            self.page.screenshot(path=path, full_page=True, timeout=PATIENCE_MS // 2)
        except Error:
            self.page.screenshot(path=path, full_page=True)

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}#/{path}")

    def switch_on(self, *settings: str) -> None:
        """Set these settings, such as `expert`, before the next page is opened."""
        chosen = dict.fromkeys(settings, True)
        self.page.add_init_script(
            f"localStorage.setItem('meadhall.settings', '{json.dumps(chosen)}')"
        )

    def watch_words(self) -> None:
        """Note every id that is shown at a table or in a replay, from the next page on."""
        self.page.add_init_script(WATCH_WORDS)

    def ids_seen(self) -> list[str]:
        """The texts with ids that were shown."""
        found: list[str] = self.page.evaluate("window.ids")
        return found

    def names(self) -> list[str]:
        """The players at this table, by seat."""
        return self.page.locator(".players strong").all_inner_texts()

    def set_up(
        self, game: str, seats: dict[int, str], options: dict[str, str] | None = None
    ) -> None:
        """Fill the form and press Start. Seats are `mine`, `open`, `weak` or `fair` bots."""
        self.go(f"play/{game}")
        page = self.page
        for seat, what in seats.items():
            form = page.locator(f"#seat-{seat}")
            form.select_option(what if what in ("mine", "open") else self.level(form, what))
        for name, value in (options or {}).items():
            control = page.get_by_label(name, exact=True)
            if not control.is_visible():
                page.locator("summary", has_text="Options").click()
            if control.evaluate("element => element.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        page.get_by_role("button", name="Start").or_(
            page.get_by_role("button", name="Open the table")
        ).click()
        page.wait_for_url("**/#/table/**")

    @staticmethod
    def level(form: Locator, what: str) -> str:
        """The value of the weakest bot, or of the one that is offered first."""
        values: list[str] = form.evaluate("form => [...form.options].map(one => one.value)")
        bots = [value for value in values if value.startswith("bot:")]
        return bots[0] if what == "weak" else bots[1]

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("dialog", name="Result")

    def open_tab(self, name: str) -> None:
        """Show what is in a tab of the table."""
        tab = self.page.get_by_role("tab", name=name)
        if tab.get_attribute("aria-selected") != "true":
            tab.click()

    def wait_for_turn(self) -> bool:
        """Whether there is something to do; `False` when the match is over."""
        self.page.wait_for_selector(".cell.usable, .card.usable, button.usable, .over")
        return not self.result.is_visible()

    def choices(self) -> list[Thing]:
        """What can be chosen now."""
        found: list[Thing] = self.page.evaluate(CHOICES)
        return found

    def ply(self) -> int:
        """How many moves the log shows."""
        return self.page.locator("ol[aria-label=Moves] li").count()

    def click(self, choice: Thing) -> None:
        """Click the thing itself, as a person does, unless it has just gone away."""
        selector = f'.cell[data-id="{choice["id"]}"], .card[data-id="{choice["id"]}"]'
        found = self.page.locator(f'{selector}, button[data-id="{choice["id"]}"]').first
        with suppress(Error):
            found.click(force=True, timeout=QUICK_MS)
        self.agree()

    def agree(self) -> None:
        """Say yes, if the page asks whether one means it."""
        question = self.page.locator("dialog.confirm")
        if question.count() > 0:
            question.locator(".primary").click()

    def play_to_the_end(self, choose: Choice, most: int = 600) -> None:
        """Click legal things until there is a result."""
        for _ in range(most):
            if not self.wait_for_turn():
                return
            there = self.choices()
            if there:
                self.click(there[choose(there)])
            else:  # it was the last thing of this turn
                self.page.wait_for_timeout(QUICK_MS // 30)
        raise AssertionError(f"no result after {most} clicks")


class Serve(Protocol):
    """Starts another server, with more in its environment."""

    def __call__(self, **more: str) -> Server:
        """The server, ready."""
        ...


class Newcomer(Protocol):
    """Makes another visitor, in a browser profile of their own."""

    def __call__(
        self,
        *,
        reduced_motion: str = "reduce",
        viewport: ViewportSize | None = None,
        touch: bool = False,
    ) -> Visitor:
        """The visitor."""
        ...


def dice(seed: int) -> Random:
    """Random in the same way every time."""
    return Random(seed)  # noqa: S311 - clicks are no secrets


TAB_MOST = 200


def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until the focus is on such an element."""
    assert tab_while_there(visitor, selector, "body")


def tab_while_there(visitor: Visitor, selector: str, choices: str) -> bool:
    """Press Tab until the focus is on such an element; `False` once there are no such choices."""
    for _ in range(TAB_MOST):
        if visitor.page.locator(choices).count() == 0:
            return False
        if visitor.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return True
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is out of reach of the Tab key")


def choose_by_keys(visitor: Visitor, draw: Random) -> None:
    """To the board and on to a cell that can be chosen, or to a card or button, and Enter.

    Nothing is chosen when the turn ends on the way: the step that answers the last choice, or a
    run-out clock, takes the choices away.
    """
    usable = ".card.usable, button.usable"
    on_board = visitor.page.locator(".cell.usable").count() > 0
    beside = visitor.page.locator(usable).count() > 0
    if on_board and (not beside or draw.random() < 0.8):
        if not tab_while_there(visitor, ".cell", ".cell.usable"):
            return
        for _ in range(draw.randrange(1, 6)):
            visitor.page.keyboard.press("n")
    elif not tab_while_there(visitor, usable, usable):
        return
    visitor.page.keyboard.press("Enter")
    if visitor.page.locator("dialog.confirm").count() > 0:
        visitor.page.keyboard.press("Enter")  # the answer has the focus

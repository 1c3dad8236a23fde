"""A real server and a real Chromium for the tests of the page."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from meadhall.server.client import SHIPPED

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NO_BROWSER = """
THE BROWSER TESTS DID NOT RUN: no Chromium or Chrome was found, and none could be installed.
  On Debian and Ubuntu: apt-get install chromium
"""
PATIENCE_MS = 20_000
SERVER_SETTINGS = {
    "MEADHALL_BOT_MS": "60",
    "MEADHALL_BOTS": "1",
    "MEADHALL_REQUEST_RATE": "1000",
    "MEADHALL_SIGN_IN_RATE": "1000",
    "MEADHALL_MESSAGE_RATE": "1000",
    "MEADHALL_TABLES": "1000",
    "MEADHALL_LOG": "warning",
}


def find_browser() -> str | None:
    """An installed browser; where it may, this installs Debian's."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found or not shutil.which("apt-get") or os.geteuid() != 0:
        return found
    sys.stderr.write("\n· installing Debian's chromium for the browser tests\n")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    return shutil.which(BROWSERS[0])


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    browser = find_browser()
    if browser is None:
        if os.environ.get("CI"):
            pytest.fail(NO_BROWSER)
        sys.stderr.write(NO_BROWSER)
        pytest.skip("no Chromium")
    return {"executable_path": browser, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}


@dataclass(slots=True)
class Server:
    """`meadhall serve` as its own process, which can be killed and started again."""

    db: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "meadhall", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--db", str(self.db)], env={**os.environ, **SERVER_SETTINGS}
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with suppress(URLError, ConnectionError), urlopen(f"{self.url}readyz"):  # noqa: S310 - our own server
                return
            time.sleep(0.1)
        raise TimeoutError("the server did not get ready within a minute")

    def kill(self) -> None:
        """As a crash would: no goodbye."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (SHIPPED / "index.html").exists():
        pytest.fail("The page is not built; run: python web/build.py")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Server(tmp_path_factory.mktemp("hall") / "hall.db", port)
    running.start()
    yield running
    running.kill()


Choice = Callable[[list[dict[str, Any]]], int]
"""Which of the things that can be chosen: their ids and where they are, in reading order."""

CHOICES = """() => [...document.querySelectorAll('.cell.usable, .card.usable, button.usable')]
  .map(element => {
    const box = element.getBoundingClientRect();
    return {id: element.dataset.id, x: box.x + box.width / 2, y: box.y + box.height / 2};
  })"""


@dataclass(slots=True)
class Visitor:
    """Somebody at the page."""

    page: Page
    url: str
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}#/{path}")

    def set_up(self, game: str, seats: dict[int, str], options: dict[str, str] | None = None) -> None:
        """Fill the form and press Start. Seats are `mine`, `open` or `bot:LEVEL`."""
        self.go(f"play/{game}")
        page = self.page
        for seat, what in seats.items():
            page.locator(f"#seat-{seat}").select_option(what)
        for name, value in (options or {}).items():
            control = page.get_by_label(name, exact=True)
            if control.evaluate("element => element.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        page.get_by_role("button", name="Start").or_(
            page.get_by_role("button", name="Open the table")
        ).click()
        page.wait_for_url("**/#/table/**")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="Result")

    def wait_for_turn(self) -> bool:
        """Whether there is something to do; `False` when the match is over."""
        self.page.wait_for_selector(".cell.usable, .card.usable, button.usable, .over")
        return not self.result.is_visible()

    def choices(self) -> list[dict[str, Any]]:
        """What can be chosen now."""
        found: list[dict[str, Any]] = self.page.evaluate(CHOICES)
        return found

    def ply(self) -> int:
        """How many moves the log shows."""
        return self.page.locator("ol[aria-label=Moves] li").count()

    def click(self, choice: dict[str, Any]) -> None:
        """Click the thing itself, as a person does."""
        selector = f'.cell[data-id="{choice["id"]}"], .card[data-id="{choice["id"]}"]'
        found = self.page.locator(f'{selector}, button[data-id="{choice["id"]}"]').first
        found.click(position=None, force=True)

    def play_to_the_end(self, choose: Choice, most: int = 600) -> None:
        """Click legal things until there is a result."""
        for _ in range(most):
            if not self.wait_for_turn():
                return
            there = self.choices()
            if there:
                with suppress(Exception):  # the position may change between look and click
                    self.click(there[choose(there)])
        raise AssertionError(f"no result after {most} clicks")


@pytest.fixture
def visitor(page: Page, server: Server) -> Iterator[Visitor]:
    somebody = Visitor(page, server.url)
    yield somebody
    assert somebody.errors == []


@pytest.fixture
def newcomer(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes more visitors, each in a browser profile of their own."""
    contexts = []

    def arrive(**settings: Any) -> Visitor:
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **settings}
        )
        contexts.append(context)
        return Visitor(context.new_page(), server.url)

    yield arrive
    for context in contexts:
        context.close()


@pytest.fixture(autouse=True)
def patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def screenshots() -> Path:
    """A folder that git ignores, to look at what people see."""
    folder = Path(__file__).parents[2] / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script for the page."""
    path = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text("utf-8")

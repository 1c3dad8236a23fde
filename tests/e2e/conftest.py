"""A real server and a real Chromium for the tests of the page."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hall import Hall
from playwright.sync_api import Browser, Page, ViewportSize, expect
from ports import free_port
from programs.debian import program
from tests.e2e.people import PATIENCE_MS, Newcomer, Serve, Server, Visitor

from meadhall.server.api.static_files import SHIPPED

LIGHT = "chromium-headless-shell"
"""The same Chromium without windows and settings; a page takes half the processor time in it."""
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NO_BROWSER = """
THE BROWSER TESTS DID NOT RUN: no Chromium or Chrome was found, and none could be installed.
  On Debian: apt-get install chromium chromium-headless-shell
"""


def find_browser(*names: str) -> str:
    """The first of these that is installed; where it may, this installs those of Debian."""
    found = program(*names, packages=("chromium", LIGHT))
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(NO_BROWSER)
        sys.stderr.write(NO_BROWSER)
        pytest.skip("no Chromium")
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    light = program(LIGHT, packages=("chromium", LIGHT))
    return {"executable_path": light or find_browser(*WHOLE), "args": FLAGS}


@pytest.fixture(scope="session")
def whole_browser() -> str:
    """A browser that heeds the settings in its profile."""
    return find_browser(*WHOLE)


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, object]:
    return {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts servers, each with what its environment has beside the usual settings."""
    if not (SHIPPED / "index.html").exists():
        pytest.fail("The page is not built; run: python web/build.py")
    running = []

    def start(**more: str) -> Server:
        server = Server(tmp_path_factory.mktemp("hall") / "hall.db", free_port(), more)
        running.append(server)
        server.start()
        return server

    yield start
    for server in running:
        server.kill()


@pytest.fixture(scope="session")
def server(serve: Serve, stones: Path, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The hall with its four games, and with two that have no skin."""
    return serve(**Hall.furnished(tmp_path_factory.mktemp("games"), stones).environment)


@pytest.fixture
def visitor(page: Page, server: Server) -> Iterator[Visitor]:
    somebody = Visitor(page, server.url)
    yield somebody
    assert somebody.errors == []


@pytest.fixture
def newcomer(browser: Browser, server: Server) -> Iterator[Newcomer]:
    contexts = []

    def arrive(
        *,
        reduced_motion: str = "reduce",
        viewport: ViewportSize | None = None,
        touch: bool = False,
    ) -> Visitor:
        context = browser.new_context(
            viewport=viewport or {"width": 1280, "height": 900},
            reduced_motion="reduce" if reduced_motion == "reduce" else "no-preference",
            has_touch=touch,
            is_mobile=touch,
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

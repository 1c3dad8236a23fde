"""The hall without a server: its size, how soon it is open, and how soon a move is answered."""

import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread

from playwright.sync_api import BrowserContext, Page, sync_playwright
from typing_extensions import override

from meadhall.cli.bench.figures import Figure

TITLE = "The hall without a server"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
PROGRAM = Path(__file__).parents[1] / "web" / "static_site.py"
MOST_MB, MOST_COLD_S, MOST_WARM_S, MOST_MOVE_MS = 8, 6, 3, 50
ROUNDS, MOVES = 3, 10
WATCH = """
window.answered = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  const act = message.kind === "say" && JSON.parse(message.text);
  if (act?.kind === "act") {
    const sent = performance.now();
    this.addEventListener("message", function hear({data}) {
      if (data.kind !== "message" || JSON.parse(data.text).answers !== act.id) return;
      answered.push(performance.now() - sent);
      this.removeEventListener("message", hear);
    });
  }
  return post.apply(this, arguments);
};
"""
"""Notes how long each move of the page waits for its step."""


class QuietFiles(SimpleHTTPRequestHandler):
    """A plain file server, without a word."""

    @override
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def measure() -> list[Figure]:
    """Build the folder, serve it plainly and visit it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "site")
        subprocess.run([sys.executable, PROGRAM, str(folder)], check=True, capture_output=True)  # noqa: S603 - our own program
        size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in _files(folder))
        with _visits(folder) as (context, url):
            cold = median(_cold(context, url) for _ in range(ROUNDS))
        with _visits(folder) as (context, url):
            warm, move = _warm_and_move(context.new_page(), url)
    return [
        Figure("everything, gzipped", round(size / 1e6, 2), "MB", target=f"< {MOST_MB}"),
        Figure("open at the first visit", round(cold, 2), "s", target=f"< {MOST_COLD_S}"),
        Figure("open again", round(warm, 2), "s", target=f"< {MOST_WARM_S}"),
        Figure("a move answered", round(move, 1), "ms", target=f"< {MOST_MOVE_MS}"),
    ]  # fmt: skip


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file() and file.suffix != ".gz")


@contextmanager
def _visits(folder: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A browser, and the address of the folder on a host of its own."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield (
            browser.new_context(reduced_motion="reduce"),
            f"http://127.0.0.1:{server.server_port}/",
        )
        browser.close()
    server.shutdown()
    server.server_close()


def _seconds_until_open(page: Page) -> float:
    began = time.monotonic()
    page.wait_for_selector("progress", state="attached")
    page.wait_for_selector("progress", state="detached")
    return time.monotonic() - began


def _cold(context: BrowserContext, url: str) -> float:
    """A first visit: nothing is kept, neither files nor compiled code."""
    browser = context.browser
    if browser is None:
        raise RuntimeError("the browser has ended")
    fresh = browser.new_context(reduced_motion="reduce")
    page = fresh.new_page()
    page.goto(url, wait_until="commit")
    seconds = _seconds_until_open(page)
    fresh.close()
    return seconds


def _warm_and_move(page: Page, url: str) -> tuple[float, float]:
    page.add_init_script(WATCH)
    page.goto(url)
    _seconds_until_open(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    warm = []
    for _ in range(ROUNDS):
        page.reload(wait_until="commit")
        warm.append(_seconds_until_open(page))
    page.get_by_role("button", name="Play now Chinese Checkers").click()
    while page.evaluate("answered.length") < MOVES:
        page.wait_for_selector(".cell.usable")
        usable = page.locator(".cell.usable")
        usable.nth(usable.count() // 2).click(force=True)
    return median(warm), median(page.evaluate("answered"))

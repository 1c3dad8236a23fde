"""The page in a real browser: what a first visit costs, and how quick the largest board is."""

import gzip
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from meadhall.cli.bench.figures import Figure
from meadhall.server.api.static_files import SHIPPED

TITLE = "The hall in the browser"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
MOST_SCRIPT_KB = 220
"""Of all pages together. A page is loaded when somebody opens it, so this is no first visit."""
MOST_UPDATE_MS, MOST_READY_MS, FRAMES = 16, 1000, 60
MOST_WIRE_KB, MOST_PAINT_MS, MOST_SHIFT = 140, 1500, 0.02  # 45 kB are the typefaces
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
SLOW_4G = {
    "offline": False,
    "latency": 150,  # milliseconds
    "downloadThroughput": 1_600_000 / 8,  # bytes per second
    "uploadThroughput": 750_000 / 8,
}
SLOW_CPU = 4
"""How many times slower than this machine's processor a phone's is."""
SETTLE_MS = 1_500
"""After the pictures have come: whatever still moves shall be seen."""

OBSERVE = """
window.observed = {paint: 0, shift: 0, moved: [], long: 0};
const observe = (type, note) => new PerformanceObserver(
  (list) => list.getEntries().forEach(note)).observe({type, buffered: true});
observe('largest-contentful-paint', (entry) => { observed.paint = entry.startTime; });
observe('longtask', (entry) => { observed.long += entry.duration; });
observe('layout-shift', (entry) => {
  if (entry.hadRecentInput) return;
  observed.shift += entry.value;
  observed.moved.push(...entry.sources.map(({node}) => node?.outerHTML?.slice(0, 80)));
});
"""
UPDATES = """async () => {
  const cells = [...document.querySelectorAll('.cell.usable')];
  const times = [];
  for (let round = 0; round < 60; round++) {
    const cell = cells[round % cells.length];
    const before = performance.now();
    cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - before);
    await new Promise(requestAnimationFrame);
  }
  return times;
}"""
ANIMATION = """async () => {
  const tokens = [...document.querySelectorAll('.token')];
  for (const token of tokens) {
    const here = token.style.transform;
    token.animate([{transform: here}, {transform: here + ' translate(900px, 0px)'}], 2000);
  }
  const start = performance.now();
  let frames = 0;
  while (performance.now() - start < 2000) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  return frames * 1000 / (performance.now() - start);
}"""


def measure() -> list[Figure]:
    """All figures; needs the built page and an installed Chromium."""
    with _serve() as url, _open_browser() as browser:
        visits = [
            *_visit_figures("desktop", _first_visit(browser, url, DESKTOP)),
            *_visit_figures("phone, slow 4G", _first_visit(browser, url, PHONE, slow=True)),
        ]
        page = browser.new_page(viewport=DESKTOP)
        ready = _ready(page, url)
        _largest_board(page, url)
        update, frames = median(page.evaluate(UPDATES)), page.evaluate(ANIMATION)
    return [
        *visits,
        Figure("all scripts, gzipped", round(_script() / 1000), "kB", target=f"< {MOST_SCRIPT_KB}"),
        Figure("hall interactive on loopback", round(ready), "ms", target=f"< {MOST_READY_MS}"),
        Figure("217 hexes after a click", round(update, 1), "ms", target=f"< {MOST_UPDATE_MS}"),
        Figure("animation of all 54 pieces", round(frames), "frames/s", target=f"{FRAMES}"),
    ]  # fmt: skip


@dataclass(slots=True)
class Visit:
    """A page whose costs are observed."""

    page: Page
    wire_bytes: int = 0
    """Bytes that came: answers with their heads, and messages over sockets."""

    def observed(self, name: str) -> float:
        """One of `paint`, `shift` and `long`, as the browser has seen it so far."""
        seen: float = self.page.evaluate("name => observed[name]", name)
        return seen

    def what_moved(self) -> list[str]:
        """The elements that moved by themselves."""
        moved: list[str] = self.page.evaluate("observed.moved")
        return moved


@contextmanager
def visiting(browser: Browser, viewport: ViewportSize, *, slow: bool = False) -> Iterator[Visit]:
    """A new visitor with an empty cache; `slow`: on a phone with slow 4G."""
    small = viewport == PHONE
    context = browser.new_context(viewport=viewport, is_mobile=small, has_touch=small)
    visit = Visit(context.new_page())
    visit.page.add_init_script(OBSERVE)
    tools = context.new_cdp_session(visit.page)

    def count_answer(event: dict[str, int]) -> None:
        visit.wire_bytes += event["encodedDataLength"]

    def count_message(event: dict[str, dict[str, str]]) -> None:
        visit.wire_bytes += len(event["response"]["payloadData"])

    tools.send("Network.enable")
    tools.on("Network.loadingFinished", count_answer)
    tools.on("Network.webSocketFrameReceived", count_message)
    if slow:
        tools.send("Network.emulateNetworkConditions", SLOW_4G)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    yield visit
    context.close()


def look_at_hall(visit: Visit, url: str) -> None:
    """Open the hall and wait until all pictures are there and nothing moves any more."""
    visit.page.goto(url)
    visit.page.locator("article").first.wait_for()
    games = visit.page.locator("article").count()
    visit.page.locator(".picture svg").nth(games - 1).wait_for()
    visit.page.wait_for_timeout(SETTLE_MS)


def _first_visit(
    browser: Browser, url: str, viewport: ViewportSize, *, slow: bool = False
) -> dict[str, float]:
    with visiting(browser, viewport, slow=slow) as visit:
        look_at_hall(visit, url)
        seen = {name: visit.observed(name) for name in ("paint", "shift", "long")}
        return {**seen, "wire": visit.wire_bytes}


def _visit_figures(where: str, seen: dict[str, float]) -> list[Figure]:
    name = f"first visit, {where}"
    wire, paint, shift = f"< {MOST_WIRE_KB}", f"< {MOST_PAINT_MS}", f"< {MOST_SHIFT}"
    return [
        Figure(f"{name}: over the wire", round(seen["wire"] / 1000, 1), "kB", target=wire),
        Figure(f"{name}: largest paint", round(seen["paint"]), "ms", target=paint),
        Figure(f"{name}: layout shift", round(seen["shift"], 3), "", target=shift),
        Figure(f"{name}: long tasks", round(seen["long"]), "ms"),
    ]


def _script() -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in SHIPPED.rglob("*.js"))


def _ready(page: Page, url: str) -> float:
    """Milliseconds from the request to the first clickable game; the best of five visits."""
    times = []
    for _ in range(5):
        page.goto("about:blank")
        began = time.perf_counter()
        page.goto(url)
        page.get_by_role("button", name="Play now").first.wait_for()
        times.append((time.perf_counter() - began) * 1000)
    return min(times)


def _largest_board(page: Page, url: str) -> None:
    page.goto(f"{url}#/play/jarls")
    page.get_by_label("6 players", exact=True).check()
    page.get_by_role("button", name="Start").click()
    page.locator(".cell.usable").first.wait_for()


@contextmanager
def _open_browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("No Chromium was found; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def _serve() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "meadhall", "serve", "--port", str(port)]
        server = subprocess.Popen(  # noqa: S603 - our own server
            [*command, "--db", str(Path(folder) / "hall.db")],
            env={**os.environ, "MEADHALL_LOG": "error"},
        )
        try:
            _wait(url)
            yield url
        finally:
            server.kill()
            server.wait()


def _wait(url: str) -> None:
    for _ in range(600):
        with suppress(OSError), urlopen(f"{url}readyz"):  # noqa: S310 - our own server
            return
        time.sleep(0.1)
    raise TimeoutError("the server did not get ready")

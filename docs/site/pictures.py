"""Takes the pictures of the documents from the real hall, so that they stay true.

    ./dev docs pictures

starts a server with a database of its own, lets bots play a match of each game, opens it in
Chromium, and writes WebP files to docs/pictures: the hall, two positions of each game, and a match
that moves.
"""

import io
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from meadhall import registry
from meadhall.arena.contest.play_match import game_rng, play_match
from meadhall.bots import roster
from meadhall.bots.bot import Budget
from meadhall.cli.bench.server_process import free_port
from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.record import Ply, Record, Result, write_record
from meadhall.core.rng import Rng

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SEED = "pictures"
SEATS = {"jarls": 3, "chinese-checkers": 3, "secret-toaster": 4}
PLIES = {"chinese-checkers": (0, 36), "elemental-clash": (16, 24), "secret-toaster": (0, 70)}
"""The two plies of each game that are shown; of others, 0 and 14."""
MOVING, FRAMES, FRAME_MS = "jarls", 14, 700
WIDE = {"width": 1280, "height": 800}
SMALL = {"width": 900, "height": 640}
PATIENCE_MS = 120_000
QUALITY = 74


def main() -> None:
    """Take all pictures."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("No Chromium was found. On Debian and Ubuntu: apt-get install chromium")
    with served() as address, sync_playwright() as play, TemporaryDirectory() as folder:
        chromium = play.chromium.launch(executable_path=browser, args=FLAGS)
        page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        picture_hall(page, address)
        for game in registry.games():
            picture_game(page, address, game, Path(folder))
        picture_match(page, address, Path(folder))
        chromium.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a hall with an empty database."""
    port = free_port()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "meadhall.server"]
        settings = {"MEADHALL_PORT": str(port), "MEADHALL_DB": f"{folder}/hall.db"}
        settings |= {"MEADHALL_BOTS": "1", "MEADHALL_COMPILE_AHEAD": "no"}
        with subprocess.Popen(command, env={**os.environ, **settings}) as process:
            address = f"http://127.0.0.1:{port}/"
            try:
                wait_for(f"{address}readyz")
                yield address
            finally:
                process.terminate()


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(1200):
        with suppress(OSError), urlopen(address):
            return
        time.sleep(0.1)
    raise TimeoutError(address)


def picture_hall(page: Page, address: str) -> None:
    """The first page that visitors see."""
    page.goto(address)
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_timeout(1500)
    save("hall", [shot(page)], width=960)


def picture_game(page: Page, address: str, game: AnyGame, folder: Path) -> None:
    """A position at the start of a match, and one from its middle."""
    slug = game.spec.slug
    start, middle = PLIES.get(slug, (0, 14))
    page.set_viewport_size(WIDE)
    show(page, address, folder, record_of(game))
    table = page.locator(".viewer .scene > .stage")
    step(page, start)
    save(f"{slug}-start", [shot(table)], width=720)
    step(page, middle - start)
    save(f"{slug}-play", [shot(table)], width=720)


def picture_match(page: Page, address: str, folder: Path) -> None:
    """Some moves of a match, as an animation."""
    page.set_viewport_size(SMALL)
    show(page, address, folder, record_of(registry.game(MOVING)))
    frames = [shot(page)]
    for _ in range(FRAMES - 1):
        step(page, 2)
        frames.append(shot(page))
    save("match", frames, width=600)


def record_of(game: AnyGame) -> Record:
    """A match between bots, the same every time."""
    seats = SEATS.get(game.spec.slug, min(game.spec.players))
    bots = [roster.make(roster.level(game, "greedy")) for _ in range(seats)]
    options = game.types.options()
    played = play_match(game, options, bots, Rng(SEED), Budget(nodes=50))
    names = ("Astrid", "Bjorn", "Freya", "Gunnar", "Helga", "Ivar")
    return Record(
        game=game.spec.slug,
        rules_version=game.spec.rules_version,
        seed=game_rng(Rng(SEED)).seed,
        players=names[:seats],
        options=to_plain(options),
        plies=tuple(Ply(seat, game.notation.write(action)) for seat, action in played.actions),
        result=Result(played.result.payoffs, played.result.reason),
    )


def show(page: Page, address: str, folder: Path, record: Record) -> None:
    """Open the record as a replay of its own."""
    file = folder / f"{record.game}.json"
    file.write_text(write_record(record), "utf-8")
    page.goto(f"{address}#/")
    page.goto(f"{address}#/replay")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Save it here").click()
    page.wait_for_url("**/#/replay/*")
    page.get_by_text("Move 0 of").wait_for()
    page.wait_for_timeout(1500)


def step(page: Page, plies: int) -> None:
    """Go that many moves forward."""
    forward = page.get_by_role("button", name="Forward", exact=True)
    for _ in range(plies):
        if forward.is_disabled():
            break
        forward.click()
    page.wait_for_timeout(400)


def shot(seen: Page | Locator) -> Image.Image:
    """What is to be seen now, of the page or of a part of it."""
    return Image.open(io.BytesIO(seen.screenshot())).convert("RGB")


def save(name: str, frames: list[Image.Image], *, width: int) -> None:
    """Write a picture, or an animation if there are several frames."""
    height = round(frames[0].height * width / frames[0].width)
    first, *rest = [frame.resize((width, height), Image.Resampling.LANCZOS) for frame in frames]
    path = PICTURES / f"{name}.webp"
    moving = {"save_all": True, "append_images": rest, "duration": FRAME_MS, "loop": 0}
    first.save(path, quality=QUALITY, method=6, **(moving if rest else {}))
    sys.stdout.write(f"· {path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()

"""Tries an installed Meadhall from outside: play, verify, serve, a browser, a new game, extras.

    python release/try_it.py ENVIRONMENT PACKAGE

The environment is an empty one with nothing but the package. What drives the browser runs in the
environment of the checkout.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PATIENCE_MS = 120_000


class Tried:
    """The commands of an environment, in a folder of its own."""

    def __init__(self, place: Path, folder: Path) -> None:
        self.bin, self.folder = place / "bin", folder
        ours = ("PYTHON", "VIRTUAL_ENV", "MEADHALL_")
        passed = {k: value for k, value in os.environ.items() if not k.startswith(ours)}
        self.environment = {**passed, "XDG_STATE_HOME": str(folder)}

    def run(self, *words: str | Path, typed: str = "", code: int = 0) -> str:
        """What a command says; it must end with this code, and never with a traceback."""
        done = subprocess.run(
            [str(self.bin / words[0]), *map(str, words[1:])], cwd=self.folder, check=False,
            env=self.environment, input=typed, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        said = done.stdout + done.stderr
        if done.returncode != code or "Traceback" in said:
            sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{said}")
        return said

    @contextmanager
    def hall(self) -> Iterator[str]:
        """The address of a hall that it serves under a prefix."""
        command = [self.bin / "meadhall", "serve", "--port", "0", "--prefix", "/hall"]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None  # noqa: S101 - it is a pipe
            line = process.stderr.readline()
            found = re.search(r"The hall is at (\S+)", line)
            if found is None:
                sys.exit(f"meadhall serve says: {line}")
            try:
                yield found[1]
            finally:
                process.terminate()


def main() -> None:
    """Try everything; the first thing that does not work ends it."""
    place, package = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    with TemporaryDirectory() as folder:
        tried = Tried(place, Path(folder))
        try_terminal(tried)
        try_extras(tried)
        with tried.hall() as address:
            try_browser(address)
        tried.run("meadhall", "backup", "hall.backup")
        tried.run("meadhall", "restore", "hall.backup", "--db", "copy.db")
        try_new_game(tried, package)


def try_terminal(tried: Tried) -> None:
    """Play a match at the terminal, save it, verify it."""
    for words in (["--version"], ["--help"], ["games"], ["rules", "jarls"]):
        tried.run("meadhall", *words)
    typed = "moves\n1\nsave match.json\nresign\ny\nquit\n"
    tried.run("meadhall", "play", "jarls", "--seat", "2=easy", "--seed", "7", typed=typed)
    match = json.loads((tried.folder / "match.json").read_text("utf-8"))
    if not match["plies"]:
        sys.exit("The saved match has no moves.")
    tried.run("meadhall", "verify", "match.json")
    tried.run("meadhall", "completion", "--shell", "bash", "--output", "complete.bash")
    done("plays, saves, verifies, completes")


def try_extras(tried: Tried) -> None:
    """A missing extra is one sentence."""
    for words, extra in (
        (("backup", "x", "--db", "postgresql://localhost/x"), "postgres"),
        (("arena", "train", "chinese-checkers", "weights"), "fast"),
        (("perft", "jarls"), "testing"),
    ):
        said = tried.run("meadhall", *words, code=2)
        if f"meadhall[{extra}]" not in said.replace("\n", ""):
            sys.exit(f"{words[0]} does not name the extra {extra}: {said}")
    done("names the extras that are missing")


def try_browser(address: str) -> None:
    """Open the page of the package and make a move against a bot."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("No Chromium was found to try the page with.")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser, args=FLAGS)
        page = chromium.new_page(reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}#/play/jarls")
        page.get_by_role("button", name="Start").click()
        page.wait_for_url("**/#/table/**")
        page.locator(".cell.usable").first.click(force=True)
        page.wait_for_timeout(500)
        page.locator(".cell.usable").last.click(force=True)
        page.locator("ol[aria-label=Moves] li").first.wait_for(state="attached")
        chromium.close()
    if errors:
        sys.exit(f"The page has errors: {errors}")
    done("serves, and its page plays, in Chromium")


def try_new_game(tried: Tried, package: Path) -> None:
    """Write a game, build it, install the wheel of it, run its tests and play it."""
    said = tried.run("meadhall", "new-game", "nine-holes", "--into", "nine-holes")
    page = re.search(r"How to go on:\s+(\S+)", said)
    if page is None or not Path(page[1]).is_file():
        sys.exit(f"The page that new-game names is not there: {said}")
    tried.run("pip", "install", "--quiet", "build", f"{package}[testing]", "pytest")
    tried.run("python", "-m", "build", "--wheel", "nine-holes")
    (wheel,) = (tried.folder / "nine-holes" / "dist").glob("*.whl")
    tried.run("pip", "install", "--quiet", wheel)
    tried.environment["MEADHALL_LAW_EXAMPLES"] = "4"
    tried.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "nine-holes/tests")
    tried.run("meadhall", "play", "nine-holes", typed="take 1\nquit\nn\n")
    done("writes a game that builds, installs, passes its tests and plays")


def done(text: str) -> None:
    """Print what has been seen to work."""
    sys.stdout.write(f"·   {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Tries an installed Meadhall from outside: play, verify, serve, a browser, a new game, extras.

    python release/try_it.py ENVIRONMENT PACKAGE

The environment is an empty one with nothing but the package. What installs more there, and what
drives the browser, runs in the environment of the checkout. `tests/e2e/release/test_wheel.py` takes
the same steps, one by one.
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

from playwright.sync_api import Page, sync_playwright

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "chromium-headless-shell",
)  # fmt: skip
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PATIENCE_MS = 120_000


class DoesNotWorkError(Exception):
    """What did not work, and what it said."""


class Tried:
    """The commands of an environment, in a folder of its own.

    What it installs is the newest of everything, or what a file of constraints says.
    """

    def __init__(self, place: Path, folder: Path, constraints: Path | None = None) -> None:
        self.place, self.folder = place, folder
        self.chosen = ("--constraint", constraints) if constraints else ()
        ours = ("PYTHON", "VIRTUAL_ENV", "MEADHALL_")
        passed = {k: value for k, value in os.environ.items() if not k.startswith(ours)}
        self.environment = {**passed, "XDG_STATE_HOME": str(folder), "COLUMNS": "200"}

    def run(self, *words: str | Path, typed: str = "", code: int = 0) -> str:
        """What a command says; it must end with this code, and never with a traceback."""
        return self._run(self.place / "bin" / words[0], *words[1:], typed=typed, code=code)

    def uv(self, *words: str | Path) -> str:
        """What uv says, which makes environments and packages within seconds."""
        return self._run(Path(sys.executable).with_name("uv"), *words)

    def install(self, *packages: str | Path) -> None:
        """Install more into the environment."""
        python = self.place / "bin" / "python"
        self.uv("pip", "install", "--quiet", "--python", python, *self.chosen, *packages)

    def _run(self, program: Path, *words: str | Path, typed: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [str(program), *map(str, words)], cwd=self.folder, check=False,
            env=self.environment, input=typed, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        said = done.stdout + done.stderr
        if done.returncode != code or "Traceback" in said:
            command = f"{program.name} {' '.join(map(str, words))}"
            raise DoesNotWorkError(f"{command} ended with {done.returncode}:\n{said}")
        return said

    @contextmanager
    def hall(self) -> Iterator[str]:
        """The address of a hall that it serves under a prefix."""
        program = str(self.place / "bin" / "meadhall")
        command = [program, "serve", "--port", "0", "--prefix", "/hall"]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.environment, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                line = process.stderr.readline() if process.stderr else ""
                found = re.search(r"The hall is at (\S+)", line)
                if found is None:
                    raise DoesNotWorkError(f"meadhall serve says: {line}")
                yield found[1]
            finally:
                process.terminate()


def main() -> None:
    """Try everything; the first thing that does not work ends it."""
    place, package = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    try:
        with TemporaryDirectory() as folder:
            try_all(Tried(place, Path(folder)), package)
    except DoesNotWorkError as error:
        sys.exit(str(error))


def try_all(tried: Tried, package: Path) -> None:
    """Take every step, and print what has been seen to work."""
    try_terminal(tried)
    say("plays, saves, verifies, completes")
    try_extras(tried)
    say("names the extras that are missing")
    with tried.hall() as address:
        with browser_page() as page:
            try_page(page, address)
        say("serves, and its page plays, in Chromium")
        try_backup(tried)
        say("saves the hall while it runs, and restores it")
    try_new_game(tried, package)
    say("writes a game that builds, installs, passes its tests and plays")


def try_terminal(tried: Tried) -> None:
    """Play a match at the terminal, save it, verify it."""
    for words in (["--version"], ["games"], ["rules", "jarls"]):
        tried.run("meadhall", *words)
    typed = "moves\n1\nsave match.json\nresign\ny\nquit\n"
    tried.run("meadhall", "play", "jarls", "--seat", "2=easy", "--seed", "7", typed=typed)
    match = json.loads((tried.folder / "match.json").read_text("utf-8"))
    if not match["plies"]:
        raise DoesNotWorkError("The saved match has no moves.")
    tried.run("meadhall", "verify", "match.json")
    tried.run("meadhall", "completion", "--shell", "bash", "--output", "complete.bash")


def try_extras(tried: Tried) -> None:
    """A missing extra is one sentence."""
    (tried.folder / "notices.toml").write_text('host_notices = "json://localhost"', "utf-8")
    for words, extra in (
        (("backup", "x", "--db", "postgresql://localhost/x"), "postgres"),
        (("arena", "train", "chinese-checkers", "weights"), "fast"),
        (("perft", "jarls"), "testing"),
        (("mcp",), "mcp"),
        (("serve", "--config", "notices.toml"), "notices"),
    ):
        said = tried.run("meadhall", *words, code=2)
        if f'pip install "meadhall[{extra}]"' not in said or said.count("\n") > 2:  # noqa: PLR2004 - the refusal, and its code
            raise DoesNotWorkError(f"{words[0]} does not name the extra {extra}: {said}")


@contextmanager
def browser_page() -> Iterator[Page]:
    """A page of a real browser."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        hint = "On Debian and Ubuntu: apt-get install chromium"
        raise DoesNotWorkError(f"No Chromium was found to try the page with. {hint}")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser, args=FLAGS)
        yield chromium.new_page(reduced_motion="reduce")
        chromium.close()


def try_page(page: Page, address: str) -> None:
    """Open the page of the package and make a move against a bot."""
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
    if errors:
        raise DoesNotWorkError(f"The page has errors: {errors}")


def try_backup(tried: Tried) -> None:
    """Save the hall while its server runs, and restore it to another file."""
    saved = tried.run("meadhall", "backup", "hall.backup")
    restored = tried.run("meadhall", "restore", "hall.backup", "--db", "copy.db")
    if not saved.startswith("1 matches") or not restored.startswith("1 matches"):
        raise DoesNotWorkError(f"The backup has not the one match: {saved}{restored}")


def try_new_game(tried: Tried, package: Path) -> None:
    """Write a game, build it, install the wheel of it, run its tests and play it."""
    said = tried.run("meadhall", "new-game", "nine-holes", "--into", "nine-holes")
    page = re.search(r"How to go on:\s+(\S+)", said)
    if page is None or not Path(page[1]).is_file():
        raise DoesNotWorkError(f"The page that new-game names is not there: {said}")
    tried.uv("build", "--quiet", "--wheel", "nine-holes")
    (wheel,) = (tried.folder / "nine-holes" / "dist").glob("*.whl")
    tried.install(wheel, f"{package}[testing]", "pytest")
    tried.environment["MEADHALL_LAW_EXAMPLES"] = "4"
    tried.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "nine-holes/tests")
    tried.run("meadhall", "play", "nine-holes", typed="take 1\nquit\nn\n")


def say(text: str) -> None:
    """Print what has been seen to work."""
    sys.stdout.write(f"·   {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""A plain file server for the static folder, at a prefix, and a visitor who waits for the hall."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import gettempdir
from threading import Thread

from playwright.sync_api import BrowserContext, Page
from tests.e2e.people import Visitor
from typing_extensions import override

ROOT = Path(__file__).parents[3]
PREFIX = "games/of/mine"
KEPT = "() => navigator.serviceWorker?.controller !== null"


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves files as any host does, without a word."""

    @override
    def log_message(self, *_: object) -> None:
        pass


def build() -> Path:
    """The static folder; one test process builds it at a time."""
    import fcntl  # noqa: PLC0415 - there is none on Windows

    folder = Path(gettempdir(), "meadhall-site-of-tests")
    with Path(gettempdir(), "meadhall-site.lock").open("w") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        program = ROOT / "web" / "static_site.py"
        subprocess.run([sys.executable, program, str(folder)], check=True, capture_output=True)
        copy = Path(gettempdir(), f"meadhall-site-{id(door)}")
        shutil.copytree(folder, copy)
    return copy


class Host:
    """The folder at a prefix of a host; the test may change its files."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = root / PREFIX
        shutil.copytree(folder, self.folder)
        files = partial(QuietFiles, directory=str(root))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), files)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/{PREFIX}/"

    @property
    def python(self) -> Path:
        return next(self.folder.glob("python-*"))

    @contextmanager
    def spoilt(self, path: Path, body: bytes) -> Iterator[None]:
        """The file with another content for a while."""
        whole = path.read_bytes()
        path.write_bytes(body)
        try:
            yield
        finally:
            path.write_bytes(whole)


def open_page(context: BrowserContext, host: Host) -> Visitor:
    """Somebody in whose browser the hall has opened, and is kept for the time without a network."""
    visitor = Visitor(context.new_page(), host.url)
    visitor.go()
    wait_for_hall(visitor.page)
    visitor.page.wait_for_function(KEPT)
    return visitor


def wait_for_hall(page: Page) -> None:
    """Wait until Python runs."""
    page.wait_for_selector("progress", state="attached")
    page.wait_for_selector("progress", state="detached")

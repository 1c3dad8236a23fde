"""The hall without a server, in a real browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext
from tests.e2e.people import Visitor
from tests.e2e.site.hosting import Host, build, open_page


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    made = build()
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def host(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    there = Host(folder, tmp_path_factory.mktemp("host"))
    yield there
    there.server.shutdown()
    there.server.server_close()


@pytest.fixture(scope="module")
def device(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[BrowserContext]:
    """One device for all tests of a file: Python starts once."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type] # as pytest-playwright does
    yield context
    context.close()


@pytest.fixture(scope="module")
def offline(device: BrowserContext, host: Host) -> Iterator[Visitor]:
    """Somebody whose network is switched off after the first visit."""
    visitor = open_page(device, host)
    device.set_offline(True)
    visitor.page.reload()
    visitor.page.wait_for_selector("article")
    yield visitor
    assert visitor.errors == []

"""The hall behind real proxies with TLS, a prefix and WebSockets, in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Response
from programs.debian import HOST
from tests.e2e.people import Visitor
from tests.e2e.release.proxies import caddy, hall, nginx, wait_until_ready


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with hall(tmp_path_factory.mktemp("hall")) as path:
        yield path


@pytest.fixture(scope="module")
def elsewhere(
    browser_type: BrowserType, browser_type_launch_args: dict[str, object]
) -> Iterator[Browser]:
    """A browser that finds the host of the examples on this machine."""
    given = browser_type_launch_args
    flags = [*given["args"], f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]  # type: ignore[misc]
    found = browser_type.launch(**{**given, "args": flags})  # type: ignore[arg-type]
    yield found
    found.close()


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=lambda proxy: str(proxy.__name__))
def test_a_match_begins_behind_a_proxy(
    proxy: object, socket: Path, elsewhere: Browser, tmp_path: Path
) -> None:
    with proxy(tmp_path, socket) as address:  # type: ignore[operator]
        wait_until_ready(address)
        context = elsewhere.new_context(ignore_https_errors=True, reduced_motion="reduce")
        visitor = Visitor(context.new_page(), address)
        sockets: list[str] = []
        visitor.page.on("websocket", lambda line: sockets.append(line.url))
        answers: list[Response] = []
        visitor.page.on("response", lambda got: answers.append(got))  # noqa: PLW0108 - Playwright marks it
        visitor.go()
        visitor.page.get_by_role("heading", level=1).first.wait_for()
        visitor.set_up("jarls", {0: "mine", 1: "weak"})
        assert visitor.wait_for_turn()
        visitor.click(visitor.choices()[0])
        (cookie,) = [one for one in context.cookies() if one["name"] == "meadhall"]
        assert (cookie["path"], cookie["secure"]) == ("/hall/", True)
        outside = address.removesuffix("/hall/")
        assert sockets
        assert all(
            line.startswith(outside.replace("https", "wss") + "/hall/api/") for line in sockets
        )
        missing = [got.url for got in answers if not got.ok and not got.url.endswith("/api/me")]
        assert missing == []
        assert visitor.errors == []
        for path, status in (("/", 404), ("/hall/metrics", 404), ("/hall", 200)):
            asked = visitor.page.evaluate("path => fetch(path).then(got => got.status)", path)
            assert asked == status, path
        context.close()

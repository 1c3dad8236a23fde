"""What a visit costs: bytes over the wire, and nothing on the page moves by itself."""

import httpx
import pytest
from playwright.sync_api import Browser, ViewportSize
from tests.e2e.people import Serve, Server

from meadhall.cli.bench.benchmark_files import benchmark_files, benchmarks_folder, load

WEB = load(benchmark_files(benchmarks_folder())["web"])
SIZES = [pytest.param(WEB.DESKTOP, id="desktop"), pytest.param(WEB.PHONE, id="phone")]
TWO_SEATS = [{"kind": "mine"}, {"kind": "open"}]
PAGES = {
    "play/jarls": "#seat-1",
    "rules/jarls": ".markdown h1",
    "replay": "h1",
    "settings": "h1",
    "profile": "h1",
}


def open_tables(server: Server, count: int) -> str:
    """Open tables as a new guest; gives the guest's session."""
    with httpx.Client(base_url=server.url) as guest:
        token: str = guest.post("/api/guests", json={"name": "Ann"}).json()["token"]
        for _ in range(count):
            made = guest.post("/api/matches", json={"game": "jarls", "seats": TWO_SEATS})
            assert made.status_code == 201
        return token


@pytest.fixture(scope="module")
def shipped(serve: Serve) -> Server:
    """The hall as it is shipped, with its four games and three tables that wait for players."""
    server = serve()
    open_tables(server, 3)
    return server


@pytest.mark.parametrize("viewport", SIZES)
def test_a_first_visit_is_small_and_nothing_moves(
    browser: Browser, shipped: Server, viewport: ViewportSize
) -> None:
    with WEB.visiting(browser, viewport) as visit:
        WEB.look_at_hall(visit, shipped.url)
        assert 10_000 < visit.wire_bytes < WEB.MOST_WIRE_KB * 1000
        assert visit.observed("shift") < WEB.MOST_SHIFT, visit.what_moved()


@pytest.mark.parametrize("viewport", SIZES)
def test_nothing_moves_when_own_matches_come(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    session = open_tables(server, 2)
    with WEB.visiting(browser, viewport) as visit:
        cookie = {"name": "meadhall", "value": session, "url": server.url}
        visit.page.context.add_cookies([cookie])
        visit.page.add_init_script("localStorage.setItem('meadhall.known', 'yes')")
        WEB.look_at_hall(visit, server.url)
        visit.page.get_by_role("heading", name="Continue").wait_for()
        assert visit.observed("shift") < WEB.MOST_SHIFT, visit.what_moved()


@pytest.mark.parametrize("viewport", SIZES)
@pytest.mark.parametrize("game", ["jarls", "secret-toaster"])
def test_nothing_moves_when_a_table_appears(
    browser: Browser, server: Server, viewport: ViewportSize, game: str
) -> None:
    with httpx.Client(base_url=server.url) as guest:
        guest.post("/api/guests", json={"name": "Ann"})
        plan = {"game": game, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
        match = guest.post("/api/matches", json=plan).json()["match"]
    with WEB.visiting(browser, viewport) as visit:
        visit.page.goto(f"{server.url}#/table/{match}")
        visit.page.locator(".cell").first.wait_for()
        visit.page.wait_for_timeout(WEB.SETTLE_MS)
        assert visit.observed("shift") < WEB.MOST_SHIFT, visit.what_moved()


@pytest.mark.parametrize("viewport", SIZES)
def test_nothing_moves_on_other_pages(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    with WEB.visiting(browser, viewport) as visit:
        for path, sign in PAGES.items():
            visit.page.goto("about:blank")
            visit.page.goto(f"{server.url}#/{path}")
            visit.page.locator(sign).first.wait_for()
            visit.page.wait_for_timeout(WEB.SETTLE_MS)
            assert visit.observed("shift") < WEB.MOST_SHIFT, (path, visit.what_moved())


def test_the_second_visit_fetches_hardly_anything(browser: Browser, server: Server) -> None:
    with WEB.visiting(browser, WEB.DESKTOP) as visit:
        WEB.look_at_hall(visit, server.url)
        first = visit.wire_bytes
        WEB.look_at_hall(visit, server.url)
        assert visit.wire_bytes - first < first / 4

"""The list of open tables: where somebody waits, where nobody does, and what is closed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Locator, expect
from tests.e2e.people import Serve, Server, Visitor

from meadhall.server.api.lobby import DESERTED_MS
from meadhall.server.assembly import open_hall
from meadhall.server.clock import SteadyClock
from meadhall.server.settings import Settings


def open_table(host: Visitor, game: str) -> str:
    """The address of a new table with one free seat."""
    host.set_up(game, {1: "open"})
    expect(host.page.get_by_text("Send this")).to_be_visible()
    url: str = host.page.url
    return url


def rows(guest: Visitor) -> Locator:
    return guest.page.locator("section", has=guest.page.get_by_text("Open tables")).locator("li")


def arrive(browser: Browser, server: Server) -> Visitor:
    return Visitor(browser.new_context().new_page(), server.url)


def a_day_passes(db: Path) -> None:
    """What the hall does about its tables after a day, without waiting for it."""

    async def tidy() -> None:
        hall = await open_hall(Settings(db=str(db)), SteadyClock(SteadyClock()() + 2 * DESERTED_MS))
        hall.match_loop.start()
        await hall.lobby.close_deserted()
        await hall.stop()

    with ThreadPoolExecutor(1) as pool:  # a thread whose loop is not the browser's
        pool.submit(asyncio.run, tidy()).result()


def test_tables_where_somebody_waits_come_first_and_deserted_ones_are_closed(
    browser: Browser, serve: Serve, screenshots: Path
) -> None:
    server = serve()
    patient, hasty, guest = (arrive(browser, server) for _ in range(3))
    open_table(patient, "jarls")
    deserted = open_table(hasty, "chinese-checkers")
    hasty.page.context.close()
    server.kill()
    server.start()
    expect(patient.page.get_by_text("Connection lost")).to_be_hidden()
    guest.go()
    expect(rows(guest).nth(0)).to_contain_text("Jarls")
    expect(rows(guest).nth(0)).to_contain_text("a player is waiting")
    expect(rows(guest).nth(1)).to_contain_text("Chinese Checkers")
    expect(rows(guest).nth(1)).to_contain_text("away")
    guest.picture(screenshots / "open-tables.png")
    server.kill()
    a_day_passes(server.db)
    server.start()
    expect(guest.page.get_by_text("No open tables")).to_be_visible()
    guest.page.goto(deserted)
    expect(guest.page.get_by_role("heading", name="This table is closed")).to_be_visible()
    guest.picture(screenshots / "closed-table.png")
    assert patient.errors == guest.errors == []
    for somebody in (patient, guest):
        somebody.page.context.close()

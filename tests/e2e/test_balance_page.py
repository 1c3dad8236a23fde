"""A balance report in a real browser: readable in both schemes, and on its own."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from meadhall import registry
from meadhall.arena.balance.counts import Balance, BalanceReport, jobs
from meadhall.arena.balance.page import as_html
from meadhall.arena.balance.sweep import Setting
from meadhall.arena.contest.job import carry_out

CLASH = "elemental-clash"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small report, with plots of every kind and a broken promise."""
    balance = Balance(Setting(2, (), "easy"))
    for job in jobs(CLASH, [balance.setting], 12, "page", keep=False):
        balance.enter_outcome(carry_out(job))
    title = registry.game(CLASH).spec.title
    command = f"meadhall arena balance {CLASH}"
    report = BalanceReport(CLASH, title, command, (balance,), ("Unfair.",))
    path = tmp_path_factory.mktemp("report") / "balance.html"
    path.write_text(as_html(report), "utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_report_has_no_barriers_and_asks_for_nothing(
    browser: Browser, axe: str, report: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    for summary in page.locator("summary").all():
        summary.click()
    page.evaluate(axe)
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [violation["id"] for violation in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [page.url]
    page.close()

"""The arena's reports in a real browser: readable in both schemes, and on their own."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from meadhall import registry
from meadhall.arena.balance.counts import Balance, BalanceReport, jobs
from meadhall.arena.balance.page import as_html
from meadhall.arena.balance.sweep import Setting
from meadhall.arena.contest.job import carry_out
from meadhall.cli.commands.arena.evaluations import EvaluateOptions, evaluate

CLASH = "elemental-clash"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A small balance report, with plots of every kind and a broken promise, and an evaluation."""
    balance = Balance(Setting(2, (), "easy"))
    for job in jobs(CLASH, [balance.setting], 12, "page", keep=False):
        balance.enter_outcome(carry_out(job))
    title = registry.game(CLASH).spec.title
    command = f"meadhall arena balance {CLASH}"
    report = BalanceReport(CLASH, title, command, (balance,), ("Unfair.",))
    folder = tmp_path_factory.mktemp("reports")
    path = folder / "balance.html"
    path.write_text(as_html(report), "utf-8")
    few = EvaluateOptions(
        out=folder, anchors=("random",), pair_games=2, workers=1, moments=2, repeat=1, seed="1"
    )
    evaluate("greedy", games=(CLASH,), run=few)
    return [path, folder / "report.html"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_report_has_no_barriers_and_asks_for_nothing(
    browser: Browser, axe: str, reports: list[Path], scheme: Literal["light", "dark"], width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for report in reports:
        page.goto(report.as_uri())
        for summary in page.locator("summary").all():
            summary.click()
        page.evaluate(axe)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert [violation["id"] for violation in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [report.as_uri() for report in reports]
    page.close()

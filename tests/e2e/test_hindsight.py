"""A match is looked through afterwards, on the page."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from recording import written
from tests.e2e.people import Newcomer, Visitor


def uploaded(visitor: Visitor, folder: Path, game: str) -> Page:
    """A record of a match of its own, shown, and the analysis of it begun."""
    page, record = visitor.page, folder / "match.json"
    record.write_text(written(game, seed=folder.name), "utf-8")
    visitor.go("replay")
    page.locator("#file").set_input_files(record)
    page.get_by_role("button", name="Analyse").click()
    return page


def analysed(visitor: Visitor, folder: Path, game: str) -> Page:
    """The same, when the analysis is done."""
    page = uploaded(visitor, folder, game)
    expect(page.get_by_role("slider", name="Winning chances")).to_be_visible()
    return page


def test_a_turning_point_is_a_click_away_and_shows_the_better_move(
    visitor: Visitor, tmp_path: Path, screenshots: Path
) -> None:
    page = analysed(visitor, tmp_path, "jarls")
    points = page.get_by_role("region", name="Analysis").get_by_role("listitem")
    point = points.filter(has_text="fell from").first
    point.get_by_role("button").click()
    expect(point.get_by_role("button")).to_have_attribute("aria-current", "true")
    number = int(re.findall(r"\d+", point.inner_text())[0])
    expect(page.get_by_text(f"Move {number - 1} of")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("Better:")
    expect(page.locator(".kind-better")).to_have_count(1)
    visitor.picture(screenshots / "hindsight-jarls.png")


def test_the_plot_is_stepped_through_with_keys_and_jumped_into_with_clicks(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = analysed(visitor, tmp_path, "elemental-clash")
    plot = page.get_by_role("slider", name="Winning chances")
    last = int(plot.get_attribute("aria-valuemax") or 0)
    plot.focus()
    plot.press("End")
    expect(plot).to_have_attribute("aria-valuenow", str(last))
    plot.press("ArrowLeft")
    expect(plot).to_have_attribute("aria-valuenow", str(last - 1))
    expect(plot).to_have_attribute("aria-valuetext", re.compile(r"bot 1 \d+ %, bot 2 \d+ %"))
    plot.click(position={"x": 41, "y": 60})
    expect(plot).to_have_attribute("aria-valuenow", "0")
    page.get_by_text("Show as a table").click()
    rows = page.get_by_role("region", name="Show as a table").get_by_role("row")
    expect(rows).to_have_count(last + 2)


def test_an_analysis_survives_a_reload_and_others_find_it(
    newcomer: Newcomer, tmp_path: Path
) -> None:
    page = analysed(newcomer(), tmp_path, "elemental-clash")
    page.get_by_role("button", name="Save it here").click()
    page.wait_for_url(lambda now: "/replay/" in now)
    page.reload()
    expect(page.get_by_role("slider", name="Winning chances")).to_be_visible()
    other = newcomer()
    other.page.goto(page.url)
    expect(other.page.get_by_role("slider", name="Winning chances")).to_be_visible()


def test_an_analysis_can_be_stopped(visitor: Visitor, tmp_path: Path) -> None:
    page = uploaded(visitor, tmp_path, "secret-toaster")
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()

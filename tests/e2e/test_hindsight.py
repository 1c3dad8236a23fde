"""A match is looked through afterwards, on the page."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from recording import recorded, written
from tests.e2e.people import Newcomer, Visitor

from meadhall import registry
from meadhall.core.record import Ply, Record, Result, write_record

IDS = re.compile(r"\bp\d-\w|\bseat \d|-?\d+,-?\d")
"""What pieces, seats and cells are called in records, but not on the page."""


def opened(visitor: Visitor, folder: Path, text: str) -> Page:
    """A record is shown."""
    page, record = visitor.page, folder / "match.json"
    record.write_text(text, "utf-8")
    visitor.go("replay")
    page.locator("#file").set_input_files(record)
    return page


def uploaded(visitor: Visitor, folder: Path, text: str) -> Page:
    """The same, and the analysis of it begun."""
    page = opened(visitor, folder, text)
    page.get_by_role("button", name="Analyse").click()
    return page


def analysed(visitor: Visitor, folder: Path, game: str) -> Page:
    """A match of its own, when the analysis of it is done."""
    page = uploaded(visitor, folder, written(game, seed=folder.name))
    expect(page.get_by_role("slider", name="Winning chances")).to_be_visible()
    return page


def turning_points(page: Page) -> Locator:
    return (
        page.get_by_role("region", name="Analysis")
        .get_by_role("listitem")
        .filter(has_text="After “")
    )


def shown_chances(page: Page) -> list[int]:
    """The chances at the position that is shown, in percent."""
    legend = page.get_by_role("list", name="Winning chances at this position")
    return [int(found) for found in re.findall(r"(\d+) %", legend.inner_text())]


def test_a_turning_point_is_a_sentence_and_a_click_shows_the_better_move(
    visitor: Visitor, tmp_path: Path, screenshots: Path
) -> None:
    page = analysed(visitor, tmp_path, "jarls")
    expect(page.locator(".plot .curve")).to_have_count(1)
    points = turning_points(page)
    assert 1 <= points.count() <= 4
    for told in points.all_inner_texts():
        assert re.search(r"After “.+”, .*bot [12].*; “.+” (was|would have) ", told), told
        assert not IDS.search(told), told
    point = points.first.get_by_role("button")
    point.focus()
    page.keyboard.press("Enter")
    expect(point).to_have_attribute("aria-current", "true")
    number = int(re.findall(r"\d+", point.inner_text())[0])
    expect(page.get_by_text(f"Move {number - 1} of")).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("; “")
    expect(page.locator(".kind-better")).to_have_count(1)
    assert sum(shown_chances(page)) == 100
    visitor.picture(screenshots / "hindsight-jarls.png")


def test_where_something_is_hidden_a_card_is_marked_and_chances_still_add_up(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = analysed(visitor, tmp_path, "elemental-clash")
    plot = page.get_by_role("slider", name="Winning chances")
    expect(page.locator(".plot .curve")).to_have_count(1)
    for _ in range(int(plot.get_attribute("aria-valuemax") or 0) + 1):
        assert sum(shown_chances(page)) == 100
        plot.press("ArrowRight")
    expect(page.get_by_text("from what each player could see")).to_be_visible()


def record_of_one_ply() -> Record:
    """The first player leaves at once."""
    result = Result((-1, 1), "lastStanding")
    return replace(recorded(registry.game("jarls")), plies=(Ply(0, "", leave=True),), result=result)


def drawn_record() -> Record:
    clash = registry.game("elemental-clash")
    records = (recorded(clash, seed=str(seed)) for seed in range(99))
    return next(one for one in records if one.result and one.result.payoffs == (0, 0))


@pytest.mark.parametrize(
    ("record", "end"), [(record_of_one_ply, [0, 100]), (drawn_record, [50, 50])]
)
def test_short_and_drawn_matches_are_analysed_too(
    visitor: Visitor, tmp_path: Path, record: Callable[[], Record], end: list[int]
) -> None:
    page = uploaded(visitor, tmp_path, write_record(record()))
    plot = page.get_by_role("slider", name="Winning chances")
    plot.press("End")
    expect(plot).to_have_attribute("aria-valuenow", plot.get_attribute("aria-valuemax") or "")
    assert shown_chances(page) == end


def test_an_unfinished_match_is_not_analysed(visitor: Visitor, tmp_path: Path) -> None:
    page = opened(visitor, tmp_path, written("jarls", finished=False))
    expect(page.get_by_label("Move 0 of 2")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)


def test_a_match_of_an_unknown_game_is_refused_in_words(visitor: Visitor, tmp_path: Path) -> None:
    record = replace(recorded(registry.game("jarls")), game="hopscotch")
    page = opened(visitor, tmp_path, write_record(record))
    expect(page.get_by_role("alert")).to_contain_text("hopscotch")
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)


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
    page = uploaded(visitor, tmp_path, written("secret-toaster"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()

"""Setting up a match: presets first, options that matter, a picture, and Start always in view."""

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.e2e.people import Visitor

SIZES: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1920, "height": 1080},
    {"width": 390, "height": 844},
]


@pytest.mark.parametrize("game", ["jarls", "secret-toaster"])
def test_start_is_in_view_with_the_presets_of_two_and_of_six(visitor: Visitor, game: str) -> None:
    page = visitor.page
    for size in SIZES:
        page.set_viewport_size(size)
        visitor.go(f"play/{game}")
        for preset in ("Duel", "Six"):
            page.get_by_role("radio", name=preset).check()
            expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
        visitor.go()


def test_a_preset_sets_players_options_and_picture(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("play/jarls")
    cells = page.locator(".picture .cell")
    expect(page.get_by_role("radio", name="Duel")).to_be_checked()
    expect(cells).to_have_count(91)
    page.get_by_role("radio", name="Six-way free-for-all").check()
    expect(page.locator("#seat-5")).to_be_visible()
    expect(cells).to_have_count(217)
    page.get_by_role("radio", name="Shields").check()
    expect(page.locator("#seat-2")).to_be_hidden()
    expect(cells).to_have_count(91)
    page.locator("summary", has_text="Options").click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("shields")
    page.get_by_role("radio", name="Classic").check()
    expect(cells).to_have_count(37)
    expect(page.get_by_label("Standard", exact=True)).to_have_value("classic")


def test_only_options_that_matter_are_shown(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("play/jarls")
    page.locator("summary", has_text="Options").click()
    expect(page.get_by_label("Terrain", exact=True)).to_be_visible()
    expect(page.get_by_label("Starvation after", exact=True)).to_be_hidden()
    expect(page.get_by_label("Teams", exact=True)).to_be_hidden()
    page.get_by_label("Rules", exact=True).select_option("shields")
    expect(page.get_by_label("Terrain", exact=True)).to_be_hidden()
    expect(page.get_by_label("Starvation after", exact=True)).to_be_visible()
    page.get_by_label("4 players", exact=True).check()
    page.get_by_label("Teams", exact=True).check()
    page.get_by_label("3 players", exact=True).check()
    # Teams have no effect with three, so they are not asked for.
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/**")

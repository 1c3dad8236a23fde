"""What a player should notice is marked on the board."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from recording import recorded
from tests.e2e.people import Visitor

from meadhall import registry
from meadhall.core.game import dangers_to, to_act
from meadhall.core.record import Record, replay, write_record

JARLS = registry.game("jarls")


def first_danger(record: Record) -> tuple[int, list[str]]:
    """The number of moves after which the player to move is in danger, and the cells to mark."""
    assert JARLS.present is not None
    for ply, step in enumerate(replay(JARLS, record)):
        for seat in to_act(JARLS, step.state):
            view = JARLS.view(step.state, seat)
            ids = {mark.target for mark in dangers_to(JARLS, view, seat)}
            tokens = JARLS.present.scene(view).tokens
            if ids:
                standing = {token.id: token.cell for token in tokens}
                return ply, [standing.get(id_, id_) for id_ in ids]
    raise AssertionError("nobody is ever in danger")


def continue_at(visitor: Visitor, record: Record, ply: int, folder: Path) -> Page:
    """A match of two people at this device, from that position of the record."""
    page, file = visitor.page, folder / "match.json"
    file.write_text(write_record(record), "utf-8")
    visitor.go("replay")
    page.locator("#file").set_input_files(file)
    page.locator("#scrub").fill(str(ply))
    page.get_by_text("Continue from here").click()
    for seat in range(2):
        page.locator(f"#seat-{seat}").select_option("mine")
    page.get_by_role("button", name="Continue from move").click()
    page.wait_for_url("**/#/table/**")
    return page


def test_what_is_in_danger_is_marked_and_can_be_left_unmarked(
    visitor: Visitor, tmp_path: Path, screenshots: Path
) -> None:
    record = recorded(JARLS, seed="danger")
    ply, cells = first_danger(record)
    page = continue_at(visitor, record, ply, tmp_path)
    expect(page.locator("[data-danger]")).to_have_count(len(cells))
    for cell in cells:
        place = page.locator(f'.cell[data-id="{cell}"]')
        expect(place).to_have_attribute("aria-label", re.compile("in danger: .* could "))
    page.locator(f'.cell[data-id="{cells[0]}"]').hover()
    expect(page.locator(".hint")).to_contain_text("In danger:")
    visitor.picture(screenshots / "jarls-in-danger.png")
    table = page.url
    visitor.go("settings")
    page.get_by_label("Mark what my opponents could take next").uncheck()
    page.goto(table)
    visitor.wait_for_turn()
    expect(page.locator("[data-danger]")).to_have_count(0)
    assert visitor.errors == []

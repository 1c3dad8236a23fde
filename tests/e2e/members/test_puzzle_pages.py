"""Puzzles on the page: a wrong move, the right ones by pointer and keyboard, and how it looks."""

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.e2e.members.test_member_pages import SCHEMES, WIDTH
from tests.e2e.people import Visitor

from meadhall import registry
from meadhall.puzzles.attempt import PlayedStep, solution
from meadhall.puzzles.puzzle_set import puzzle_set

JARLS = registry.game("jarls")
EASY = next(one for one in puzzle_set("jarls").puzzles if one.moves == 2)


def clicks(step: PlayedStep, text: str) -> list[str]:
    """The cells to click for a move from the position before the step."""
    assert JARLS.present is not None
    scene = JARLS.present.scene(JARLS.view(step.before, step.seat))
    at = {token.id: token.cell for token in scene.tokens}
    gesture = JARLS.present.gesture(JARLS.notation.parse(text))
    return [at.get(id_, id_) for id_ in gesture]


def has_no_barrier(page: Page, axe: str, screenshots: Path, name: str) -> None:
    """In light and dark, on a desktop and on a phone."""
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=screenshots / f"{name}-{scheme}.png")
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        assert found["violations"] == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=screenshots / f"{name}-phone.png")
    assert page.evaluate(WIDTH) <= 0
    page.set_viewport_size({"width": 1366, "height": 768})


def test_a_puzzle_is_tried_solved_and_counted(
    visitor: Visitor, axe: str, screenshots: Path
) -> None:
    page, (first, *_) = visitor.page, solution(JARLS, EASY)
    visitor.go()
    page.get_by_role("link", name="Puzzles of Jarls").click()
    expect(page.get_by_role("heading", name="Puzzle of the day: Jarls")).to_be_visible()
    visitor.go(f"puzzles/jarls/{EASY.id}")
    hint = page.locator(".hint")
    expect(hint).to_contain_text("Win in 2 moves.")
    wrong = next(
        text
        for action in JARLS.legal_actions(first.before, first.seat)
        if (text := JARLS.notation.write(action)) != EASY.line[0]
    )
    for cell in clicks(first, wrong):
        page.locator(f'.cell[data-id="{cell}"]').click()
    expect(hint).to_contain_text("That does not win in time.")
    expect(hint).to_contain_text("Create an account to keep it.")
    for step in solution(JARLS, EASY):
        if step.seat == first.seat:
            expect(page.locator(".cell.usable").first).to_be_visible()
            for cell in clicks(step, step.text):
                page.locator(f'.cell[data-id="{cell}"]').press("Enter")
    expect(hint).to_contain_text("Solved!")
    has_no_barrier(page, axe, screenshots, "puzzle")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("0 of 1 solved at the first try.")).to_be_visible()
    has_no_barrier(page, axe, screenshots, "puzzles")
    visitor.go("puzzles/jarls/mistakes")
    expect(page.get_by_text("Nothing found in your latest matches.")).to_be_visible()

"""docs/laws.md is complete and up to date: no clause, choice, refusal or law without a test."""

import os

import pytest
from laws_page import PAGE, GamePages, game_pages, laws_page

from meadhall.testing import LAWS

GAMES = [pytest.param(game, id=game.folder.name) for game in game_pages()]


def test_the_page_is_up_to_date() -> None:
    if os.environ.get("MEADHALL_REWRITE"):
        PAGE.write_text(laws_page(), "utf-8")
    assert PAGE.read_text("utf-8") == laws_page()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: GamePages) -> None:
    assert game.clauses
    assert [clause for clause in game.clauses if not game.files_of_clause(clause)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_choice_has_a_test(game: GamePages) -> None:
    assert game.choices
    assert [number for number in game.choices if not game.tests_of_choice(number)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_test_and_a_clause(game: GamePages) -> None:
    assert game.refusals
    assert game.untested_codes() == set()
    assert set(game.refusals) - {""} <= set(game.clauses)


@pytest.mark.parametrize("game", GAMES)
def test_tests_are_marked_with_clauses_that_exist(game: GamePages) -> None:
    marked = set().union(*(test.clauses for test in game.tests))
    assert marked <= set(game.clauses)


def test_every_law_says_in_a_sentence_what_it_promises() -> None:
    page = PAGE.read_text("utf-8")
    for name, law in LAWS.items():
        assert law.__doc__, name
        assert f"| `{name}` | {law.__doc__.splitlines()[0]}" in page

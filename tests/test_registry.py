"""The registry finds games by folder and by entry point, and the files of their packages."""

from pathlib import Path

import pytest
from hall import Hall

from meadhall import registry
from meadhall.core.game import Game
from meadhall.core.refusal import Refused

SHIPPED = Path(registry.__file__).parent / "games"


def test_every_folder_of_games_is_a_game() -> None:
    folders = {p.name.replace("_", "-") for p in SHIPPED.iterdir() if (p / "__init__.py").exists()}
    assert folders <= set(registry.slugs())
    assert list(registry.slugs()) == sorted(registry.slugs())


def test_every_game_has_its_slug_and_a_rules_text() -> None:
    for game in registry.games():
        assert isinstance(game, Game)
        assert registry.game(game.spec.slug) is game
        assert registry.rules_text(game.spec.slug).startswith("# ")


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match="There is no game 'ludo'") as error:
        registry.game("ludo")
    assert error.value.refusal.code == "UNKNOWN_GAME"


def test_a_misspelt_slug_gets_a_hint(hall: Hall) -> None:
    done = hall.run("rules", "penies")
    assert done.returncode == 1
    assert "Did you mean 'pennies'?" in done.stderr


def test_the_game_of_an_installed_package_is_found(hall: Hall) -> None:
    script = "import meadhall; print(meadhall.game('pennies').spec.title)"
    assert hall.python("-c", script).stdout == "Pennies\n"


@pytest.mark.parametrize(
    "folder", sorted(p.parent for p in SHIPPED.glob("*/RULES.md")), ids=lambda p: p.name
)
def test_the_rules_text_of_a_shipped_game_is_the_file_in_its_folder(folder: Path) -> None:
    expected = (folder / "RULES.md").read_text("utf-8")
    assert registry.rules_text(folder.name.replace("_", "-")) == expected


def test_all_four_shipped_games_have_a_rules_file() -> None:
    assert len(list(SHIPPED.glob("*/RULES.md"))) == 4


def test_the_rules_text_of_a_third_party_game_is_the_file_in_its_package(hall: Hall) -> None:
    script = """
from meadhall import registry
assert registry.game('stones').initial.__module__ == 'stones.rules.setup'
print(registry.rules_text('stones'), end='')
"""
    expected = (hall.folder / "packages" / "stones" / "RULES.md").read_text("utf-8")
    assert hall.python("-c", script).stdout == expected


def test_a_game_without_the_file_has_no_resource_and_shows_its_summary(hall: Hall) -> None:
    script = """
from meadhall import registry
assert registry.resource(registry.game('pennies'), 'RULES.md') is None
print(registry.rules_text('pennies'), end='')
"""
    assert hall.python("-c", script).stdout == "# Pennies\n\nGuess the coin.\n"


def test_a_game_without_a_rules_file_shows_its_summary(hall: Hall) -> None:
    assert "Guess the coin." in hall.run("rules", "pennies").stdout


def test_two_games_with_one_slug_are_an_error(hall: Hall) -> None:
    hall.announce("other", "pennies_game:GAME")
    points = hall.folder / "packages" / "other-1.0.dist-info" / "entry_points.txt"
    points.write_text("[meadhall.games]\npennies = pennies_game:GAME\n")
    done = hall.python("-c", "import meadhall; meadhall.game('stones')")
    assert "two games have the slug 'pennies'" in done.stderr


@pytest.mark.parametrize("value", ["pennies_game:GAME", "pennies_game:State"])
def test_an_entry_point_that_is_not_its_game_is_an_error(hall: Hall, value: str) -> None:
    hall.announce("dimes", value)
    done = hall.python("-c", "import meadhall; meadhall.game('dimes')")
    assert "'dimes' does not lead to a Game with that slug" in done.stderr

"""Games are found by their folder or their entry point, and by nothing else."""

from pathlib import Path

import pytest
from hall import Hall

from meadhall import registry
from meadhall.core.game import Game
from meadhall.core.refusal import Refused

SHIPPED = Path(registry.__file__).parent / "games"


def test_every_folder_of_games_is_a_game_and_nothing_else_is() -> None:
    folders = {p.name.replace("_", "-") for p in SHIPPED.iterdir() if (p / "__init__.py").exists()}
    assert folders <= set(registry.slugs())
    assert list(registry.slugs()) == sorted(registry.slugs())


def test_every_game_answers_to_its_slug_and_has_rules_to_read() -> None:
    for game in registry.games():
        assert isinstance(game, Game)
        assert registry.game(game.spec.slug) is game
        assert registry.rules_text(game.spec.slug).startswith("# ")


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    with pytest.raises(Refused, match="There is no game 'ludo'") as error:
        registry.game("ludo")
    assert error.value.refusal.code == "UNKNOWN_GAME"


def test_a_near_miss_gets_a_hint(hall: Hall) -> None:
    done = hall.run("rules", "penies")
    assert done.returncode == 1
    assert "Did you mean 'pennies'?" in done.stderr


def test_an_installed_package_brings_its_game(hall: Hall) -> None:
    script = "import meadhall; print(meadhall.game('pennies').spec.title)"
    assert hall.python("-c", script).stdout == "Pennies\n"


def test_a_game_without_a_rules_page_shows_its_card(hall: Hall) -> None:
    assert "Guess the coin." in hall.run("rules", "pennies").stdout


def test_two_games_of_one_name_are_an_error(hall: Hall) -> None:
    hall.announce("other", "pennies_game:GAME")
    points = hall.folder / "packages" / "other-1.0.dist-info" / "entry_points.txt"
    points.write_text("[meadhall.games]\npennies = pennies_game:GAME\n")
    done = hall.python("-c", "import meadhall; meadhall.game('stones')")
    assert "two games call themselves 'pennies'" in done.stderr


@pytest.mark.parametrize("value", ["pennies_game:GAME", "pennies_game:State"])
def test_an_entry_point_that_leads_elsewhere_is_an_error(hall: Hall, value: str) -> None:
    hall.announce("dimes", value)
    done = hall.python("-c", "import meadhall; meadhall.game('dimes')")
    assert "'dimes' does not lead to a Game with that slug" in done.stderr

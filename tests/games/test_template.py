"""The game that `meadhall new-game` writes obeys every law as it stands."""

import pytest

from meadhall.cli.new_game.template import GAME
from meadhall.testing import LAWS, check, check_secrets

pytestmark = pytest.mark.untraced  # random matches: what they reach is luck


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(law, GAME)


def test_it_hides_nothing() -> None:
    check_secrets(GAME)

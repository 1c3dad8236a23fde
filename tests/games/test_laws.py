"""Every game of the hall obeys every law."""

import pytest

from meadhall import registry
from meadhall.testing import LAWS, check, check_secrets

pytestmark = pytest.mark.untraced  # random matches: what they reach is luck


@pytest.mark.parametrize("slug", registry.slugs())
@pytest.mark.parametrize("law", LAWS)
def test_law(law: str, slug: str) -> None:
    check(law, registry.game(slug))


@pytest.mark.parametrize("slug", registry.slugs())
def test_hidden_games_hide_and_open_ones_do_not(slug: str) -> None:
    check_secrets(registry.game(slug))

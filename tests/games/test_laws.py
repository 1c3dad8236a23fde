"""Every game of the hall obeys every law."""

import pytest

from meadhall import registry
from meadhall.testing import LAWS, check


@pytest.mark.parametrize("slug", registry.slugs())
@pytest.mark.parametrize("law", LAWS)
def test_law(law: str, slug: str) -> None:
    check(law, registry.game(slug))

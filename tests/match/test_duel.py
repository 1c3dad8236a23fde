"""The test game obeys the laws, so that tests which use it mean something."""

import pytest
from tests.match.duel import GAME

from meadhall.testing import LAWS, check


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(law, GAME, examples=6)

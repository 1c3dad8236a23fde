"""The game that the other tests here play obeys the laws, so that they show something."""

import pytest
from tests.match.duel import GAME

from meadhall.testing import LAWS, check


@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(law, GAME, examples=6)

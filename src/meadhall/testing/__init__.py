"""The laws every game obeys, shipped so that third-party games can be held to them too.

from meadhall.testing import LAWS, check, check_secrets

@pytest.mark.parametrize("law", LAWS)
def test_law(law: str) -> None:
    check(law, GAME)
"""

from meadhall.core.perft import perft
from meadhall.testing import laws, looks
from meadhall.testing.book import LAWS, check, check_secrets
from meadhall.testing.golden import transcript
from meadhall.testing.playthrough import Playthrough, Position, playthroughs

__all__ = [
    "LAWS",
    "Playthrough",
    "Position",
    "check",
    "check_secrets",
    "laws",
    "looks",
    "perft",
    "playthroughs",
    "transcript",
]

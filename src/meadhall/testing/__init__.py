"""The laws that every game obeys, shipped so that authors of other games can test theirs too.

    from meadhall.testing import LAWS, check

    @pytest.mark.parametrize("law", LAWS)
    def test_law(law: str) -> None:
        check(law, GAME)

Each law is a function over one playthrough that fails where the game breaks it. The laws are in
`setup_laws`, `play_laws`, `secrecy_laws`, `serialization_laws`, `presentation_laws` and
`wording_laws`.
"""

from meadhall.testing import (
    play_laws,
    presentation_laws,
    secrecy_laws,
    serialization_laws,
    setup_laws,
    wording_laws,
)
from meadhall.testing.golden import transcript
from meadhall.testing.law_registry import LAWS, check, check_secrets
from meadhall.testing.perft import perft
from meadhall.testing.playthrough import Playthrough, Position, playthroughs

__all__ = [
    "LAWS",
    "Playthrough",
    "Position",
    "check",
    "check_secrets",
    "perft",
    "play_laws",
    "playthroughs",
    "presentation_laws",
    "secrecy_laws",
    "serialization_laws",
    "setup_laws",
    "transcript",
    "wording_laws",
]

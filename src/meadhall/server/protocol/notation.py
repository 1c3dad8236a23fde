"""Actions as clients and bot programs write them."""

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused

LONGEST = 500
"""Characters. No game's actions are as long, and parsers need not handle longer texts."""


def parse_action(game: AnyGame, text: str) -> object:
    """The action that the text names; raises `Refused` if it names none."""
    if len(text) > LONGEST:
        raise Refused.because("BAD_NOTATION", f"A move has at most {LONGEST} characters.")
    action: object = game.notation.parse(text)
    return action

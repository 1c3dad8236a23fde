"""From what a person types to an action: notation, the number of a listed move, or clicks."""

import re
from collections.abc import Sequence

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused

_NUMBER = re.compile(r"([0-9]{1,6})\.?")


def read_action(
    game: AnyGame, text: str, legal: Sequence[object], listed: Sequence[object]
) -> object:
    """The action that the text means; the notation's own refusal where it means none."""
    try:
        return game.notation.parse(text)
    except Refused as error:
        for candidates in (_by_number(text, listed), _by_gesture(game, text, legal)):
            if len(candidates) == 1:
                return candidates[0]
        raise error from None


def _by_number(text: str, listed: Sequence[object]) -> list[object]:
    """The move of that number in the list last shown."""
    found = _NUMBER.fullmatch(text.strip())
    number = int(found[1]) if found else 0
    return [listed[number - 1]] if 1 <= number <= len(listed) else []


def _by_gesture(game: AnyGame, text: str, legal: Sequence[object]) -> list[object]:
    """The legal actions whose clicks begin with these ids."""
    if game.present is None:
        return []
    clicks = tuple(text.split())
    return [a for a in legal if game.present.gesture(a)[: len(clicks)] == clicks]

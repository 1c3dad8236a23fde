"""The action that a typed text means: notation, the number of a listed move, or ids to click.

A text that is none of these is refused with suggestions.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused

_NUMBER = re.compile(r"([0-9]{1,6})\.?")
_SUGGESTIONS = 4


def read_action(
    game: AnyGame, text: str, legal: Sequence[object], listed: Sequence[object]
) -> object:
    """The action that the text means; refused with the notation's own reason and suggestions."""
    # Notation first: a game may write its moves as bare numbers.
    try:
        return game.notation.parse(text)
    except Refused as error:
        for candidates in (_by_number(text, listed), _by_gesture(game, text, legal)):
            if len(candidates) == 1:
                return candidates[0]
        sentence = f"{error.refusal.sentence} {_advice(game, text, legal)}".rstrip()
        raise Refused(replace(error.refusal, sentence=sentence)) from None


def _advice(game: AnyGame, text: str, legal: Sequence[object]) -> str:
    """What to type instead, as a sentence; empty if there is nothing to suggest."""
    if _NUMBER.fullmatch(text.strip()):
        return "Numbers are those of the list that `moves` shows."
    near = [move for move in map(game.notation.write, legal) if text.lower() in move.lower()]
    return f"Perhaps: {', '.join(near[:_SUGGESTIONS])}" if text and near else ""


def _by_number(text: str, listed: Sequence[object]) -> list[object]:
    """The move with that number in the list that was shown last."""
    match = _NUMBER.fullmatch(text.strip())
    number = int(match[1]) if match else 0
    return [listed[number - 1]] if 1 <= number <= len(listed) else []


def _by_gesture(game: AnyGame, text: str, legal: Sequence[object]) -> list[object]:
    """The legal actions whose clicks begin with these ids."""
    if game.present is None:
        return []
    clicks = tuple(text.split())
    return [a for a in legal if game.present.gesture(a)[: len(clicks)] == clicks]

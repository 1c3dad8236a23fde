"""Bad input for the laws: mistyped text, odd actions, and things that are not actions."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from meadhall.core.codec import Json, from_plain, to_plain
from meadhall.core.refusal import Refused

GARBAGE: tuple[object, ...] = (None, 42, "text", (), [], object(), b"x")
"""Values that are not an action of any game."""


@dataclass(frozen=True, slots=True)
class ForeignAction:
    """An action of another game, which may have the same `kind` as one of this game."""

    kind: str


def typing_errors(text: str) -> Iterator[str]:
    """What a person might type by mistake: the text cut short, doubled, with other numbers."""
    yield from ("", " ", "?", text[:-1], text[1:], text + text, f"{text} x", f"{text},", f"-{text}")
    yield from (text.replace(" ", ""), text.replace(" ", "  "), text.upper(), f"{text}\x00")
    # `"²".isdigit()` is true, but `int` refuses it; it also refuses more than 4300 digits.
    for digits in ("-1", "0", "999999999", "1.5", "²", "9" * 5000):
        yield re.sub(r"\d+", digits, text)


def odd_actions(type_: Any, action: object, others: list[Any]) -> Iterator[object]:
    """Actions of the right types that no honest client sends: the action with one part changed.

    The part becomes an odd number or word, or what it is in one of the other actions.
    """
    plain = to_plain(action)
    mixtures = (mixture for other in others for mixture in _mix(plain, to_plain(other)))
    for changed in (*_change_one_leaf(plain), *mixtures):
        # What the codec refuses never reaches a game.
        with suppress(Refused):
            yield from_plain(type_, changed)


def not_actions(action: object) -> tuple[object, ...]:
    """Garbage, with a foreign action of the same kind as the given one among it."""
    return *GARBAGE, ForeignAction(getattr(action, "kind", ""))


def _mix(plain: Json, other: Json) -> Iterator[Json]:
    """The plain value with one member at a time taken from the other value."""
    if not isinstance(plain, dict) or not isinstance(other, dict):
        return
    for key in plain:
        if key in other and key != "kind":
            yield {**plain, key: other[key]}
            yield from ({**plain, key: mixture} for mixture in _mix(plain[key], other[key]))


def _change_one_leaf(plain: Json) -> Iterator[Json]:
    """The plain value with one number, word or list at a time replaced by odd ones."""
    if isinstance(plain, dict):
        for key, item in plain.items():
            yield from ({**plain, key: odd} for odd in _change_one_leaf(item) if key != "kind")
    elif isinstance(plain, list):
        yield from (plain[:-1], [*plain, *plain])
        for i, item in enumerate(plain):
            yield from ([*plain[:i], odd, *plain[i + 1 :]] for odd in _change_one_leaf(item))
    elif isinstance(plain, int) and not isinstance(plain, bool):
        yield from (-1, plain + 1, 10**6, -(10**12))
    elif isinstance(plain, str):
        yield from ("", "?", f"{plain}x", "__class__")

"""Small parts of sentences."""

from collections.abc import Sequence


def start_sentence(text: str) -> str:
    """The text with a capital first letter; `str.capitalize` would lower all the others."""
    return text[:1].upper() + text[1:]


def listing(words: Sequence[str]) -> str:
    """The words as a list in a sentence: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

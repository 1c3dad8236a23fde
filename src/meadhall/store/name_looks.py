"""What names look like, so that nobody bears a name that can be taken for an account's.

Two names look alike if one of their skeletons is the same (UTS 39, Unicode Security Mechanisms): a
skeleton has every letter replaced by the one that stands for all that look like it.
"""

import re
from functools import cache
from importlib.resources import files
from unicodedata import normalize

# Unicode's Default_Ignorable_Code_Point, which has the bidi controls too, and the braille blank.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def without_invisible(name: str) -> str:
    """The name without characters that cannot be seen, or that turn the others around."""
    return _INVISIBLE.sub("", name)


def looks(name: str) -> frozenset[str]:
    """The skeletons of the name: as it is written, and in small letters.

    Both are needed: a Greek capital nu looks like N, but a small one like v.
    """
    plain = normalize("NFKC", without_invisible(name))
    return frozenset((_skeleton(plain), _skeleton(plain.casefold())))


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    letters = "".join(prototypes.get(letter, letter) for letter in normalize("NFD", text))
    # In UTS 39, I, l and 1 look alike and i does not. Here case does not count, so all four do.
    return "".join(normalize("NFD", letters).casefold().replace("l", "i").split())


@cache
def _prototypes() -> dict[str, str]:
    text = files("meadhall.store").joinpath("confusables.txt").read_text()
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {_letters([first]): _letters(others) for first, *others in lines}


def _letters(codes: list[str]) -> str:
    return "".join(chr(int(code, 16)) for code in codes)

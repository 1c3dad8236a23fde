"""Every move as an object and as a number, created once and shared by all matches."""

from meadhall.games.chinese_checkers.rules.board import SIZE
from meadhall.games.chinese_checkers.types import Move

MOVES = tuple(tuple(Move(start, end) for end in range(SIZE)) for start in range(SIZE))
"""The move from each hole to each hole, legal or not."""
# A history holds up to 900 numbers, most of them too large for Python's cache of small integers.
# Sharing one object per number saves 28 bytes for each of them.
_NUMBERS = tuple(range(SIZE * SIZE))


def move_number(start: int, end: int) -> int:
    """The number of a move: start * 121 + end."""
    return _NUMBERS[start * SIZE + end]

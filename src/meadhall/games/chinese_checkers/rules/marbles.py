"""A board is a string with one character per hole; this reads and changes it.

Holes are found with `bytes.translate` because it runs over all 121 of them in C.
"""

from collections.abc import Iterator
from itertools import compress

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.rules.board import SIZE
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE

# Boards are ASCII, so `encode` gives one byte per hole.
_IS_EMPTY = bytes(chr(character) == EMPTY for character in range(256))
_IS_OWN = tuple(bytes(chr(character) == mark for character in range(256)) for mark in MARBLE)


def empty_mask(board: str) -> bytes:
    """For each hole, 1 if it is empty, else 0."""
    return board.encode().translate(_IS_EMPTY)


def marble_mask(board: str, seat: Seat) -> bytes:
    """For each hole, 1 if a marble of the seat is in it, else 0."""
    return board.encode().translate(_IS_OWN[seat])


def marbles(board: str, seat: Seat) -> Iterator[int]:
    """The holes with the seat's marbles, in ascending order."""
    return compress(range(SIZE), marble_mask(board, seat))


def shift(board: str, start: int, end: int) -> str:
    """The board with the contents of two holes exchanged: a move, or a move taken back."""
    low, high = (start, end) if start < end else (end, start)
    return f"{board[:low]}{board[high]}{board[low + 1 : high]}{board[low]}{board[high + 1 :]}"

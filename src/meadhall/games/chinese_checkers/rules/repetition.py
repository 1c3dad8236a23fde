"""How often a position has occurred in a match."""

from functools import lru_cache
from zlib import crc32

from meadhall.games.chinese_checkers.rules.board import SIZE
from meadhall.games.chinese_checkers.rules.marbles import shift
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, State

OCCURRENCES = 3
"""A position that occurs this often, with the same seat to move, ends the match."""

# 20,000 characters from the Chinese block of Unicode: all of them are printable, and two boards of
# the same match hardly ever get the same one.
_FIRST_CHARACTER, _CHARACTERS = 0x4E00, 20_000


def checksum(board: str) -> str:
    """One character computed from the board. Equal boards have equal checksums."""
    return chr(_FIRST_CHARACTER + crc32(board.encode()) % _CHARACTERS)


def occurrences(state: State) -> int:
    """How often this position has been on the board with the same seat to move, now included."""
    board, mark, times, differing = state.board, MARBLE[state.turn], 1, 0
    # Nearly every board is new, and then this spares going through the whole history.
    if checksum(board) not in state.trail:
        return times
    # Take the moves back one by one. `differing` counts the holes in which the earlier board is not
    # like today's, so that whole boards need not be compared.
    past = list(board)
    for number in reversed(state.history):
        start, end = divmod(number, SIZE)
        marble = past[end]
        differing += (board[end] != EMPTY) - (board[end] != marble)
        differing += (board[start] != marble) - (board[start] != EMPTY)
        past[start], past[end] = marble, EMPTY
        # The move taken back was made by the marble's owner, so on this board it was their turn.
        if differing == 0 and marble == mark:
            times += 1
    return times


@lru_cache(maxsize=8)  # a bot asks about each of its moves, from the same state
def earlier_boards(state: State) -> frozenset[str]:
    """Every board of the match before this one."""
    board, boards = state.board, []
    for number in reversed(state.history):
        start, end = divmod(number, SIZE)
        board = shift(board, start, end)
        boards.append(board)
    return frozenset(boards)

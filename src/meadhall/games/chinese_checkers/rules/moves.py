"""Every move as an object and as a number, created once and shared by all matches."""

from meadhall.games.chinese_checkers.rules.board import HOLES, SIZE
from meadhall.games.chinese_checkers.types import Move

MOVES = tuple(tuple(Move(start, end) for end in range(SIZE)) for start in range(SIZE))
"""The move from each hole to each hole, legal or not."""
# A history holds up to 900 numbers, most of them too large for Python's cache of small integers.
# Sharing one object per number saves 28 bytes for each of them.
_NUMBERS = tuple(range(SIZE * SIZE))


def move_number(start: int, end: int) -> int:
    """The number of a move: start * 121 + end."""
    return _NUMBERS[start * SIZE + end]


# A hop goes two holes, so a chain stays in one of four classes: q and r even or odd. A step leaves
# its class. So a marble's moves are six steps and the holes of its class.
CLASS: tuple[int, ...] = tuple(q % 2 * 2 + r % 2 for q, r in HOLES)
"""The class of each hole."""
CLASS_HOLES: tuple[tuple[int, ...], ...] = tuple(
    tuple(hole for hole in range(SIZE) if CLASS[hole] == number) for number in range(4)
)
PLACE_IN_CLASS: tuple[int, ...] = tuple(
    CLASS_HOLES[CLASS[hole]].index(hole) for hole in range(SIZE)
)
"""The place of each hole among those of its class."""
WAYS = 6 + max(map(len, CLASS_HOLES))
"""How many moves a marble has at most: six steps, and hops to the holes of its class."""

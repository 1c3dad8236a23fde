"""Moves and positions as numbers, for learning agents."""

from meadhall.core.capabilities import Learn
from meadhall.core.seats import Viewer
from meadhall.games.chinese_checkers.rules.board import SIZE
from meadhall.games.chinese_checkers.rules.moves import MOVES, move_number
from meadhall.games.chinese_checkers.types import MARBLE, Move, Options, View


def action_count(options: Options, seats: int) -> int:
    """One action for each ordered pair of holes."""
    return SIZE * SIZE


def index(options: Options, seats: int, action: Move) -> int:
    """The number of the move: start * 121 + end."""
    return move_number(action.start, action.end)


def action(options: Options, seats: int, number: int) -> Move:
    """The move with this number."""
    start, end = divmod(number, SIZE)
    return MOVES[start][end]


def shape(options: Options, seats: int) -> tuple[int, int]:
    """One plane of holes per seat for its marbles, then one per seat for its turn."""
    return 2 * seats, SIZE


def observe(view: View, viewer: Viewer) -> tuple[int, ...]:
    """1 where a seat has a marble; then planes of 1 for the seat to move, of 0 for the others."""
    marbles = [int(hole == mark) for mark in MARBLE[: view.seats] for hole in view.board]
    turns = [int(seat == view.turn) for seat in range(view.seats) for _ in range(SIZE)]
    return (*marbles, *turns)


LEARN: Learn[Options, Move, View] = Learn(
    action_count=action_count, index=index, action=action, shape=shape, observe=observe
)

"""Moves and positions as numbers, for learning agents and for the fast lane."""

from meadhall.core.game import Encoding
from meadhall.games.chinese_checkers.board import SIZE
from meadhall.games.chinese_checkers.moves import MOVES, code
from meadhall.games.chinese_checkers.types import MARBLE, Move, Options, View


def action_count(options: Options, seats: int) -> int:
    """Every pair of holes."""
    return SIZE * SIZE


def index(options: Options, seats: int, action: Move) -> int:
    """Start * 121 + end."""
    return code(action.start, action.end)


def action(options: Options, seats: int, number: int) -> Move:
    """The move of that number."""
    start, end = divmod(number, SIZE)
    return MOVES[start][end]


def shape(options: Options, seats: int) -> tuple[int, int]:
    """A plane for each seat's marbles, then a plane for each seat's turn."""
    return 2 * seats, SIZE


def observe(view: View) -> tuple[int, ...]:
    """1 where a seat has a marble; then all 1 for the seat to move, all 0 for the others."""
    marbles = [int(hole == mark) for mark in MARBLE[: view.seats] for hole in view.board]
    turns = [int(seat == view.turn) for seat in range(view.seats) for _ in range(SIZE)]
    return (*marbles, *turns)


ENCODING: Encoding[Options, Move, View] = Encoding(
    action_count=action_count, index=index, action=action, shape=shape, observe=observe
)

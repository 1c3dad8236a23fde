"""Moves and positions as numbers, for learning agents."""

from meadhall.core.capabilities import Learn, Numbering
from meadhall.core.seats import Seat, Viewer
from meadhall.games.chinese_checkers.rules.board import LINES, MARBLES, SIZE
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.rules.moves import (
    CLASS,
    CLASS_HOLES,
    MOVES,
    PLACE_IN_CLASS,
    WAYS,
    move_number,
)
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


def bounds(options: Options, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All numbers of an observation are 0 or 1."""
    size = 2 * seats * SIZE
    return (0,) * size, (1,) * size


def compact_count(options: Options, seats: int) -> int:
    """For each marble, six steps and a hop to each hole of its class (see `rules.moves`)."""
    return MARBLES * WAYS


def compact_index(view: View, seat: Seat, action: Move) -> int:
    """The marble, counted from the first hole on, and its way: a direction, or where it ends."""
    rank = [*marbles(view.board, seat)].index(action.start)
    steps = [line[0] if line else None for line in LINES[action.start]]
    step = action.end in steps
    return rank * WAYS + (
        steps.index(action.end) if step else len(steps) + PLACE_IN_CLASS[action.end]
    )


def compact_action(view: View, seat: Seat, number: int) -> Move | None:
    """The move of the seat with this number; `None` if it would lead off the board."""
    rank, way = divmod(number, WAYS)
    start = [*marbles(view.board, seat)][rank]
    lines, holes = LINES[start], CLASS_HOLES[CLASS[start]]
    ends = [line[0] if line else None for line in lines] + [*holes]
    end = ends[way] if way < len(ends) else None
    return None if end is None else MOVES[start][end]


LEARN: Learn[Options, Move, View] = Learn(
    action_count=action_count,
    index=index,
    action=action,
    shape=shape,
    observe=observe,
    bounds=bounds,
    compact=Numbering(count=compact_count, index=compact_index, action=compact_action),
)

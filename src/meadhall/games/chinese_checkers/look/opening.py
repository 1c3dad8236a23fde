"""What players call a first move."""

from collections.abc import Sequence
from functools import cache

from meadhall.games.chinese_checkers.rules.board import (
    APEX,
    DISTANCE,
    HOLES,
    NUMBER,
    SIDE,
    home_of,
)
from meadhall.games.chinese_checkers.types import Move, View
from meadhall.kit.hexgrid import ORIGIN

_PLACES = ("the middle", "beside the middle", "the edge")
"""In the row in front of a home, by the distance from its middle."""


def opening(view: View, actions: Sequence[Move]) -> str:
    """A step or a hop, and where it ends in the row in front of the home: `Step to the edge`."""
    move = actions[0]
    home = home_of(view.seats, view.turn, view.seating)
    row = _front(home)
    if move.end not in row:
        return "Hop beyond the first row"
    place = _PLACES[DISTANCE[move.end][row[len(row) // 2]]]
    kind = "Step" if DISTANCE[move.start][move.end] == 1 else "Hop"
    return f"{kind} {place if place.startswith('beside') else f'to {place}'}"


@cache
def _front(home: int) -> tuple[int, ...]:
    """The five holes in front of a home, from one edge to the other."""
    middle = NUMBER[ORIGIN]
    row = [
        hole
        for hole in range(len(HOLES))
        if DISTANCE[APEX[home]][hole] == SIDE == DISTANCE[middle][hole]
    ]
    edge = max(row, key=lambda hole: max(DISTANCE[hole][other] for other in row))
    return tuple(sorted(row, key=lambda hole: DISTANCE[edge][hole]))

"""How good a position is: how much way each seat's marbles still have.

The apex of the target pulls marbles to the far end of it, so that the first ones make room; the
nearest hole that is still open pulls the last ones in; and a marble left behind weighs extra.
"""

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.board import APEX, CORNER_OF, DISTANCE, target_of, way_in
from meadhall.games.chinese_checkers.ending import seats_from
from meadhall.games.chinese_checkers.moves import marbles
from meadhall.games.chinese_checkers.types import State

APEX_WEIGHT = 4
WAY_WEIGHT = 3
STRAGGLER_WEIGHT = 4


def way_left(state: State, seat: Seat) -> int:
    """The way the seat's marbles still have, weighted; smaller is better."""
    corner = target_of(state.seats, seat)
    own = [*marbles(state.board, seat)]
    way = way_in(corner, tuple(hole for hole in own if CORNER_OF[hole] == corner))
    apex = [DISTANCE[APEX[corner]][hole] for hole in own]
    outside = sum(way[hole] for hole in own)
    return APEX_WEIGHT * sum(apex) + WAY_WEIGHT * outside + STRAGGLER_WEIGHT * max(apex)


def evaluate(state: State, seat: Seat) -> int:
    """How much less way the seat has than the best placed of the others still playing."""
    others = [other for other in seats_from(state, seat) if other != seat]
    return min((way_left(state, o) for o in others), default=0) - way_left(state, seat)

"""How good a position is: how far each seat's marbles still have to go.

Three parts add up. The distance to the apex of the target makes the first marbles go to its far end
and leave room for the others. The distance to the nearest open hole brings the last marbles in. The
marble furthest behind counts once more. With two players, a network corrects the sum: it has
learned from matches how well the marbles stand to help each other and to hold up the opponent.
"""

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.bots.network import PAIR, network_score
from meadhall.games.chinese_checkers.rules.board import (
    APEX,
    CORNER_OF,
    DISTANCE,
    HOLES,
    distances_to_corner,
    target_of,
)
from meadhall.games.chinese_checkers.rules.marbles import marbles
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import State

APEX_WEIGHT = 4
OPEN_HOLE_WEIGHT = 3
STRAGGLER_WEIGHT = 4


def way_left(state: State, seat: Seat) -> int:
    """How far the seat's marbles still have to go, weighted; smaller is better."""
    corner = target_of(state.seats, seat, state.seating)
    own = [*marbles(state.board, seat)]
    inside = tuple(hole for hole in own if CORNER_OF[hole] == corner)
    to_open_hole = distances_to_corner(corner, inside)
    to_apex = [DISTANCE[APEX[corner]][hole] for hole in own]
    return (
        APEX_WEIGHT * sum(to_apex)
        + OPEN_HOLE_WEIGHT * sum(to_open_hole[hole] for hole in own)
        + STRAGGLER_WEIGHT * max(to_apex)
    )


def lead(state: State, seat: Seat) -> int:
    """How far the seat is ahead of the best placed opponent still playing."""
    others = [other for other in seats_from(state, seat) if other != seat]
    return min((way_left(state, o) for o in others), default=0) - way_left(state, seat)


def have_passed(state: State) -> bool:
    """Whether two players have passed each other, so that neither can block or help the other."""
    # The first seat starts at the top. Holes are numbered row by row, and marbles listed so.
    last, first = next(marbles(state.board, 0)), max(marbles(state.board, 1))
    return HOLES[last][1] > HOLES[first][1]


def evaluate(state: State, seat: Seat) -> int:
    """How far the seat is ahead; until two players have passed, corrected by the network."""
    score = lead(state, seat)
    if state.seats != PAIR or have_passed(state):
        return score
    return score + network_score(state, seat)

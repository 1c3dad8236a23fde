"""How good a position is, as compiled functions."""

from meadhall.games.chinese_checkers.bots.evaluate import (
    APEX_WEIGHT,
    OPEN_HOLE_WEIGHT,
    STRAGGLER_WEIGHT,
)
from meadhall.games.chinese_checkers.bots.network import PAIR
from meadhall.games.chinese_checkers.fast.network import network_score
from meadhall.games.chinese_checkers.fast.tables import (
    AXIS,
    BIT,
    CORNER,
    GONE,
    HOME,
    PIECES,
    RINGS,
    SEATS,
    TO_APEX,
    TO_CORNER,
    TURN,
    UNKNOWN,
    WAY,
    WHOLE_CORNER,
    WITHIN,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import CORNERS, MARBLES, SIZE
from meadhall.kit.compiled import kernel


@kernel
def way_left(state: Numbers, seat: int) -> int:
    """How far the seat's marbles still have to go, as `bots.evaluate.way_left` has it."""
    # `free` has a bit for each target hole that is not the seat's own. For a marble outside, `ring`
    # grows until one of those bits is within it, which is quicker than ten distances.
    first = PIECES + seat * MARBLES
    target = (state[HOME + seat] + 3) % CORNERS
    row = target * SIZE
    free, apex, farthest, way = WHOLE_CORNER, 0, 0, 0
    for piece in range(first, first + MARBLES):
        hole = state[piece]
        distance = TO_APEX[row + hole]
        apex += distance
        farthest = max(farthest, distance)
        if CORNER[hole] == target:
            free ^= BIT[hole]
    for piece in range(first, first + MARBLES):
        hole = state[piece]
        if CORNER[hole] != target:
            ring = (row + hole) * RINGS
            way += TO_CORNER[row + hole]
            # It ends: with a marble outside, one of the ten holes is not the seat's own.
            while not WITHIN[ring] & free:
                ring += 1
                way += 1
    return APEX_WEIGHT * apex + OPEN_HOLE_WEIGHT * way + STRAGGLER_WEIGHT * farthest


@kernel
def cached_way_left(state: Numbers, seat: int) -> int:
    """`way_left`, computed again only after the seat has moved."""
    if state[WAY + seat] == UNKNOWN:
        state[WAY + seat] = way_left(state, seat)
    return int(state[WAY + seat])


@kernel
def lead(state: Numbers, seat: int) -> int:
    """How far the seat is ahead of the best placed opponent still playing."""
    best = UNKNOWN
    for other in range(state[SEATS]):
        if other != seat and not state[GONE] >> other & 1:
            way = cached_way_left(state, other)
            if best == UNKNOWN or way < best:
                best = way
    return max(best, 0) - cached_way_left(state, seat)


@kernel
def alone(state: Numbers, seat: int) -> bool:
    """Whether two players have passed each other, so that neither can block or help the other.

    Then the seat's last marble is further along than the first of the opponent's.
    """
    if state[SEATS] != 2:  # noqa: PLR2004 - a pair
        return False
    row = (state[HOME + seat] + 3) % CORNERS * SIZE
    mine, theirs = PIECES + seat * MARBLES, PIECES + (1 - seat) * MARBLES
    last, first = AXIS[row + state[mine]], AXIS[row + state[theirs]]
    for piece in range(1, MARBLES):
        last = min(last, AXIS[row + state[mine + piece]])
        first = max(first, AXIS[row + state[theirs + piece]])
    return bool(last > first)


@kernel
def evaluate(state: Numbers, seat: int) -> int:
    """How far the seat is ahead; until two players have passed, corrected by the network."""
    score = lead(state, seat)
    if state[SEATS] != PAIR or alone(state, seat):
        return score
    return score + network_score(state, seat)


@kernel
def promise(state: Numbers, move: int) -> int:
    """How much closer to the apex of the target the move leads, plus 24 so that it is positive."""
    row = (state[HOME + state[TURN]] + 3) % CORNERS * SIZE
    return int(TO_APEX[row + move // SIZE] - TO_APEX[row + move % SIZE] + 4 * CORNERS)

"""Legal moves, as compiled functions."""

from meadhall.games.chinese_checkers.fast.tables import (
    ALLOWED,
    CORNER,
    EMPTY,
    FREE_ROW,
    HOME,
    LOCK,
    LOCKED_ROW,
    NEXT,
    PIECES,
    QUEUE,
    REST_FREE,
    SEEN,
    STAMP,
    TURN,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import CORNERS, MARBLES, SIZE
from meadhall.kit.compiled import kernel


@kernel
def hops(state: Numbers, start: int) -> int:
    """Write the hole and every landing of a chain from it into QUEUE; returns their number."""
    # The marble stays on `start` meanwhile. That changes nothing: a hop goes two holes, so no
    # landing is next to `start`, and no hop can cross it.
    state[STAMP] += 1
    stamp = state[STAMP]
    state[SEEN + start] = stamp
    state[QUEUE] = start
    head, tail = 0, 1
    while head < tail:
        here = state[QUEUE + head]
        head += 1
        for direction in range(6):
            over = NEXT[here, direction]
            land = NEXT[over, direction]
            # A seat's marble is below EMPTY, and the wall above. No branch depends on what lies
            # there, because those that the processor guesses wrong cost more than this.
            fresh = (state[over] < EMPTY) & (state[land] == EMPTY) & (state[SEEN + land] != stamp)
            state[SEEN + land] = max(state[SEEN + land], stamp * fresh)
            state[QUEUE + tail] = land
            tail += fresh
    return tail


@kernel
def ground(state: Numbers, seat: int, start: int) -> int:
    """The index of the first entry in ALLOWED for moves of the marble in this hole."""
    home = state[HOME + seat]
    target = (home + 3) % CORNERS
    if state[LOCK] and CORNER[start] == target:
        return int(LOCKED_ROW + target) * SIZE
    if state[REST_FREE]:
        return FREE_ROW * SIZE
    return int(home) * SIZE


@kernel
def legal(state: Numbers, moves: Numbers) -> int:
    """Write the legal moves, marble by marble, into `moves`; returns their number."""
    count = 0
    seat = state[TURN]
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        start = state[piece]
        row = ground(state, seat, start)
        can_hop = False
        for direction in range(6):
            end = NEXT[start, direction]
            # `end` may be the wall, but beyond it there is only wall.
            can_hop |= (state[end] != EMPTY) & (state[NEXT[end, direction]] == EMPTY)
            moves[count] = start * SIZE + end
            count += (state[end] == EMPTY) & (ALLOWED[row + end] > 0)
        # A search for chains is needed only where a first hop is possible.
        for landing in range(1, hops(state, start) if can_hop else 1):
            reached = state[QUEUE + landing]
            moves[count] = start * SIZE + reached
            count += ALLOWED[row + reached]
    return count


@kernel
def can_move(state: Numbers, seat: int) -> bool:
    """Whether the seat has any move. Steps are tried first: nearly always there is one."""
    first = PIECES + seat * MARBLES
    for piece in range(first, first + MARBLES):
        start = state[piece]
        row = ground(state, seat, start)
        for direction in range(6):
            end = NEXT[start, direction]
            if state[end] == EMPTY and ALLOWED[row + end]:
                return True
    for piece in range(first, first + MARBLES):
        start = state[piece]
        row = ground(state, seat, start)
        # No marble has a step, so this is rare and needs no check for a first hop.
        for landing in range(1, hops(state, start)):
            if ALLOWED[row + state[QUEUE + landing]]:
                return True
    return False

"""The fast lane of Chinese Checkers: the same rules over one array of integers.

The array holds the board twice, as an owner for each hole and as a list of each seat's marbles, and
keeps count of what stands in each tip, so that a move and its taking back touch a few numbers only.
Beyond the last hole stands a wall: whatever leads off the star leads there, and it is never empty.
"""

from functools import cache

import numpy as np

from meadhall.core.fast import NOBODY, FastLane, Kernels
from meadhall.games.chinese_checkers.board import CORNERS, MARBLES, SEATING, SIZE
from meadhall.games.chinese_checkers.ending import ENOUGH
from meadhall.games.chinese_checkers.evaluate import APEX_WEIGHT, STRAGGLER_WEIGHT, WAY_WEIGHT
from meadhall.games.chinese_checkers.fast_tables import (
    ALL_OF_TIP,
    ALLOWED,
    AT_WALL,
    AXIS,
    BIT,
    CENTRE,
    CORNER,
    EMPTY,
    FREE_ROW,
    GONE,
    HASH,
    HOME,
    INSIDE,
    KEY,
    LENGTH,
    LOCK,
    LOCKED_ROW,
    NEXT,
    OWN,
    PIECES,
    QUEUE,
    REST_FREE,
    RINGS,
    SEATS,
    SEEN,
    SLOT,
    STAMP,
    STUCK,
    TO_APEX,
    TO_TIP,
    TURN,
    TURN_HASH,
    UNKNOWN,
    WALL,
    WAY,
    WINNER,
    WITHIN,
    Numbers,
)
from meadhall.games.chinese_checkers.moves import MOVES, code, marbles
from meadhall.games.chinese_checkers.types import Move, State
from meadhall.kit.compiled import kernel


@kernel
def hops(state: Numbers, start: int) -> int:
    """Writes all landings of chains from the hole into the queue, behind the hole itself."""
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
            if state[over] < EMPTY:
                land = NEXT[over, direction]
                if state[land] == EMPTY and state[SEEN + land] != stamp:
                    state[SEEN + land] = stamp
                    state[QUEUE + tail] = land
                    tail += 1
    return tail


@kernel
def ground(state: Numbers, seat: int, start: int) -> int:
    """Where in ALLOWED the row for a move of this marble begins."""
    home = state[HOME + seat]
    target = (home + 3) % CORNERS
    if state[LOCK] and CORNER[start] == target:
        return int(LOCKED_ROW + target) * SIZE
    if state[REST_FREE]:
        return FREE_ROW * SIZE
    return int(home) * SIZE


@kernel
def legal(state: Numbers, moves: Numbers) -> int:
    """The moves of the seat to move, marble by marble."""
    count = 0
    seat = state[TURN]
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        start = state[piece]
        row = ground(state, seat, start)
        can_hop = False
        for direction in range(6):
            end = NEXT[start, direction]
            if state[end] != EMPTY:
                can_hop |= state[NEXT[end, direction]] == EMPTY
            elif ALLOWED[row + end]:
                moves[count] = start * SIZE + end
                count += 1
        for landing in range(1, hops(state, start) if can_hop else 1):
            reached = state[QUEUE + landing]
            if ALLOWED[row + reached]:
                moves[count] = start * SIZE + reached
                count += 1
    return count


@kernel
def can_move(state: Numbers, seat: int) -> bool:
    """Whether the seat has any move; nearly always its first marbles show it."""
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
        for landing in range(1, hops(state, start)):
            if ALLOWED[row + state[QUEUE + landing]]:
                return True
    return False


@kernel
def shift(state: Numbers, seat: int, start: int, end: int) -> None:
    """Puts a marble from one hole into another, and keeps every count right."""
    slot = state[SLOT + start]
    state[start] = EMPTY
    state[end] = seat
    state[slot] = end
    state[SLOT + end] = slot
    state[KEY] ^= HASH[seat * SIZE + start] ^ HASH[seat * SIZE + end]
    state[WAY + seat] = UNKNOWN
    left, entered = CORNER[start], CORNER[end]
    if left != entered:
        target = (state[HOME + seat] + 3) % CORNERS
        state[INSIDE + left] -= 1
        state[INSIDE + entered] += 1
        state[OWN + seat] += (entered == target) - (left == target)


@kernel
def hand(state: Numbers, seat: int) -> None:
    """Gives the seat the turn."""
    state[KEY] ^= HASH[TURN_HASH + state[TURN]] ^ HASH[TURN_HASH + seat]
    state[TURN] = seat


@kernel
def following(state: Numbers, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < state[SEATS] else 0


@kernel
def winner(state: Numbers, mover: int) -> int:
    """Who has won, the mover asked first; EMPTY when nobody has."""
    seat = mover
    for _ in range(state[SEATS]):
        target = (state[HOME + seat] + 3) % CORNERS
        full = state[INSIDE + target] == MARBLES
        if full and state[OWN + seat] >= ENOUGH and not state[GONE] >> seat & 1:
            return seat
        seat = following(state, seat)
    return EMPTY


@kernel
def make(state: Numbers, move: int) -> int:
    """Plays the move; to take it back, the mover must be known."""
    seat = state[TURN]
    end = move % SIZE
    shift(state, seat, move // SIZE, end)
    if CORNER[end] != CENTRE:
        state[WINNER] = winner(state, seat)
        if state[WINNER] != EMPTY:
            return int(seat)
    heir = seat
    for _ in range(state[SEATS]):
        heir = following(state, heir)
        if not state[GONE] >> heir & 1 and can_move(state, heir):
            hand(state, heir)
            return int(seat)
    state[WINNER] = STUCK
    return int(seat)


@kernel
def unmake(state: Numbers, move: int, undo: int) -> None:
    """Takes the move back."""
    state[WINNER] = EMPTY
    shift(state, undo, move % SIZE, move // SIZE)
    hand(state, undo)


@kernel
def to_move(state: Numbers) -> int:
    """The seat to move."""
    return int(state[TURN]) if state[WINNER] == EMPTY else NOBODY


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """A win for the winner; nobody wins when all are stuck."""
    if state[WINNER] == STUCK:
        return 0
    return 1 if state[WINNER] == seat else -1


@kernel
def way_left(state: Numbers, seat: int) -> int:
    """The way the seat's marbles still have, as in `evaluate.way_left`."""
    first = PIECES + seat * MARBLES
    target = (state[HOME + seat] + 3) % CORNERS
    row = target * SIZE
    free, apex, farthest, way = ALL_OF_TIP, 0, 0, 0
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
            way += TO_TIP[row + hole]
            while not WITHIN[ring] & free:
                ring += 1
                way += 1
    return APEX_WEIGHT * apex + WAY_WEIGHT * way + STRAGGLER_WEIGHT * farthest


@kernel
def known_way(state: Numbers, seat: int) -> int:
    """The way left, worked out anew only after the seat has moved."""
    if state[WAY + seat] == UNKNOWN:
        state[WAY + seat] = way_left(state, seat)
    return int(state[WAY + seat])


@kernel
def evaluate(state: Numbers, seat: int) -> int:
    """How much less way the seat has than the best placed of the others."""
    best = UNKNOWN
    for other in range(state[SEATS]):
        if other != seat and not state[GONE] >> other & 1:
            way = known_way(state, other)
            if best == UNKNOWN or way < best:
                best = way
    return max(best, 0) - known_way(state, seat)


@kernel
def key(state: Numbers) -> int:
    """The hash, kept up to date by every move."""
    return int(state[KEY])


@kernel
def promise(state: Numbers, move: int) -> int:
    """How much nearer to the apex of the target the move leads."""
    row = (state[HOME + state[TURN]] + 3) % CORNERS * SIZE
    return int(TO_APEX[row + move // SIZE] - TO_APEX[row + move % SIZE] + 4 * CORNERS)


@kernel
def alone(state: Numbers, seat: int) -> bool:
    """Whether two players have passed each other: every marble of one is beyond the other's."""
    if state[SEATS] != 2:  # noqa: PLR2004 - a pair
        return False
    row = (state[HOME + seat] + 3) % CORNERS * SIZE
    mine, theirs = PIECES + seat * MARBLES, PIECES + (1 - seat) * MARBLES
    last, first = AXIS[row + state[mine]], AXIS[row + state[theirs]]
    for piece in range(1, MARBLES):
        last = min(last, AXIS[row + state[mine + piece]])
        first = max(first, AXIS[row + state[theirs + piece]])
    return bool(last > first)


def pack(state: State) -> Numbers:
    """The state as an array; a finished one only as far as a win finished it."""
    array = np.zeros(LENGTH, np.int64)
    array[: AT_WALL + 1] = EMPTY
    array[AT_WALL] = WALL
    corners = SEATING[state.seats]
    array[HOME : HOME + state.seats] = corners
    array[[TURN, SEATS, WINNER]] = state.turn, state.seats, EMPTY
    array[[REST_FREE, LOCK]] = state.options.rest == "free", state.options.lock_target
    array[WAY : WAY + CORNERS] = UNKNOWN
    array[GONE] = sum(1 << seat for seat in state.gone)
    array[KEY] = HASH[TURN_HASH + state.turn]
    for seat in range(state.seats):
        for number, hole in enumerate(marbles(state.board, seat)):
            array[hole] = seat
            array[PIECES + seat * MARBLES + number] = hole
            array[SLOT + hole] = PIECES + seat * MARBLES + number
            array[INSIDE + CORNER[hole]] += 1
            array[OWN + seat] += CORNER[hole] == (corners[seat] + 3) % CORNERS
            array[KEY] ^= HASH[seat * SIZE + hole]
    array[WINNER] = winner(array, state.turn)
    return array


def number(state: State, move: Move) -> int:
    """The move as the kernels know it, and as the encoding numbers it."""
    return code(move.start, move.end)


def action(state: State, move: int) -> Move:
    """The move of that number."""
    return MOVES[move // SIZE][move % SIZE]


@cache
def lane() -> FastLane[State]:
    """The lane; nothing is compiled before a kernel is called."""
    kernels = Kernels(
        legal=legal,
        make=make,
        unmake=unmake,
        to_move=to_move,
        payoff=payoff,
        evaluate=evaluate,
        key=key,
        promise=promise,
        alone=alone,
        hand=hand,
    )
    return FastLane(
        kernels=kernels,
        pack=pack,
        number=number,
        action=action,
        most_moves=MARBLES * SIZE,
    )

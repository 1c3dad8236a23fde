"""Making a move and taking it back, as compiled functions."""

from meadhall.core.fast_lane import NOBODY
from meadhall.games.chinese_checkers.bots.network import PAIR
from meadhall.games.chinese_checkers.fast.moves import can_move
from meadhall.games.chinese_checkers.fast.network import shift_sums
from meadhall.games.chinese_checkers.fast.tables import (
    CENTRE,
    CORNER,
    EMPTY,
    GONE,
    HASH,
    HOME,
    INSIDE,
    KEY,
    OWN,
    SEATS,
    SLOT,
    STUCK,
    TURN,
    TURN_HASH,
    UNKNOWN,
    WAY,
    WINNER,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import CORNERS, MARBLES, SIZE
from meadhall.games.chinese_checkers.rules.ending import ENOUGH
from meadhall.kit.compiled import kernel


@kernel
def shift(state: Numbers, seat: int, start: int, end: int) -> None:
    """Move a marble to another hole, and update the hash and every count."""
    # The marble keeps its place in PIECES, so `unmake` also restores the order of the moves.
    slot = state[SLOT + start]
    state[start] = EMPTY
    state[end] = seat
    state[slot] = end
    state[SLOT + end] = slot
    state[KEY] ^= HASH[seat * SIZE + start] ^ HASH[seat * SIZE + end]
    # Only this seat's: `way_left` does not depend on other seats' marbles.
    state[WAY + seat] = UNKNOWN
    if state[SEATS] == PAIR:
        shift_sums(state, seat, start, end)
    left, entered = CORNER[start], CORNER[end]
    if left != entered:
        target = (state[HOME + seat] + 3) % CORNERS
        state[INSIDE + left] -= 1
        state[INSIDE + entered] += 1
        state[OWN + seat] += (entered == target) - (left == target)


@kernel
def hand(state: Numbers, seat: int) -> None:
    """Give the turn to the seat."""
    state[KEY] ^= HASH[TURN_HASH + state[TURN]] ^ HASH[TURN_HASH + seat]
    state[TURN] = seat


@kernel
def next_seat(state: Numbers, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < state[SEATS] else 0


@kernel
def winner(state: Numbers, mover: int) -> int:
    """The seat that has won, the mover checked first; EMPTY if none has."""
    # All seats, because a marble of the mover can fill another seat's target.
    seat = mover
    for _ in range(state[SEATS]):
        target = (state[HOME + seat] + 3) % CORNERS
        full = state[INSIDE + target] == MARBLES
        if full and state[OWN + seat] >= ENOUGH and not state[GONE] >> seat & 1:
            return seat
        seat = next_seat(state, seat)
    return EMPTY


@kernel
def make(state: Numbers, move: int) -> int:
    """Make the move. Returns the mover, which `unmake` needs."""
    seat = state[TURN]
    end = move % SIZE
    shift(state, seat, move // SIZE, end)
    if CORNER[end] != CENTRE:  # else no corner is fuller than before
        state[WINNER] = winner(state, seat)
        if state[WINNER] != EMPTY:
            return int(seat)
    following = seat
    for _ in range(state[SEATS]):
        following = next_seat(state, following)
        if not state[GONE] >> following & 1 and can_move(state, following):
            hand(state, following)
            return int(seat)
    state[WINNER] = STUCK
    return int(seat)


# `hand` starts from the seat that has the turn now. So this is right also where a search has given
# the turn to another seat after the move.
@kernel
def unmake(state: Numbers, move: int, undo: int) -> None:
    """Take the move back."""
    state[WINNER] = EMPTY
    shift(state, undo, move % SIZE, move // SIZE)
    hand(state, undo)


@kernel
def to_move(state: Numbers) -> int:
    """The seat to move; NOBODY when the match is over."""
    return int(state[TURN]) if state[WINNER] == EMPTY else NOBODY


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """1 for the winner, -1 for the others; 0 for everybody when nobody can move."""
    if state[WINNER] == STUCK:
        return 0
    return 1 if state[WINNER] == seat else -1


@kernel
def key(state: Numbers) -> int:
    """The hash of the position, which every move updates."""
    return int(state[KEY])

"""Kernels: what a move does to the board, and how it is taken back.

No piece comes back to life along a line of play, so a stack with room for every piece holds the
dead. Taking a move back revives the last of them.
"""

from meadhall.games.jarls.fast.moves import FALLS, STAYS, prevails, row_to_push
from meadhall.games.jarls.fast.tables import (
    AT,
    CELLS,
    DEAD,
    EMPTY,
    FALLEN,
    HASH,
    KEY,
    NEXT,
    NOWHERE,
    PER_SEAT,
    STEPS,
    THRONE,
    Numbers,
)
from meadhall.kit.compiled import kernel

# What `move_pieces` returns, in 8 bits: the steps made, the pieces pushed, and whether one fell.
STEPS_MASK, PUSHED_AT, PUSHED_MASK, FELL_AT = 3, 2, 31, 7
# The largest board has 331 cells, and 21 in a row.
_CELL_BITS = 9
_CELL = (1 << _CELL_BITS) - 1


# Moves name cells, not pieces. So positions that differ only in which Warrior stands where have the
# same moves, and a search can share their scores.
@kernel
def hash_of(code: int, cell: int) -> int:
    """The hash of a piece on a cell; all Warriors of a seat have the same."""
    return int(HASH[(code // PER_SEAT * 2 + (code % PER_SEAT > 0)) * CELLS + cell])


@kernel
def put(state: Numbers, code: int, cell: int) -> None:
    """Puts the piece on the cell."""
    state[cell] = code
    state[AT + code] = cell
    state[KEY] ^= hash_of(code, cell)


# A piece stands only on empty ground, so the cell becomes EMPTY without a look at GROUND.
@kernel
def remove(state: Numbers, code: int) -> None:
    """Takes the piece off its cell."""
    cell = state[AT + code]
    state[cell] = EMPTY
    state[KEY] ^= hash_of(code, cell)


@kernel
def slide(state: Numbers, code: int, cell: int) -> None:
    """Moves the piece to the cell, which must be empty."""
    remove(state, code)
    put(state, code, cell)


@kernel
def bury(state: Numbers, code: int) -> None:
    """Removes a piece that dies, and puts it on the stack of the dead."""
    state[FALLEN + state[DEAD]] = code << _CELL_BITS | state[AT + code]
    state[DEAD] += 1
    remove(state, code)
    state[AT + code] = NOWHERE


# The entry is cleared, because `unmake` has to restore the array exactly.
@kernel
def revive(state: Numbers) -> None:
    """Puts the piece that died last back where it died."""
    state[DEAD] -= 1
    entry = state[FALLEN + state[DEAD]]
    state[FALLEN + state[DEAD]] = 0
    put(state, entry >> _CELL_BITS, entry & _CELL)


@kernel
def swap_sides(state: Numbers) -> None:
    """Gives every piece of the first two seats to the other one; doing it twice changes nothing."""
    for piece in range(PER_SEAT):
        one, other = state[AT + piece], state[AT + PER_SEAT + piece]
        if one != NOWHERE:
            remove(state, piece)
        if other != NOWHERE:
            remove(state, PER_SEAT + piece)
        state[AT + piece], state[AT + PER_SEAT + piece] = NOWHERE, NOWHERE
        if one != NOWHERE:
            put(state, PER_SEAT + piece, one)
        if other != NOWHERE:
            put(state, piece, other)


@kernel
def last_dead(state: Numbers) -> int:
    """The piece that died last."""
    return int(state[FALLEN + state[DEAD] - 1] >> _CELL_BITS)


@kernel
def push(state: Numbers, target: int, direction: int, length: int, outcome: int) -> None:
    """Moves the row that begins at the target by one hex, from its far end."""
    end = target
    for _ in range(length - 1):
        end = NEXT[end * 6 + direction]
    back = (direction + 3) % 6
    if outcome == FALLS:
        bury(state, state[end])
        length, end = length - 1, NEXT[end * 6 + back]
    for _ in range(length):
        slide(state, state[end], NEXT[end * 6 + direction])
        end = NEXT[end * 6 + back]


@kernel
def move_pieces(state: Numbers, move: int) -> int:
    """Moves the pieces as a move asks; returns what it did, for `move_pieces_back`."""
    start, direction, steps = move // (6 * STEPS), move // STEPS % 6, move % STEPS + 1
    code, target = state[start], NEXT[start * 6 + direction]
    beside = start
    if steps == STEPS and target != THRONE:  # a Jarl that would run across the Throne stops on it
        beside, target = target, NEXT[target * 6 + direction]
    if state[target] == EMPTY:
        slide(state, code, target)
        return 1 if beside == start else 2
    length, outcome = 0, STAYS
    if prevails(state, start, target, direction, steps):
        length, outcome = row_to_push(state, code, target, direction)
    if outcome == STAYS:
        slide(state, code, beside)
        return steps - 1
    push(state, target, direction, length, outcome)
    slide(state, code, target)
    return steps | length << PUSHED_AT | (outcome == FALLS) << FELL_AT


@kernel
def move_pieces_back(state: Numbers, move: int, change: int) -> None:
    """Takes back what `move_pieces` did."""
    start, direction = move // (6 * STEPS), move // STEPS % 6
    length, fell = change >> PUSHED_AT & PUSHED_MASK, change >> FELL_AT & 1
    cell = start
    for _ in range(change & STEPS_MASK):
        cell = NEXT[cell * 6 + direction]
    # The attacker first, then the row from its near end: each into the cell just left.
    slide(state, state[cell], start)
    for _ in range(length - fell):
        beyond = NEXT[cell * 6 + direction]
        slide(state, state[beyond], cell)
        cell = beyond
    if fell:
        revive(state)

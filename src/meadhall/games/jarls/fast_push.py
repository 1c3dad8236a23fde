"""Kernels of the fast lane: what a command does to the board, and how it is taken back.

Nobody rises from the dead along a line of play, so the dead lie in a stack that never overflows;
taking a move back revives the last of them.
"""

from meadhall.games.jarls.fast_moves import FALLS, HOLDS, prevails, row_ahead
from meadhall.games.jarls.fast_tables import (
    AT,
    CELLS,
    DEAD,
    EMPTY,
    FALLEN,
    HASH,
    KEY,
    MEN,
    NEXT,
    NOWHERE,
    STEPS,
    THRONE,
    Numbers,
)
from meadhall.kit.compiled import kernel

# What `march` says of a command: how far the piece got, how many it pushed, whether one fell.
GOT, PUSHED_AT, PUSHED, FELL_AT = 3, 2, 31, 7
_CELL_BITS = 9
_CELL = (1 << _CELL_BITS) - 1


@kernel
def mark(code: int, cell: int) -> int:
    """The hash of a piece on a cell; Warriors of a seat are all the same to it."""
    return int(HASH[(code // MEN * 2 + (code % MEN > 0)) * CELLS + cell])


@kernel
def put(state: Numbers, code: int, cell: int) -> None:
    """The piece stands on the cell."""
    state[cell] = code
    state[AT + code] = cell
    state[KEY] ^= mark(code, cell)


@kernel
def lift(state: Numbers, code: int) -> None:
    """The piece is taken off its cell."""
    cell = state[AT + code]
    state[cell] = EMPTY
    state[KEY] ^= mark(code, cell)


@kernel
def slide(state: Numbers, code: int, cell: int) -> None:
    """The piece goes to the cell, which is empty."""
    lift(state, code)
    put(state, code, cell)


@kernel
def bury(state: Numbers, code: int) -> None:
    """The piece dies where it stands."""
    state[FALLEN + state[DEAD]] = code << _CELL_BITS | state[AT + code]
    state[DEAD] += 1
    lift(state, code)
    state[AT + code] = NOWHERE


@kernel
def revive(state: Numbers) -> None:
    """The last one to die stands where it died."""
    state[DEAD] -= 1
    entry = state[FALLEN + state[DEAD]]
    state[FALLEN + state[DEAD]] = 0
    put(state, entry >> _CELL_BITS, entry & _CELL)


@kernel
def last_dead(state: Numbers) -> int:
    """The last one to die."""
    return int(state[FALLEN + state[DEAD] - 1] >> _CELL_BITS)


@kernel
def push(state: Numbers, target: int, direction: int, length: int, outcome: int) -> None:
    """Moves the row that begins at the target on by one, from its far end."""
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
def march(state: Numbers, move: int) -> int:
    """Carries a command out, and says in numbers what became of it."""
    start, direction, steps = move // (6 * STEPS), move // STEPS % 6, move % STEPS + 1
    code, target = state[start], NEXT[start * 6 + direction]
    beside = start
    if steps == STEPS and target != THRONE:  # a Jarl that would run across the Throne stops on it
        beside, target = target, NEXT[target * 6 + direction]
    if state[target] == EMPTY:
        slide(state, code, target)
        return 1 if beside == start else 2
    length, outcome = 0, HOLDS
    if prevails(state, start, target, direction, steps):
        length, outcome = row_ahead(state, code, target, direction)
    if outcome == HOLDS:
        slide(state, code, beside)
        return steps - 1
    push(state, target, direction, length, outcome)
    slide(state, code, target)
    return steps | length << PUSHED_AT | (outcome == FALLS) << FELL_AT


@kernel
def retreat(state: Numbers, move: int, deed: int) -> None:
    """Takes back what `march` did."""
    start, direction = move // (6 * STEPS), move // STEPS % 6
    length, fell = deed >> PUSHED_AT & PUSHED, deed >> FELL_AT & 1
    cell = start
    for _ in range(deed & GOT):
        cell = NEXT[cell * 6 + direction]
    slide(state, state[cell], start)
    for _ in range(length - fell):
        beyond = NEXT[cell * 6 + direction]
        slide(state, state[beyond], cell)
        cell = beyond
    if fell:
        revive(state)

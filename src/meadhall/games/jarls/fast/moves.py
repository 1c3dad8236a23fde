"""Kernels: where pieces may move, and which side is stronger."""

from meadhall.games.jarls.fast.tables import (
    AT,
    EMPTY,
    HOLE,
    NEXT,
    NOWHERE,
    PER_SEAT,
    SHIELD,
    SIDE,
    STEPS,
    THRONE,
    THRONE_HOLDS,
    WALL,
    Numbers,
)
from meadhall.kit.compiled import kernel

STAYS, MOVES, FALLS = 0, 1, 2
"""What a pushed row does: it stays, moves one hex, or moves and loses its last piece."""
_DRAFT = 2


@kernel
def enterable(state: Numbers, cell: int, side: int) -> bool:
    """Whether pieces of the side may move there: the cell is empty or has an enemy."""
    code = state[cell]
    return bool((code == EMPTY) | ((code < EMPTY) & (state[SIDE + code] != side)))


@kernel
def has_draft(state: Numbers, cell: int, direction: int) -> bool:
    """Whether the Jarl on the cell has two of its own Warriors behind it; gaps are allowed."""
    back, own, count = (direction + 3) % 6, state[cell] // PER_SEAT, 0
    here = NEXT[cell * 6 + back]
    while state[here] != WALL:
        code = state[here]
        if code not in (EMPTY, HOLE):
            # This holds for a Shield too: its code is beyond those of all seats.
            if code // PER_SEAT != own:
                return False
            count += 1
            if count == _DRAFT:
                return True
        here = NEXT[here * 6 + back]
    return False


@kernel
def reach(state: Numbers, cell: int, direction: int) -> int:
    """How many hexes the piece on the cell may move in that direction at most."""
    code = state[cell]
    side, walks = state[SIDE + code], code % PER_SEAT != 0
    one = NEXT[cell * 6 + direction]
    two = NEXT[one * 6 + direction]
    # Both hexes are looked at without branches: those that the processor guesses wrong cost more.
    first = enterable(state, one, side) & (not walks or one != THRONE)
    second = (state[one] == EMPTY) & enterable(state, two, side) & (not walks or two != THRONE)
    if first & second and not walks:
        return 2 if has_draft(state, cell, direction) else 1
    return int(first) + int(first & second)


@kernel
def legal_moves(state: Numbers, seat: int, moves: Numbers) -> int:
    """Writes the seat's moves in the order of the pure rules; returns how many."""
    count = 0
    for piece in range(seat * PER_SEAT, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE:
            for direction in range(6):
                for steps in range(reach(state, cell, direction)):
                    moves[count] = (cell * 6 + direction) * STEPS + steps
                    count += 1
    return count


@kernel
def can_move(state: Numbers, seat: int) -> bool:
    """Whether the seat has a legal move; nearly always its first piece has one."""
    for piece in range(seat * PER_SEAT, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE:
            for direction in range(6):
                if reach(state, cell, direction) > 0:
                    return True
    return False


@kernel
def rank(state: Numbers, cell: int, direction: int) -> int:
    """The strength of the piece together with the unbroken row of its side behind it."""
    side, total, here = state[SIDE + state[cell]], 0, cell
    # Empty cells, holes, Shields and walls have NO_SIDE, so they end the row.
    while state[SIDE + state[here]] == side:
        total += 1 if state[here] % PER_SEAT else 2
        here = NEXT[here * 6 + direction]
    return total


@kernel
def prevails(state: Numbers, start: int, target: int, direction: int, steps: int) -> bool:
    """Whether the attack from cell to cell is stronger; two steps give momentum."""
    attack = rank(state, start, (direction + 3) % 6) + (steps == STEPS)
    return bool(attack > rank(state, target, direction))


@kernel
def row_to_push(state: Numbers, attacker: int, target: int, direction: int) -> tuple[int, int]:
    """How many pieces are in the row that a push at the target meets, and what the row does."""
    length, here, side = 1, target, state[SIDE + attacker]
    while True:
        beyond = NEXT[here * 6 + direction]
        code = state[beyond]
        if beyond == THRONE and (state[THRONE_HOLDS] or state[here] % PER_SEAT):
            return length, STAYS
        if code == EMPTY:
            return length, MOVES
        if code in (HOLE, WALL):
            return length, FALLS
        allied = state[SIDE + code] == side and code // PER_SEAT != attacker // PER_SEAT
        if code == SHIELD or allied:
            return length, STAYS
        length, here = length + 1, beyond

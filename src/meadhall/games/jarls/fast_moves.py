"""Kernels of the fast lane: where pieces may go, and who prevails."""

from meadhall.games.jarls.fast_tables import (
    AT,
    EMPTY,
    HOLE,
    MEN,
    NEXT,
    NOWHERE,
    SHIELD,
    SIDE,
    STEPS,
    THRONE,
    THRONE_HOLDS,
    WALL,
    Numbers,
)
from meadhall.kit.compiled import kernel

HOLDS, YIELDS, FALLS = 0, 1, 2
"""What a pushed row does: it stays, moves on by one, or loses its last piece over the brink."""
_DRAFT = 2


@kernel
def enterable(state: Numbers, cell: int, side: int) -> bool:
    """Whether pieces of the side may go there: nothing is there, or an enemy."""
    code = state[cell]
    return bool(code == EMPTY or (code < EMPTY and state[SIDE + code] != side))


@kernel
def has_draft(state: Numbers, cell: int, direction: int) -> bool:
    """Whether the Jarl on the cell has two own Warriors behind it, gaps allowed."""
    back, own, found = (direction + 3) % 6, state[cell] // MEN, 0
    here = NEXT[cell * 6 + back]
    while state[here] != WALL:
        code = state[here]
        if code not in (EMPTY, HOLE):
            if code // MEN != own:
                return False
            found += 1
            if found == _DRAFT:
                return True
        here = NEXT[here * 6 + back]
    return False


@kernel
def reach(state: Numbers, cell: int, direction: int) -> int:
    """How many hexes the piece on the cell may be sent in that direction at most."""
    code = state[cell]
    side, walks = state[SIDE + code], code % MEN != 0
    one = NEXT[cell * 6 + direction]
    if not enterable(state, one, side) or (walks and one == THRONE):
        return 0
    two = NEXT[one * 6 + direction]
    if state[one] != EMPTY or not enterable(state, two, side):
        return 1
    runs = two != THRONE if walks else has_draft(state, cell, direction)
    return 2 if runs else 1


@kernel
def commands(state: Numbers, seat: int, moves: Numbers) -> int:
    """Writes the seat's commands, piece by piece as the pure rules list them; says how many."""
    count = 0
    for piece in range(seat * MEN, seat * MEN + MEN):
        cell = state[AT + piece]
        if cell != NOWHERE:
            for direction in range(6):
                for steps in range(reach(state, cell, direction)):
                    moves[count] = (cell * 6 + direction) * STEPS + steps
                    count += 1
    return count


@kernel
def can_move(state: Numbers, seat: int) -> bool:
    """Whether the seat has any command; nearly always its first pieces show it."""
    for piece in range(seat * MEN, seat * MEN + MEN):
        cell = state[AT + piece]
        if cell != NOWHERE:
            for direction in range(6):
                if reach(state, cell, direction) > 0:
                    return True
    return False


@kernel
def rank(state: Numbers, cell: int, direction: int) -> int:
    """The strength of the piece and of those of its side that stand behind it in a row."""
    side, total, here = state[SIDE + state[cell]], 0, cell
    while state[SIDE + state[here]] == side:
        total += 1 if state[here] % MEN else 2
        here = NEXT[here * 6 + direction]
    return total


@kernel
def prevails(state: Numbers, start: int, target: int, direction: int, steps: int) -> bool:
    """Whether the attack from cell to cell is the stronger; two steps give momentum."""
    attack = rank(state, start, (direction + 3) % 6) + (steps == STEPS)
    return bool(attack > rank(state, target, direction))


@kernel
def row_ahead(state: Numbers, attacker: int, target: int, direction: int) -> tuple[int, int]:
    """How many pieces a push at the target would move, and what the row does."""
    length, here, side = 1, target, state[SIDE + attacker]
    while True:
        beyond = NEXT[here * 6 + direction]
        code = state[beyond]
        if beyond == THRONE and (state[THRONE_HOLDS] or state[here] % MEN):
            return length, HOLDS
        if code == EMPTY:
            return length, YIELDS
        if code in (HOLE, WALL):
            return length, FALLS
        allied = state[SIDE + code] == side and code // MEN != attacker // MEN
        if code == SHIELD or allied:
            return length, HOLDS
        length, here = length + 1, beyond

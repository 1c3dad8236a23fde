"""The search: alpha-beta for two players, best replies for more, one seat alone in a race.

All scores are the searching seat's: it maximises, everybody else minimises. Of several opponents
only one makes a considered reply between two moves of the seat; the others play the move that
promises most. So a search with five opponents looks as far ahead as one with a single opponent,
and every position in it is one that can arise.

These functions are compiled with a game's kernels, and run as they stand over its pure rules: see
`searcher`. The `Desk` is what a search works on; the numbers that change are in its `control`.
"""

from typing import NamedTuple

from meadhall.bots.unbound import (
    evaluate,
    hand,
    key,
    legal,
    make,
    payoff,
    promise,
    to_move,
    unmake,
)
from meadhall.core.fast import NOBODY, Array

# What the numbers in `control` are.
NODES, LIMIT, STOP, ABORTED = 0, 1, 2, 3
ROOT, SOLO, CROWD, PLY, REPLIED, SCORE = 4, 5, 6, 7, 8, 9
CONTROLS = 10

DECIDED = 1_000_000
"""A won match scores this, and more the earlier it is won."""
ENDLESS = 1 << 40

ENTRY = 3  # a table entry is a key, a score, and the rest packed into one number
EXACT, LOWER, UPPER = 1, 2, 3

MOVE_BITS = 20
MOVE = (1 << MOVE_BITS) - 1
HINT = 1 << 40
QUIET = 1 << 50
"""Marks an opponent's move that is no considered reply."""
EAGER = 8
"""So many moves of a position are sorted; by then the order hardly matters."""


class Desk(NamedTuple):
    """The memory of a search: a row of moves for each ply, the table, the control numbers."""

    moves: Array
    table: Array
    control: Array


def place(state: Array, desk: Desk) -> int:
    """Where in the table this position is kept, told apart by whether a reply was made."""
    entries = len(desk.table) // ENTRY
    return (key(state) ^ desk.control[REPLIED]) % entries * ENTRY


def settle(state: Array, desk: Desk, depth: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Whether the score is known without looking further, and the score."""
    control, table = desk.control, desk.table
    control[NODES] += 1
    if to_move(state) == NOBODY:
        return True, payoff(state, control[ROOT]) * (DECIDED + depth)
    if depth <= 0:
        return True, evaluate(state, control[ROOT])
    if control[NODES] >= control[LIMIT] or control[STOP]:
        control[ABORTED] = 1
        return True, 0
    at = place(state, desk)
    if table[at] != key(state) ^ control[REPLIED] or (table[at + 2] >> 2 & 255) < depth:
        return False, 0
    score, bound = table[at + 1], table[at + 2] & 3
    enough = (bound != UPPER and score >= beta) or (bound != LOWER and score <= alpha)
    return bound == EXACT or enough, score


def choices(state: Array, desk: Desk) -> int:
    """Writes the moves to be tried into the row of this ply, with their worth; says how many."""
    control, at = desk.control, place(state, desk)
    row = desk.moves[control[PLY]]
    count = legal(state, row)
    hint = desk.table[at + 2] >> 10 if desk.table[at] == key(state) ^ control[REPLIED] else -1
    best = 0
    for number in range(count):
        move = row[number]
        row[number] = promise(state, move) << MOVE_BITS | move
        if move == hint:
            row[number] += HINT
        best = max(best, row[number])
    if count == 0 or to_move(state) == control[ROOT] or not control[CROWD]:
        return count
    if control[REPLIED]:
        row[0] = best | QUIET
        return 1
    row[count] = best | QUIET
    return count + 1


def pick(row: Array, number: int, count: int) -> int:
    """The worthiest of the moves from that number on, brought forward to it."""
    if number < EAGER:
        best = number
        for other in range(number + 1, count):
            if row[other] > row[best]:
                best = other
        entry = row[best]
        row[best] = row[number]
        row[number] = entry
    return row[number]


def play(state: Array, desk: Desk, entry: int) -> int:
    """Plays the move and notes whether it was a reply; returns what takes it back."""
    control = desk.control
    mine = to_move(state) == control[ROOT]
    undo = make(state, entry & MOVE)
    control[PLY] += 1
    if mine:
        control[REPLIED] = 0
    elif not entry & QUIET:
        control[REPLIED] = 1
    if control[SOLO] and to_move(state) != NOBODY:
        hand(state, control[ROOT])
    return undo


def descend(state: Array, desk: Desk, depth: int, alpha: int, beta: int) -> int:
    """The score of the position as far as `depth` considered moves show it."""
    settled, score = settle(state, desk, depth, alpha, beta)
    if settled:
        return score
    control = desk.control
    ply, replied = control[PLY], control[REPLIED]
    mine = to_move(state) == control[ROOT]
    low, high, favourite = alpha, beta, 0
    best = -ENDLESS if mine else ENDLESS
    count = choices(state, desk)
    for number in range(count):
        entry = pick(desk.moves[ply], number, count)
        undo = play(state, desk, entry)
        score = descend(state, desk, depth if entry & QUIET else depth - 1, low, high)
        unmake(state, entry & MOVE, undo)
        control[PLY], control[REPLIED] = ply, replied
        if control[ABORTED]:
            return 0
        if (mine and score > best) or (not mine and score < best):
            best, favourite = score, entry & MOVE
        if mine:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    if count == 0:
        return evaluate(state, control[ROOT])
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    at = place(state, desk)
    desk.table[at] = key(state) ^ replied
    desk.table[at + 1] = best
    desk.table[at + 2] = favourite << 10 | depth << 2 | bound
    return best


def rank(state: Array, desk: Desk, roots: Array, depth: int) -> int:
    """Which of the root moves is best, or -1 if there was no time for any; SCORE says how good."""
    control = desk.control
    best, score = -1, -ENDLESS
    for number in range(len(roots)):
        undo = play(state, desk, roots[number])
        found = descend(state, desk, depth - 1, score, ENDLESS)
        unmake(state, roots[number], undo)
        control[PLY], control[REPLIED] = 0, 0
        if control[ABORTED]:
            break
        if found > score:
            best, score = number, found
    control[SCORE] = score
    return best

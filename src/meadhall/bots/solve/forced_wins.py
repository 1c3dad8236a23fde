"""Searches for forced wins: can a seat win within a number of plies, whatever the other does?

The answer is yes or no, so one reply that holds refutes a move, and one move that wins proves a
position. It is a number: `plies + 1` if the attacker wins within `plies`, else `-plies`: it does
not win within so many, as far as was looked. `-NEVER` says that it cannot win at all, because the
match has ended on every line that was looked at.

A position is searched together with the plies that are left, so no position repeats itself on a
line, and what the table says about a position holds wherever it comes up.

These functions call a game's kernels, like those of `search.alphabeta`.
"""

from meadhall.bots.deadline import STOP
from meadhall.bots.search.unbound import (
    in_secret,
    key,
    legal,
    make,
    payoff,
    promise,
    to_move,
    unmake,
)
from meadhall.bots.solve.solver_memory import (
    ABORTED,
    ATTACKER,
    ENTRY,
    LIMIT,
    NODES,
    PLY,
    SolverMemory,
)
from meadhall.core.fast_lane import NOBODY, Array

NEVER = 255

# An entry in a row of moves, from the low bits up: the move, what it promises, two flags.
MOVE_BITS = 20
MOVE = (1 << MOVE_BITS) - 1
KILLER, TABLE_MOVE = 1 << 40, 1 << 41
SORTED = 12
"""How many moves of a position are sorted; after these the order hardly matters."""
# The second number of a table's entry, from the low bits up: the answer if it is a win, the plies
# without a win, the best move plus one. Zeros know nothing.
BYTE = 255


def entry_index(state: Array, memory: SolverMemory) -> int:
    """Where the table keeps the position. The table's last number is the mask of its size."""
    return int(key(state) & memory.table[-1]) * ENTRY


def early_answer(state: Array, memory: SolverMemory, left: int) -> tuple[bool, int]:
    """Whether the answer is known without looking at the moves, and the answer."""
    control, table = memory.control, memory.table
    control[NODES] += 1
    if to_move(state) == NOBODY:
        return True, 1 if payoff(state, control[ATTACKER]) > 0 else -NEVER
    # Seats that choose in secret do not know each other's choice: nothing is claimed beyond that.
    if left == 0 or in_secret(state):
        return True, 0
    if control[NODES] >= control[LIMIT] or control[STOP]:
        control[ABORTED] = 1
        # Callers look at ABORTED before they use this answer.
        return True, 0
    at = entry_index(state, memory)
    if table[at] != key(state):
        return False, 0
    won, held = table[at + 1] & BYTE, table[at + 1] >> 8 & BYTE
    if 0 < won <= left + 1:
        return True, won
    return held >= left, -held


def store_answer(state: Array, memory: SolverMemory, answer: int, move: int) -> None:
    """Writes the answer into the table. What it knows about other plies is kept."""
    table, at = memory.table, entry_index(state, memory)
    known = table[at + 1] & 0xFFFF if table[at] == key(state) else 0
    known = known & 0xFF00 | answer if answer > 0 else known & BYTE | -answer << 8
    table[at] = key(state)
    table[at + 1] = known | (move + 1) << 16


def list_moves(state: Array, memory: SolverMemory) -> int:
    """Writes the moves into the row of this ply, with their promise; returns how many."""
    ply, at = memory.control[PLY], entry_index(state, memory)
    row, killers = memory.moves[ply], memory.killers[ply]
    best = (memory.table[at + 1] >> 16) - 1 if memory.table[at] == key(state) else -1
    count = legal(state, row)
    for number in range(count):
        move = row[number]
        row[number] = promise(state, move) << MOVE_BITS | move
        if move == best:
            row[number] += TABLE_MOVE
        elif killers[0] == move + 1 or killers[1] == move + 1:
            row[number] += KILLER
    return int(count)


def pick_move(row: Array, number: int, count: int) -> int:
    """The most promising move of the row from `number` on, swapped to that place."""
    if number < SORTED:
        best = number
        for other in range(number + 1, count):
            if row[other] > row[best]:
                best = other
        entry = row[best]
        row[best] = row[number]
        row[number] = entry
    return int(row[number] & MOVE)


def remember_killer(memory: SolverMemory, ply: int, move: int) -> None:
    """Remembers a move that settled a position of this ply; its neighbours often need the same."""
    killers = memory.killers[ply]
    if killers[0] != move + 1:
        killers[1] = killers[0]
        killers[0] = move + 1


def one_ply_earlier(answer: int) -> int:
    """The answer about the position before, if the move to this one decides."""
    return answer + 1 if answer > 0 else max(-NEVER, answer - 1)


def forced_win(state: Array, memory: SolverMemory, left: int) -> int:
    """Whether the attacker wins within the plies that are left."""
    known, answer = early_answer(state, memory, left)
    if known:
        return answer
    control = memory.control
    ply, mine = control[PLY], to_move(state) == control[ATTACKER]
    best, best_move = -NEVER - 1, 0
    count = list_moves(state, memory)
    for number in range(count):
        move = pick_move(memory.moves[ply], number, count)
        undo = make(state, move)
        control[PLY] = ply + 1
        answer = one_ply_earlier(forced_win(state, memory, left - 1))
        control[PLY] = ply
        unmake(state, move, undo)
        # The state is restored by now. Nothing is stored, because the answer is unfinished.
        if control[ABORTED]:
            return 0
        if (answer > 0) == mine:
            best, best_move = answer, move
            remember_killer(memory, ply, move)
            break
        # The attacker's quickest move counts, and the other seat's longest resistance. Among moves
        # that do not win it is the one about which least is known.
        if answer > best:
            best, best_move = answer, move
    if count == 0:
        return 0
    store_answer(state, memory, best, best_move)
    return best


def prove(state: Array, memory: SolverMemory, plies: int) -> int:
    """The answer about the first position. If ABORTED is set, it means nothing."""
    control = memory.control
    control[PLY], control[ABORTED] = 0, 0
    return forced_win(state, memory, plies)


PARTS = (
    entry_index,
    early_answer,
    store_answer,
    list_moves,
    pick_move,
    remember_killer,
    one_ply_earlier,
    forced_win,
    prove,
)
"""The functions, each after those that it calls: the order in which they are bound."""

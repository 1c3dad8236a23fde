"""Alpha-beta search for two players, and best-reply search for more.

All scores are from the searching seat's point of view: it maximises, all others minimise. Of
several opponents only one makes a searched reply between two moves of the seat; the others play
the move that promises most, which costs no depth (this is known as BRS+). So a search with five
opponents looks as far ahead as one with a single opponent. In a race, a seat may also search its
own moves only.

The first move of a position is searched with the whole window, every other one with a null window
that only asks whether it is better (PVS). In a duel, late moves are searched less deep first, and
shortly before the horizon the last ones not at all. A search of up to `EXACT_DEPTH` plies does
neither, so its score does not depend on the order of moves.

These functions call a game's kernels. `lanes` compiles them for a fast lane, and runs them as they
are over the pure rules. All memory is in `Buffers`.
"""

from meadhall.bots.chances import DECISIVE
from meadhall.bots.deadline import STOP
from meadhall.bots.search.buffers import (
    ABORTED,
    BUCKET,
    CROWD,
    ENTRY,
    HORIZON,
    KILLERS,
    LIMIT,
    NODES,
    PLY,
    REPLIED,
    ROOT,
    SCORE,
    SLOTS,
    SOLO,
    Buffers,
)
from meadhall.bots.search.unbound import (
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
from meadhall.core.fast_lane import NOBODY, Array

INFINITY = 1 << 40
EXACT, LOWER, UPPER = 1, 2, 3
"""Whether a stored score is exact or a bound."""

# An entry in a row of moves, from the low bits up: the move, its history, what it promises, flags.
MOVE_BITS, HISTORY_BITS = 20, 8
MOVE = (1 << MOVE_BITS) - 1
MOST_HISTORY = (1 << HISTORY_BITS) - 1
KILLER = 1 << 50
"""Marks a move that refuted another one at this ply."""
TABLE_MOVE = 1 << 52
"""Marks the best move of an earlier search, which is tried first."""
EXPECTED_BIT = 55
EXPECTED = 1 << EXPECTED_BIT
"""Marks the move that an opponent plays by its promise alone, in place of a searched reply."""
SORTED = 20
"""How many moves of a position are sorted; after these the order hardly matters."""

EXACT_DEPTH = 3
LATE, VERY_LATE = 4, 12
"""From these places in the order on, a move is first searched one or two plies less deep."""
ENOUGH = 10
"""How many moves are searched one ply before the horizon, and twice as many two plies before."""
MOST_PLIES = 1 << 10
"""More than the plies of any search."""


def entry_index(state: Array, buffers: Buffers) -> int:
    """Where the table keeps this position: the first of two places.

    The last number of the table is the bit mask of its size, a power of two.
    """
    return int(key(state) & buffers.table[-1]) * BUCKET


def find_entry(state: Array, buffers: Buffers) -> int:
    """The place of this position's entry, or -1. With and without a reply it is another one."""
    table, at = buffers.table, entry_index(state, buffers)
    known = key(state) ^ buffers.control[REPLIED]
    for place in range(at, at + BUCKET, ENTRY):
        # Threads write to one table without a lock. The key is stored with a checksum, so an entry
        # that two of them wrote at once does not match. An empty entry has no depth.
        if table[place] ^ table[place + 1] ^ table[place + 2] == known and table[place + 2]:
            return place
    return -1


def final_score(state: Array, control: Array, ply: int) -> int:
    """The score of a finished match, `ply` moves from the root: an early win is the better one."""
    paid = payoff(state, control[ROOT])
    if paid == 0:
        return 0
    return paid * DECISIVE + (MOST_PLIES - ply if paid > 0 else ply - MOST_PLIES)


# In the table a win counts from the position, in the search from the root.
def shift_wins(score: int, plies: int) -> int:
    """The score, if it is decisive, as it is when the position lies `plies` nearer to the root."""
    if score >= DECISIVE:
        return score + plies
    return score - plies if score <= -DECISIVE else score


def is_whole(control: Array) -> bool:
    """Whether every move has to be searched to its full depth.

    A shallow search is exact. A plan of one's own asks for the quickest win, and among several
    opponents there are few replies.
    """
    return bool(control[HORIZON] <= EXACT_DEPTH or control[SOLO] or control[CROWD])


def early_score(
    state: Array, buffers: Buffers, depth: int, alpha: int, beta: int
) -> tuple[bool, int]:
    """Whether the score is known without searching the moves, and the score."""
    control = buffers.control
    control[NODES] += 1
    if to_move(state) == NOBODY:
        return True, final_score(state, control, control[PLY])
    # Expected moves cost no depth. Once the searching seat is out of the match, the others play on
    # by expected moves alone, and only the rows for them end the line.
    if depth <= 0 or control[PLY] >= len(buffers.moves) - 1:
        return True, evaluate(state, control[ROOT])
    # After the two cases above, so a search of depth 1 is never cut short and has an answer.
    if control[NODES] >= control[LIMIT] or control[STOP]:
        control[ABORTED] = 1
        # Callers look at ABORTED before they use this score.
        return True, 0
    at = find_entry(state, buffers)
    if at < 0:
        return False, 0
    score, rest = shift_wins(buffers.table[at + 1], -control[PLY]), buffers.table[at + 2]
    bound = rest & 3
    enough = (bound != UPPER and score >= beta) or (bound != LOWER and score <= alpha)
    return rest >> 2 & 255 >= depth and (bound == EXACT or enough), score


def history_slot(seat: int, move: int) -> int:
    """Where the history of a seat's move is; moves share a place if a game has very many."""
    return (seat & 1) * SLOTS + (move & SLOTS - 1)


def list_moves(state: Array, buffers: Buffers) -> int:
    """Writes the moves to search into the row of this ply, with their order; returns how many."""
    control, killers = buffers.control, buffers.killers
    ply, seat, at = control[PLY], to_move(state), find_entry(state, buffers)
    row = buffers.moves[ply]
    count = legal(state, row)
    table_move = buffers.table[at + 2] >> 10 if at >= 0 else -1
    best = 0
    for number in range(count):
        move = row[number]
        # Entries compare by promise, then by move, so equals have the same order in every run.
        order = promise(state, move) << HISTORY_BITS
        # Not in a crowd: what refuted a plan elsewhere says nothing of what opponents will play.
        if not control[CROWD]:
            order += buffers.history[history_slot(seat, move)]
            if move + 1 in (killers[KILLERS * ply], killers[KILLERS * ply + 1]):
                order += KILLER >> MOVE_BITS
        row[number] = order << MOVE_BITS | move
        if move == table_move:
            row[number] += TABLE_MOVE
        best = max(best, row[number])
    if count == 0 or seat == control[ROOT] or not control[CROWD]:
        return count
    if control[REPLIED]:  # another opponent has replied: this one plays as expected
        row[0] = best | EXPECTED
        return 1
    # Or the opponent plays as expected and leaves the searched reply to another one.
    row[count] = best | EXPECTED
    return count + 1


def pick_move(row: Array, number: int, count: int) -> int:
    """The most promising entry of the row from `number` on, swapped to that place."""
    # A selection sort that stops early: after a cutoff the rest of the row is never needed.
    if number < SORTED:
        best = number
        for other in range(number + 1, count):
            if row[other] > row[best]:
                best = other
        entry = row[best]
        row[best] = row[number]
        row[number] = entry
    return int(row[number])


def play_move(state: Array, buffers: Buffers, entry: int) -> int:
    """Plays the move and updates PLY and REPLIED; returns what `unmake` needs."""
    control = buffers.control
    mine = to_move(state) == control[ROOT]
    undo = make(state, entry & MOVE)
    control[PLY] += 1
    if mine:
        control[REPLIED] = 0
    elif not entry & EXPECTED:
        control[REPLIED] = 1
    # The others are skipped. `unmake` takes the mover from `undo`, so this needs no undoing.
    if control[SOLO] and to_move(state) != NOBODY:
        hand(state, control[ROOT])
    return undo


def leaf_score(state: Array, control: Array, move: int) -> int:
    """The score after the move, where the search ends. It spares a call and a table lookup."""
    undo = make(state, move)
    control[NODES] += 1
    if to_move(state) == NOBODY:
        score = final_score(state, control, control[PLY] + 1)
    else:
        score = evaluate(state, control[ROOT])
    unmake(state, move, undo)
    return score


def reduction(control: Array, depth: int, number: int, entry: int) -> int:
    """How many plies less deep the move is searched at first: late moves are seldom good."""
    if depth < EXACT_DEPTH or number < LATE or entry >= KILLER or is_whole(control):
        return 0
    return 2 if number >= VERY_LATE and depth > EXACT_DEPTH else 1


def most_moves(control: Array, depth: int, count: int) -> int:
    """How many of the moves are searched: near the horizon the least promising are left out."""
    if depth >= EXACT_DEPTH or is_whole(control):
        return count
    return min(count, ENOUGH * depth)


def note_cutoff(state: Array, buffers: Buffers, move: int, depth: int) -> None:
    """Remembers a move that refuted another one, so that it is tried early elsewhere."""
    killers, at = buffers.killers, KILLERS * buffers.control[PLY]
    if killers[at] != move + 1:
        killers[at + 1] = killers[at]
        killers[at] = move + 1
    slot = history_slot(to_move(state), move)
    # The nearer to the limit, the smaller the step, so a number never leaves its bits.
    buffers.history[slot] += (MOST_HISTORY - buffers.history[slot]) * min(depth * depth, 64) >> 8


def null_window(number: int, mine: bool, low: int, high: int) -> tuple[int, int]:  # noqa: FBT001
    """The window for a move: the whole one for the first, for others the narrowest one."""
    if number == 0:
        return low, high
    return (low, low + 1) if mine else (high - 1, high)


def is_unsettled(mine: bool, score: int, low: int, high: int, less: int) -> bool:  # noqa: FBT001
    """Whether a move is better than the best so far, and has to be searched again to say how much.

    `less` is by how many plies its search was reduced.
    """
    is_better = score > low if mine else score < high
    return is_better and (less > 0 or low < score < high)


# The bits of `rest`, from the lowest: 2 for the bound, 8 for the depth, then the best move.
def store_score(state: Array, buffers: Buffers, score: int, rest: int) -> None:
    """Writes the position's score into the table, unless the search was ended before it was known.

    The first place keeps the deeper search of two positions, the second one the later.
    """
    if buffers.control[ABORTED]:
        return
    table, control, at = buffers.table, buffers.control, entry_index(state, buffers)
    known = key(state) ^ control[REPLIED]
    is_same = table[at] ^ table[at + 1] ^ table[at + 2] == known
    if not is_same and table[at + 2] >> 2 & 255 > rest >> 2 & 255:
        at += ENTRY
    if rest & 3 == (LOWER if to_move(state) == control[ROOT] else UPPER):
        note_cutoff(state, buffers, rest >> 10, rest >> 2 & 255)
    score = shift_wins(score, control[PLY])
    table[at] = known ^ score ^ rest
    table[at + 1] = score
    table[at + 2] = rest


def minimax(state: Array, buffers: Buffers, depth: int, alpha: int, beta: int) -> int:
    """The score of the position, searched to `depth` moves; expected moves do not count."""
    known, score = early_score(state, buffers, depth, alpha, beta)
    if known:
        return score
    control = buffers.control
    ply, replied = control[PLY], control[REPLIED]
    row, mine = buffers.moves[ply], to_move(state) == control[ROOT]
    low, high, best_move = alpha, beta, 0
    best = -INFINITY if mine else INFINITY
    count = list_moves(state, buffers)
    for number in range(most_moves(control, depth, count)):
        entry = pick_move(row, number, count)
        # EXPECTED is the highest bit of an entry, so the shift adds 1: the move costs no depth.
        move, ahead = entry & MOVE, depth - 1 + (entry >> EXPECTED_BIT)
        if ahead == 0:
            score = leaf_score(state, control, move)
        else:
            less = reduction(control, depth, number, entry)
            floor, roof = null_window(number, mine, low, high)
            undo = play_move(state, buffers, entry)
            score = minimax(state, buffers, ahead - less, floor, roof)
            if number > 0 and is_unsettled(mine, score, low, high, less):
                score = minimax(state, buffers, ahead, low, high)
            unmake(state, move, undo)
            control[PLY], control[REPLIED] = ply, replied
        if (mine and score > best) or (not mine and score < best):
            best, best_move = score, move
        low, high = (max(low, best), high) if mine else (low, min(high, best))
        # After an end the state is restored, but the score is unfinished; callers look at ABORTED.
        if low >= high or control[ABORTED]:
            break
    if count == 0:
        return evaluate(state, control[ROOT])
    # Scores have one point of view, so bounds mean the same at every node.
    bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
    store_score(state, buffers, best, best_move << 10 | depth << 2 | bound)
    return best


def search_roots(state: Array, buffers: Buffers, roots: Array, depth: int) -> int:
    """The number of the best root move, -1 if there was no time for any; SCORE has its score."""
    control = buffers.control
    control[HORIZON] = depth
    best, best_score = -1, -INFINITY
    ceiling = -best_score  # for a literal, Numba would compile the recursion a second time
    for number in range(len(roots)):
        undo = play_move(state, buffers, roots[number])
        roof = best_score + 1 if number else ceiling
        score = minimax(state, buffers, depth - 1, best_score, roof)
        if number and score > best_score:
            score = minimax(state, buffers, depth - 1, best_score, ceiling)
        unmake(state, roots[number], undo)
        control[PLY], control[REPLIED] = 0, 0
        if control[ABORTED]:
            break
        # A move that is no better gets only an upper bound, so an equal score does not count.
        if score > best_score:
            best, best_score = number, score
    control[SCORE] = best_score
    return best


PARTS = (
    entry_index,
    find_entry,
    final_score,
    shift_wins,
    is_whole,
    early_score,
    history_slot,
    list_moves,
    pick_move,
    play_move,
    leaf_score,
    reduction,
    most_moves,
    note_cutoff,
    null_window,
    is_unsettled,
    store_score,
    minimax,
    search_roots,
)
"""The functions, each after those that it calls: the order in which they are bound."""

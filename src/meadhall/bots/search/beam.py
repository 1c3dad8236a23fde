"""Plans a race: a beam search over one seat's own moves, as if the others stood still.

From each step to the next, only the best positions are kept, as many as the beam is wide. Where the
game has a table of the end of the race, a plan is complete as soon as it gets there, and its number
of moves is exact from then on.

These functions call a game's kernels, like those of `alphabeta`, but they run compiled only.
"""

from typing import NamedTuple

from meadhall.bots.deadline import STOP
from meadhall.bots.search.unbound import (
    end_index,
    evaluate,
    hand,
    key,
    legal,
    make,
    payoff,
    to_move,
    unmake,
)
from meadhall.core.fast_lane import NOBODY, Array

# The indices of `control`. STOP, in `deadline`, is one more.
NODES, LIMIT, ABORTED = 0, 1, 3
"""Positions visited, how many may be, and whether the plan was ended by that or by STOP."""
SEAT, STEP, COUNT = 4, 5, 6
"""The planning seat, the number of the present move, and how many candidates it has."""
MOVES, FIRST = 7, 8
"""The length of the shortest plan, `UNPLANNED` without one, and the move that it begins with."""
WITH_TABLE = 9
"""Whether there is a table of the end."""
CONTROLS = 10
UNPLANNED = 1 << 20
LONGEST = 150
"""A plan that takes longer is given up; a match does not last so long."""
NUMBER_BITS = 24


class PlanBuffers(NamedTuple):
    """The memory of a plan. `states`, `origins`: twice the beam, for two steps in turn.

    An origin is the first move of the plan. `candidates` has four rows: rank, position in the beam,
    move and key. `keys` is a hash set of the keys of a step; `moves` has room for one position's.
    """

    states: Array
    origins: Array
    candidates: Array
    keys: Array
    moves: Array
    roots: Array
    table: Array
    control: Array


def known_moves(state: Array, buffers: PlanBuffers, seat: int) -> int:
    """How many moves the seat still needs, if that is known; else -1."""
    if to_move(state) == NOBODY:
        return 0 if payoff(state, seat) > 0 else -1
    if not buffers.control[WITH_TABLE]:
        return -1
    index = end_index(state, seat)
    return int(buffers.table[index]) if index >= 0 else -1


def list_plan_moves(state: Array, buffers: PlanBuffers) -> int:
    """Writes the moves to try; the first move of a plan is one of the roots."""
    if buffers.control[STEP] > 1:
        return int(legal(state, buffers.moves))
    for number in range(len(buffers.roots)):
        buffers.moves[number] = buffers.roots[number]
    return len(buffers.roots)


def add_candidates(state: Array, buffers: PlanBuffers, side: int, parent: int) -> None:
    """Tries all moves of a position in the beam: they complete a plan or become candidates."""
    control, candidates = buffers.control, buffers.candidates
    seat = control[SEAT]
    for number in range(list_plan_moves(state, buffers)):
        move = buffers.moves[number]
        undo = make(state, move)
        control[NODES] += 1
        left = known_moves(state, buffers, seat)
        if left >= 0 and control[STEP] + left < control[MOVES]:
            control[MOVES] = control[STEP] + left
            control[FIRST] = move if control[STEP] == 1 else buffers.origins[side, parent]
        count = control[COUNT]
        if left < 0 and to_move(state) != NOBODY and count < candidates.shape[1]:
            hand(state, seat)
            # The number makes ranks unique, so equals have the same order in every run.
            candidates[0, count] = -evaluate(state, seat) << NUMBER_BITS | count
            candidates[1, count], candidates[2, count] = parent, move
            candidates[3, count] = key(state)
            control[COUNT] += 1
        unmake(state, move, undo)


def add_key(keys: Array, position: int) -> bool:
    """Adds the key to the hash set; false if it is there already."""
    mask = len(keys) - 1
    at = position & mask
    while keys[at] != 0:
        if keys[at] == position:
            return False
        at = (at + 1) & mask
    keys[at] = position
    return True


def fill_beam(buffers: PlanBuffers, ranks: Array, side: int, width: int) -> int:
    """Plays the best candidates, each position once; returns how many there are."""
    control, candidates, kept = buffers.control, buffers.candidates, 0
    buffers.keys[:] = 0
    for rank in ranks:
        number = rank & (1 << NUMBER_BITS) - 1
        if not add_key(buffers.keys, candidates[3, number]):
            continue
        parent, move = candidates[1, number], candidates[2, number]
        state = buffers.states[1 - side, kept]
        state[:] = buffers.states[side, parent]
        make(state, move)
        hand(state, control[SEAT])
        first = move if control[STEP] == 1 else buffers.origins[side, parent]
        buffers.origins[1 - side, kept] = first
        kept += 1
        if kept == width:
            break
    return kept


def plan(state: Array, buffers: PlanBuffers, width: int) -> int:
    """Writes the shortest plan that a beam of this width finds; returns its number of moves."""
    control = buffers.control
    control[MOVES], control[ABORTED] = UNPLANNED, 0
    buffers.states[0, 0, :] = state
    side, count = 0, 1
    # A position in the beam needs one move more at least, or the plan would be complete.
    for step in range(1, LONGEST):
        if step >= control[MOVES] or count == 0:
            break
        control[STEP], control[COUNT] = step, 0
        for number in range(count):
            add_candidates(buffers.states[side, number], buffers, side, number)
            if control[NODES] >= control[LIMIT] or control[STOP]:
                control[ABORTED] = 1
                return int(control[MOVES])
        ranks = buffers.candidates[0, : control[COUNT]].copy()
        ranks.sort()
        count = fill_beam(buffers, ranks, side, width)
        side = 1 - side
    return int(control[MOVES])


PARTS = (known_moves, list_plan_moves, add_candidates, add_key, fill_beam, plan)
"""The functions, each after those that it calls: the order in which they are bound."""

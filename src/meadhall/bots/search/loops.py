"""Loops over any game's kernels: random playouts and perft.

`lanes.loops_for` compiles them for a game.
"""

from meadhall.bots.search.unbound import legal, make, to_move, unmake
from meadhall.core.fast_lane import NOBODY, Array
from meadhall.kit.luck import draw, random_step


def playout(state: Array, moves: Array, random: int, cap: int) -> int:
    """Plays random moves on the array to the end, or `cap` plies; returns the number of plies."""
    for ply in range(cap):
        if to_move(state) == NOBODY:
            return ply
        count = legal(state, moves)
        random = random_step(random)
        make(state, moves[draw(random, count)])
    return cap


def playouts(first: Array, moves: Array, seed: int, cap: int, count: int) -> int:
    """Plays `count` matches from the first position; returns the number of plies in all."""
    state = first.copy()
    plies = 0
    for number in range(count):
        state[:] = first
        plies += playout(state, moves, random_step(seed + number), cap)
    return plies


def perft(state: Array, moves: Array, depth: int) -> int:
    """The number of sequences of `depth` moves; `moves` has a row for each depth."""
    if to_move(state) == NOBODY:
        return 0
    count = legal(state, moves[depth])
    if depth == 1:
        return count
    total = 0
    for number in range(count):
        move = moves[depth, number]
        undo = make(state, move)
        total += perft(state, moves, depth - 1)
        unmake(state, move, undo)
    return total

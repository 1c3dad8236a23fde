"""The growing of a search tree: upper confidence bounds for any number of seats.

Every seat looks after itself: a node's total is what the seat that moved there got. A round walks
down the tree, opens one new node, plays on at random for `HORIZON` plies and asks the evaluation,
or the rules where the match is over. All arithmetic is in integers and exact roots, so the same
seed grows the same tree everywhere.

Like the search in `alphabeta`, these functions are compiled with a game's kernels, and run as they
stand over its pure rules: see `lanes`.
"""

from math import sqrt
from typing import NamedTuple

from meadhall.bots.unbound import draw, evaluate, legal, make, payoff, random_step, to_move, unmake
from meadhall.core.fast import NOBODY, Array

# What the numbers in `control` are. STOP is where `alphabeta` has it, for the same watch.
USED, ROUNDS, STOP, HORIZON, CURIOSITY, RANDOM = 0, 1, 2, 3, 4, 5
CONTROLS = 6

UNIT = 1000
"""A win is worth this much."""
TEMPER = 120
"""An evaluation of this size is worth half a win."""
UNOPENED = 0
DEEPEST = 512

MOVE, SEAT, FIRST, COUNT, VISITS, TOTAL = 0, 1, 2, 3, 4, 5
FIELDS = 6


class Tree(NamedTuple):
    """The memory: a row of fields for each node, the way down, a row of moves, control numbers."""

    nodes: Array
    way: Array
    moves: Array
    control: Array


def confidence(visits: int, total: int, parent: int, curiosity: int) -> int:
    """What to expect of a node at best, given how often it and its parent were visited."""
    whole = 0
    while parent >> (whole + 1):
        whole += 1
    log = (whole << 10) + (parent << 10 >> whole) - 1024
    return total // visits + int(curiosity * sqrt(log / (visits << 10)))


def favourite(tree: Tree, node: int, random: int) -> int:
    """The child to look at next: one never seen, or the one of which most can be hoped."""
    nodes = tree.nodes
    first, count = nodes[node, FIRST], nodes[node, COUNT]
    start = draw(random, count)
    best, hope = -1, 0
    for number in range(count):
        child = first + (start + number) % count
        if nodes[child, VISITS] == 0:
            return child
        worth = confidence(
            nodes[child, VISITS], nodes[child, TOTAL], nodes[node, VISITS], tree.control[CURIOSITY]
        )
        if best < 0 or worth > hope:
            best, hope = child, worth
    return best


def unfold(state: Array, tree: Tree, node: int) -> bool:
    """Gives the node a child for each legal move; not if the tree is full."""
    nodes, control = tree.nodes, tree.control
    count = legal(state, tree.moves)
    first = control[USED]
    if first + count > len(nodes) or count == 0:
        return False
    seat = to_move(state)
    for number in range(count):
        nodes[first + number, MOVE] = tree.moves[number]
        nodes[first + number, SEAT] = seat
    nodes[node, FIRST], nodes[node, COUNT] = first, count
    control[USED] = first + count
    return True


def wander(state: Array, tree: Tree, length: int) -> int:
    """Plays on at random as far as the horizon, and says how long the way is then."""
    control, way = tree.control, tree.way
    for _ in range(control[HORIZON]):
        if to_move(state) == NOBODY or length == len(way):
            break
        control[RANDOM] = random_step(control[RANDOM])
        move = tree.moves[draw(control[RANDOM], legal(state, tree.moves))]
        way[length, 1], way[length, 2] = move, make(state, move)
        length += 1
    return length


def worth(state: Array, seat: int) -> int:
    """What the position is worth to the seat, from minus to plus a win."""
    if to_move(state) == NOBODY:
        return payoff(state, seat) * UNIT
    score = evaluate(state, seat)
    return score * UNIT // (abs(score) + TEMPER)


def descend(state: Array, tree: Tree) -> int:
    """Walks down to a node that was never visited, or to an end; says how long the way is."""
    nodes, way, control = tree.nodes, tree.way, tree.control
    node, length = 0, 0
    while to_move(state) != NOBODY and length < DEEPEST:
        if nodes[node, COUNT] == UNOPENED and not unfold(state, tree, node):
            break
        control[RANDOM] = random_step(control[RANDOM])
        node = favourite(tree, node, control[RANDOM])
        move = nodes[node, MOVE]
        way[length, 0], way[length, 1], way[length, 2] = node, move, make(state, move)
        length += 1
        if nodes[node, VISITS] == 0:
            break
    return length


def grow(state: Array, tree: Tree, rounds: int) -> None:
    """So many rounds, or until somebody marks STOP; the state is as it was afterwards."""
    nodes, way, control = tree.nodes, tree.way, tree.control
    for _ in range(rounds):
        if control[STOP]:
            return
        deep = descend(state, tree)
        length = wander(state, tree, deep)
        nodes[0, VISITS] += 1
        for step in range(deep):
            node = way[step, 0]
            nodes[node, VISITS] += 1
            nodes[node, TOTAL] += worth(state, nodes[node, SEAT])
        for step in range(length - 1, -1, -1):
            unmake(state, way[step, 1], way[step, 2])
        control[ROUNDS] += 1


def transplant(old: Tree, root: int, new: Tree) -> None:
    """The part of the old tree below the node, as a tree of its own."""
    nodes, kept = new.nodes, old.nodes
    for field in range(FIELDS):
        nodes[0, field] = kept[root, field]
    used, done = 1, 0
    while done < used:
        first, count = nodes[done, FIRST], nodes[done, COUNT]
        if count != UNOPENED:
            nodes[done, FIRST] = used
            for number in range(count):
                for field in range(FIELDS):
                    nodes[used + number, field] = kept[first + number, field]
            used += count
        done += 1
    new.control[USED] = used

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

from meadhall.bots.unbound import evaluate, key, legal, make, payoff, to_move, unmake
from meadhall.core.fast import NOBODY, Array
from meadhall.kit.luck import draw, random_step

# What the numbers in `control` are. STOP is where `alphabeta` has it, for the same watch.
USED, ROUNDS, STOP, HORIZON, CURIOSITY, TEMPER, RANDOM = 0, 1, 2, 3, 4, 5, 6
CONTROLS = 7

UNIT = 1000
"""A win is worth this much."""
LONGEST = 512
"""A way down the tree, and on at random, is at most this long."""


class Tree(NamedTuple):
    """The memory. The first six have an entry for each node, the next three for each step down.

    Entries of nodes that there are not yet may hold anything: filling them takes too long.
    """

    move: Array
    seat: Array
    first: Array
    count: Array
    visits: Array
    total: Array
    way: Array
    moved: Array
    undo: Array
    moves: Array
    control: Array


def confidence(visits: int, total: int, parent: int, curiosity: int) -> int:
    """What to expect of a node at best, given how often it and its parent were visited."""
    whole = 0
    while parent >> (whole + 1):
        whole += 1
    log = (whole << 10) + (parent << 10 >> whole) - 1024
    return total // visits + int(curiosity * sqrt(log / (visits << 10)))


def favourite(tree: Tree, node: int) -> int:
    """The child to look at next: one never seen, or the one of which most can be hoped."""
    control, first, count = tree.control, tree.first[node], tree.count[node]
    control[RANDOM] = random_step(control[RANDOM])
    start = draw(control[RANDOM], count)
    best, hope = -1, 0
    for number in range(count):
        child: int = first + (start + number) % count
        visits = tree.visits[child]
        if visits == 0:
            return child
        hoped = confidence(visits, tree.total[child], tree.visits[node], control[CURIOSITY])
        if best < 0 or hoped > hope:
            best, hope = child, hoped
    return best


def unfold(state: Array, tree: Tree, node: int) -> bool:
    """Gives the node a child for each legal move; not if the tree is full."""
    count, first = legal(state, tree.moves), tree.control[USED]
    if count == 0 or first + count > len(tree.visits):
        return False
    seat = to_move(state)
    for number in range(count):
        child = first + number
        tree.move[child], tree.seat[child] = tree.moves[number], seat
        tree.count[child], tree.visits[child], tree.total[child] = 0, 0, 0
    tree.first[node], tree.count[node] = first, count
    tree.control[USED] = first + count
    return True


def descend(state: Array, tree: Tree) -> int:
    """Walks down to a node that was never visited, or to an end; says how long the way is."""
    node, length = 0, 0
    while to_move(state) != NOBODY and length < LONGEST:
        if tree.count[node] == 0 and not unfold(state, tree, node):
            break
        node = favourite(tree, node)
        tree.way[length], tree.moved[length] = node, tree.move[node]
        tree.undo[length] = make(state, tree.move[node])
        length += 1
        if tree.visits[node] == 0:
            break
    return length


def wander(state: Array, tree: Tree, length: int) -> int:
    """Plays on at random as far as the horizon, and says how long the way is then."""
    control = tree.control
    for _ in range(control[HORIZON]):
        if to_move(state) == NOBODY or length == LONGEST:
            break
        control[RANDOM] = random_step(control[RANDOM])
        count = legal(state, tree.moves)
        tree.moved[length] = tree.moves[draw(control[RANDOM], count)]
        tree.undo[length] = make(state, tree.moved[length])
        length += 1
    return length


def worth(state: Array, seat: int, temper: int) -> int:
    """What the position is worth to the seat; an evaluation of `temper` is half a win."""
    if to_move(state) == NOBODY:
        return payoff(state, seat) * UNIT
    score = evaluate(state, seat)
    return score * UNIT // (abs(score) + temper)


def grow(state: Array, tree: Tree, rounds: int) -> None:
    """So many rounds, or until somebody marks STOP; the state is as it was afterwards.

    There is always one round, so that there is an answer.
    """
    control = tree.control
    for _ in range(rounds):
        deep = descend(state, tree)
        length = wander(state, tree, deep)
        tree.visits[0] += 1
        for step in range(deep):
            node = tree.way[step]
            tree.visits[node] += 1
            tree.total[node] += worth(state, tree.seat[node], control[TEMPER])
        for step in range(length - 1, -1, -1):
            unmake(state, tree.moved[step], tree.undo[step])
        control[ROUNDS] += 1
        if control[STOP]:
            return


def locate(state: Array, tree: Tree, node: int, wanted: int) -> int:
    """Which node from this one on has the key that is wanted, and something below it; else -1."""
    if key(state) == wanted:
        return node
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        if tree.count[child]:
            undo = make(state, tree.move[child])
            found = locate(state, tree, child, wanted)
            unmake(state, tree.move[child], undo)
            if found >= 0:
                return found
    return -1


def transplant(old: Tree, root: int, new: Tree) -> None:
    """The part of the old tree below the node, as a tree of its own."""
    used, done = 1, 0
    copied(old, root, new, 0)
    while done < used:
        first, count = new.first[done], new.count[done]
        new.first[done] = used
        for number in range(count):
            copied(old, first + number, new, used + number)
        used, done = used + count, done + 1
    new.control[USED] = used


def copied(old: Tree, source: int, new: Tree, target: int) -> None:
    """One node of the old tree, as it is, at its place in the new one."""
    new.move[target], new.seat[target] = old.move[source], old.seat[source]
    new.first[target], new.count[target] = old.first[source], old.count[source]
    new.visits[target], new.total[target] = old.visits[source], old.total[source]

"""Monte-Carlo tree search by upper confidence bounds (UCT), for any number of seats.

Each seat maximises its own result: a node's total is what the seat that moved there got. A round
walks down the tree, expands one new node, plays on at random for HORIZON plies, and asks the
evaluation, or the rules where the match is over. All values are integers and the roots are exact,
so the same seed grows the same tree on every machine.

Like `alphabeta`, these functions call a game's kernels; `lanes` binds them.
"""

from math import sqrt
from typing import NamedTuple

from meadhall.bots.deadline import STOP
from meadhall.bots.search.unbound import evaluate, key, legal, make, payoff, to_move, unmake
from meadhall.core.fast_lane import NOBODY, Array
from meadhall.kit.luck import draw, random_step

# The indices of `control`, besides STOP.
USED, ROUNDS = 0, 1
"""Nodes that the tree has, and rounds that were played."""
HORIZON, CURIOSITY, EVALUATION_SCALE, RANDOM = 3, 4, 5, 6
"""The bot's settings, and the state of the random generator."""
CONTROLS = 7

WIN_VALUE = 1000
LONGEST_PATH = 512
"""Plies in a round at most, in the tree and at random together."""


class Tree(NamedTuple):
    """The memory of a tree search.

    The first six arrays have an entry for each node, the next three for each ply of the current
    path. Entries beyond USED are not initialised, because clearing them would take too long.
    """

    move: Array
    seat: Array
    first: Array
    count: Array
    visits: Array
    total: Array
    path: Array
    path_moves: Array
    path_undo: Array
    moves: Array
    control: Array


def upper_bound(visits: int, total: int, parent: int, curiosity: int) -> int:
    """The upper confidence bound of a node that was visited in `visits` of `parent` rounds."""
    # The binary logarithm in 1024ths, linear between powers of two. Unlike a square root,
    # `math.log2` may differ in the last bit between machines.
    whole = 0
    while parent >> (whole + 1):
        whole += 1
    log = (whole << 10) + (parent << 10 >> whole) - 1024
    return total // visits + int(curiosity * sqrt(log / (visits << 10)))


def select_child(tree: Tree, node: int) -> int:
    """The child to visit next: one without visits, or the one with the greatest upper bound."""
    control, first, count = tree.control, tree.first[node], tree.count[node]
    control[RANDOM] = random_step(control[RANDOM])
    start = draw(control[RANDOM], count)  # a random start breaks ties
    best, best_bound = -1, 0
    for number in range(count):
        child: int = first + (start + number) % count
        visits = tree.visits[child]
        if visits == 0:
            return child
        bound = upper_bound(visits, tree.total[child], tree.visits[node], control[CURIOSITY])
        if best < 0 or bound > best_bound:
            best, best_bound = child, bound
    return best


def expand(state: Array, tree: Tree, node: int) -> bool:
    """Gives the node a child for each legal move; returns False if there is no room for them."""
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


def select_path(state: Array, tree: Tree) -> int:
    """Walks down to a node without visits, or to an end; returns the length of the path."""
    node, length = 0, 0
    while to_move(state) != NOBODY and length < LONGEST_PATH:
        if tree.count[node] == 0 and not expand(state, tree, node):
            break
        node = select_child(tree, node)
        tree.path[length], tree.path_moves[length] = node, tree.move[node]
        tree.path_undo[length] = make(state, tree.move[node])
        length += 1
        if tree.visits[node] == 0:
            break
    return length


def play_randomly(state: Array, tree: Tree, length: int) -> int:
    """Plays on at random as far as the horizon; returns the length of the path then."""
    control = tree.control
    for _ in range(control[HORIZON]):
        if to_move(state) == NOBODY or length == LONGEST_PATH:
            break
        control[RANDOM] = random_step(control[RANDOM])
        count = legal(state, tree.moves)
        tree.path_moves[length] = tree.moves[draw(control[RANDOM], count)]
        tree.path_undo[length] = make(state, tree.path_moves[length])
        length += 1
    return length


def value_for(state: Array, seat: int, evaluation_scale: int) -> int:
    """The position's value to the seat; an evaluation of `evaluation_scale` is half a win."""
    if to_move(state) == NOBODY:
        return payoff(state, seat) * WIN_VALUE
    score = evaluate(state, seat)
    return score * WIN_VALUE // (abs(score) + evaluation_scale)


def grow(state: Array, tree: Tree, rounds: int) -> None:
    """Plays rounds until the number is reached or STOP is set; restores the state.

    There is always at least one round, so that there is an answer.
    """
    control = tree.control
    for _ in range(rounds):
        deep = select_path(state, tree)
        length = play_randomly(state, tree, deep)
        tree.visits[0] += 1
        # The first `deep` steps are in the tree; the random moves after them have no nodes.
        for step in range(deep):
            node = tree.path[step]
            tree.visits[node] += 1
            tree.total[node] += value_for(state, tree.seat[node], control[EVALUATION_SCALE])
        for step in range(length - 1, -1, -1):
            unmake(state, tree.path_moves[step], tree.path_undo[step])
        control[ROUNDS] += 1
        if control[STOP]:
            return


def find_node(state: Array, tree: Tree, node: int, wanted: int) -> int:
    """The node at or below this one with that key and with children, or -1."""
    if key(state) == wanted:
        return node
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        # A leaf holds nothing worth keeping, so only expanded nodes are replayed.
        if tree.count[child]:
            undo = make(state, tree.move[child])
            match = find_node(state, tree, child, wanted)
            unmake(state, tree.move[child], undo)
            if match >= 0:
                return match
    return -1


def copy_node(old: Tree, source: int, new: Tree, target: int) -> None:
    """Copies one node of the old tree to a place in the new one."""
    new.move[target], new.seat[target] = old.move[source], old.seat[source]
    new.first[target], new.count[target] = old.first[source], old.count[source]
    new.visits[target], new.total[target] = old.visits[source], old.total[source]


def copy_subtree(old: Tree, root: int, new: Tree) -> None:
    """Makes the new tree a copy of the old one from `root` on."""
    # Breadth first. A node that is copied but not done still has its children's place in `old`.
    used, done = 1, 0
    copy_node(old, root, new, 0)
    while done < used:
        first, count = new.first[done], new.count[done]
        new.first[done] = used
        for number in range(count):
            copy_node(old, first + number, new, used + number)
        used, done = used + count, done + 1
    new.control[USED] = used


PARTS = (
    upper_bound,
    select_child,
    expand,
    select_path,
    play_randomly,
    value_for,
    grow,
    copy_node,
    find_node,
    copy_subtree,
)
"""The functions, each after those that it calls: the order in which they are bound."""

"""Monte-Carlo tree search for games in which one seat moves at a time.

Where something is hidden, the bot can sample several worlds that fit its view, grow a tree in each
and play the action that was visited most in all of them together. In an open game one world is the
truth, and the part of its tree that still applies is kept for the seat's next turn.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import mean_value_chance
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.contract_lane import contract_lane
from meadhall.bots.search.lanes import (
    TreeLoops,
    compiled_tree_loops,
    lane_for,
    plain_tree_loops,
)
from meadhall.bots.search.sampling import sample_state
from meadhall.bots.search.search_setup import non_repeating_actions
from meadhall.bots.search.uct import (
    CONTROLS,
    CURIOSITY,
    EVALUATION_SCALE,
    HORIZON,
    LONGEST_PATH,
    RANDOM,
    ROUNDS,
    USED,
    WIN_VALUE,
    Tree,
)
from meadhall.core.fast_lane import Array, FastLane
from meadhall.core.rng import Rng

ROUNDS_COMPILED, ROUNDS_PURE = 20_000, 200
"""Rounds where neither budget nor settings have a limit."""
MOST_PURE = 1_000
"""The most rounds on pure rules: settings are chosen for compiled search, which is far faster."""
_ROOM_COMPILED, _ROOM_PURE = 1_000_000, 100_000
"""The most nodes of a tree. A full tree no longer grows, but its nodes still gain visits."""
_UNLIMITED = 1 << 40


@dataclass(slots=True)
class World:
    """A sampled state, and the tree that grows from it."""

    lane: FastLane[Any]
    loops: TreeLoops
    state: Any
    array: Array
    tree: Tree
    compiled: bool

    def children(self, node: int = 0) -> range:
        """The child nodes of a node."""
        first = int(self.tree.first[node])
        return range(first, first + int(self.tree.count[node]))

    def action(self, child: int) -> Any:  # noqa: ANN401 - a generic bot cannot name actions
        """The action that leads from the root to this child."""
        return self.lane.action(self.state, int(self.tree.move[child]))

    def favourite(self, node: int) -> int | None:
        """The most visited child, if any was visited."""
        visits = self.tree.visits
        best = max(self.children(node), key=lambda child: int(visits[child]), default=None)
        return best if best is not None and visits[best] else None


class MctsBot:
    """Settings, with their defaults.

    `nodes`: rounds of the search. `worlds` (1): how many to sample. `horizon` (0): plies of random
    play before the evaluation is asked. `curiosity` (700): how strongly rarely visited moves are
    preferred, in thousandths of a win. `evaluation_scale` (200): an evaluation of this size is
    worth half a win.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})
        self.last: World | None = None

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The action that the search visited most."""
        deadline, count = Deadline(budget), self.settings.get("worlds", 1)
        visits: Counter[Any] = Counter()
        worlds = []
        for number in range(count):
            world = self._world(turn, rng.fork(f"world {number}"))
            _grow(world, deadline, self._rounds(budget, world) // count or 1)
            for child in world.children():
                visits[world.action(child)] += int(world.tree.visits[child])
            worlds.append(world)
        # One of several sampled worlds is not the truth, so its tree is of no use next turn.
        self.last = worlds[0] if count == 1 else None
        return _thought(turn, worlds[0], visits)

    def _rounds(self, budget: Budget, world: World) -> int:
        given = [n for n in (budget.nodes, self.settings.get("nodes")) if n is not None]
        if "nodes" in self.settings and not world.compiled:
            given.append(MOST_PURE)
        if given:
            return min(given)
        if budget.milliseconds is not None:
            return _UNLIMITED
        return ROUNDS_COMPILED if world.compiled else ROUNDS_PURE

    def _world(self, turn: Turn, rng: Rng) -> World:
        """A sampled world, with what the last turn's tree already knows of it."""
        state = sample_state(turn, rng)
        lane = lane_for(turn.game, state)
        world = _pure_world(turn, state) if lane is None else _compiled_world(lane, state)
        known = _node_of(self.last, state)
        if self.last is not None and known >= 0:
            world.loops.copy_subtree(self.last.tree, known, world.tree)
        control, settings = world.tree.control, self.settings
        control[HORIZON] = settings.get("horizon", 0)
        control[CURIOSITY] = settings.get("curiosity", 700)
        control[EVALUATION_SCALE] = settings.get("evaluation_scale", 200)
        control[RANDOM], _ = rng.below(1 << 62)
        return world


def _grow(world: World, deadline: Deadline, rounds: int) -> None:
    """Grows the tree until the rounds are played or the deadline has passed."""
    if world.compiled:
        with deadline.stop_search(world.tree.control):
            world.loops.grow(world.array, world.tree, rounds)
        return
    for _ in range(rounds):
        # One round at a time, to look at the clock in between.
        world.loops.grow(world.array, world.tree, 1)
        if deadline.has_passed:
            return


def _compiled_world(lane: FastLane[Any], state: object) -> World:
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    nodes = [np.empty(_ROOM_COMPILED, np.int64) for _ in range(6)]
    sizes = [LONGEST_PATH] * 3 + [lane.most_moves + 1, CONTROLS]
    tree = Tree(*nodes, *(np.zeros(size, np.int64) for size in sizes))
    tree.count[0], tree.visits[0], tree.total[0] = 0, 0, 0  # `np.empty` clears nothing
    tree.control[USED] = 1
    return World(lane, compiled_tree_loops(lane), state, lane.pack(state), tree, compiled=True)


def _pure_world(turn: Turn, state: object) -> World:
    lane = contract_lane(turn.game, lambda: None)
    sizes = [_ROOM_PURE] * 6 + [LONGEST_PATH] * 3 + [0, CONTROLS]
    tree = Tree(*([0] * size for size in sizes))
    tree.control[USED] = 1
    return World(lane, plain_tree_loops(lane), state, lane.pack(state), tree, compiled=False)


def _node_of(world: World | None, state: object) -> int:
    """The node of the last turn's tree that stands for this state, or -1."""
    if world is None or not world.lane.fits(state):
        return -1
    wanted = world.lane.kernels.key(world.lane.pack(state))
    return world.loops.find_node(world.array, world.tree, 0, wanted)


def _thought(turn: Turn, world: World, visits: "Counter[Any]") -> Thought:
    """The most visited action that repeats no position."""
    actions = non_repeating_actions(turn, world.state)
    action = max(actions, key=lambda option: visits[option])
    tree = world.tree
    child = next(c for c in world.children() if world.action(c) == action)
    value = int(tree.total[child]) // max(1, int(tree.visits[child]))
    line = _line(turn, world, child)
    return Thought(
        action,
        score=value,
        depth=len(line),
        nodes=int(tree.control[ROUNDS]),
        line=line,
        note=f"{visits[action]} visits",
        chance=mean_value_chance(turn.game, value, WIN_VALUE, turn.seats),
    )


def _line(turn: Turn, world: World, node: int) -> tuple[str, ...]:
    """The most visited moves, from this node on."""
    line, state, here = [], world.state, int(node)
    while True:
        action = world.lane.action(state, int(world.tree.move[here]))
        line.append(turn.game.notation.write(action))
        state = turn.game.apply(state, int(world.tree.seat[here]), action).state
        following = world.favourite(here)
        if following is None:
            return tuple(line)
        here = following

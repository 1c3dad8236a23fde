"""Monte-Carlo tree search where one seat moves at a time, on fast lanes and on pure rules.

Where something is hidden the bot imagines several worlds that fit its view, grows a tree in each
and plays what was visited most over all of them. Where nothing is, one world is the truth, and what
was learnt in it is kept for the seat's next turn.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import estimated
from meadhall.bots.contract_lane import contract_lane
from meadhall.bots.imagine import imagined
from meadhall.bots.lanes import Growth, compiled_growth, lane_for, plain_growth
from meadhall.bots.study import fresh
from meadhall.bots.uct import (
    CONTROLS,
    CURIOSITY,
    HORIZON,
    LONGEST,
    RANDOM,
    ROUNDS,
    TEMPER,
    UNIT,
    USED,
    Tree,
)  # fmt: skip
from meadhall.bots.watch import Watch
from meadhall.core.fast import Array, FastLane
from meadhall.core.rng import Rng

ROUNDS_COMPILED, ROUNDS_PURE = 20_000, 200
"""How many rounds where nobody says how long."""
MOST_PURE = 1_000
"""Settings are made for compiled search; without it nobody would wait for as many rounds."""
_ROOM_COMPILED, _ROOM_PURE = 1_000_000, 100_000
"""Nodes that a tree has room for; a full one goes on learning about those it has."""
_UNLIMITED = 1 << 40


@dataclass(slots=True)
class World:
    """One state that fits the view, and the tree that grows from it."""

    lane: FastLane[Any]
    growth: Growth
    state: Any
    array: Array
    tree: Tree
    compiled: bool

    def children(self, node: int = 0) -> range:
        """The nodes below a node."""
        first = int(self.tree.first[node])
        return range(first, first + int(self.tree.count[node]))

    def action(self, child: int) -> Any:  # noqa: ANN401 - a generic bot cannot name actions
        """The action that leads from the root to this child."""
        return self.lane.action(self.state, int(self.tree.move[child]))

    def favourite(self, node: int) -> int | None:
        """The child that was visited most, if any was."""
        visits = self.tree.visits
        best = max(self.children(node), key=lambda child: int(visits[child]), default=None)
        return best if best is not None and visits[best] else None


class MctsBot:
    """Settings, with what they are by default.

    `nodes`: rounds of the search. `worlds` (1): how many to imagine. `horizon` (0): plies of random
    play before the evaluation is asked. `curiosity` (700): what is hoped of the little known, in
    thousandths of a win. `temper` (200): an evaluation of this size is worth half a win.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})
        self.last: World | None = None

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The action that the search came back to most often."""
        watch, count = Watch(budget), self.settings.get("worlds", 1)
        visits: Counter[Any] = Counter()
        worlds = []
        for number in range(count):
            world = self._world(turn, watch, rng.fork(f"world {number}"))
            _grow(world, watch, self._rounds(budget, world) // count or 1)
            for child in world.children():
                visits[world.action(child)] += int(world.tree.visits[child])
            worlds.append(world)
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

    def _world(self, turn: Turn, watch: Watch, rng: Rng) -> World:
        """A world to search in, with what is already known of it."""
        state = imagined(turn, rng)
        lane = lane_for(turn.game, state)
        world = _pure(turn, state) if lane is None else _compiled(lane, state)
        known = _found(self.last, state)
        if self.last is not None and known >= 0:
            world.growth.transplant(self.last.tree, known, world.tree)
        control, settings = world.tree.control, self.settings
        control[HORIZON] = settings.get("horizon", 0)
        control[CURIOSITY] = settings.get("curiosity", 700)
        control[TEMPER] = settings.get("temper", 200)
        control[RANDOM], _ = rng.below(1 << 62)
        return world


def _grow(world: World, watch: Watch, rounds: int) -> None:
    """Lets the tree grow until the rounds or the time are over."""
    if world.compiled:
        with watch.stopping(world.tree.control):
            world.growth.grow(world.array, world.tree, rounds)
        return
    for _ in range(rounds):
        world.growth.grow(world.array, world.tree, 1)
        if watch.over:
            return


def _compiled(lane: FastLane[Any], state: object) -> World:
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    nodes = [np.empty(_ROOM_COMPILED, np.int64) for _ in range(6)]
    sizes = [LONGEST] * 3 + [lane.most_moves + 1, CONTROLS]
    tree = Tree(*nodes, *(np.zeros(size, np.int64) for size in sizes))
    tree.count[0], tree.visits[0], tree.total[0] = 0, 0, 0
    tree.control[USED] = 1
    return World(lane, compiled_growth(lane), state, lane.pack(state), tree, compiled=True)


def _pure(turn: Turn, state: object) -> World:
    lane = contract_lane(turn.game, lambda: None)
    sizes = [_ROOM_PURE] * 6 + [LONGEST] * 3 + [0, CONTROLS]
    tree = Tree(*([0] * size for size in sizes))
    tree.control[USED] = 1
    return World(lane, plain_growth(lane), state, lane.pack(state), tree, compiled=False)


def _found(world: World | None, state: object) -> int:
    """The node of the last tree that stands for this state, or -1 if none does."""
    if world is None or not world.lane.fits(state):
        return -1
    wanted = world.lane.kernels.key(world.lane.pack(state))
    return world.growth.locate(world.array, world.tree, 0, wanted)


def _thought(turn: Turn, world: World, visits: "Counter[Any]") -> Thought:
    """What was visited most among the actions that lead to new positions."""
    action = max(fresh(turn, world.state), key=lambda option: visits[option])
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
        chance=estimated(turn.game, value, UNIT, turn.seats),
    )


def _line(turn: Turn, world: World, node: int) -> tuple[str, ...]:
    """The moves that were visited most, from this node on."""
    line, state, here = [], world.state, int(node)
    while True:
        action = world.lane.action(state, int(world.tree.move[here]))
        line.append(turn.game.notation.write(action))
        state = turn.game.apply(state, int(world.tree.seat[here]), action).state
        following = world.favourite(here)
        if following is None:
            return tuple(line)
        here = following

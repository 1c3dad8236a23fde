"""Sets up an alpha-beta search of one position: the lane, the buffers and the root moves."""

from dataclasses import dataclass, replace
from typing import Any

from meadhall.bots.bot import Turn
from meadhall.bots.deadline import STOP, Deadline
from meadhall.bots.search.buffers import (
    BUCKET,
    CONTROLS,
    CROWD,
    ENTRY,
    KILLERS,
    LIMIT,
    ROOT,
    SLOTS,
    Buffers,
)
from meadhall.bots.search.contract_lane import contract_lane
from meadhall.bots.search.lanes import RootSearch, compiled_search, lane_for, plain_search
from meadhall.core.fast_lane import NOBODY, Array, FastLane
from meadhall.core.game import strategy

DEEPEST = 30
# Expected moves of opponents add plies, but no depth. With six seats there are six plies, on
# average, for each move of the searching seat.
ROWS = 8 * DEEPEST
SEVERAL = 2
_SMALLEST_TABLE, _LARGEST_TABLE = 1 << 11, 1 << 18
"""Sizes of the table in buckets; the largest one takes about 12 MB."""


@dataclass(slots=True)
class SearchSetup:
    """A position as a state and as an array, the root moves, and what searches them."""

    lane: FastLane[Any]
    search: RootSearch
    state: Any
    array: Array
    buffers: Buffers
    roots: Array
    compiled: bool

    def moves_array(self, moves: list[int]) -> Array:
        """The moves in the form that the lane's loops take."""
        if not self.compiled:
            return moves
        import numpy as np  # noqa: PLC0415 - there is a compiled lane, so numpy is installed

        return np.array(moves, np.int64)

    def helper(self) -> "SearchSetup":
        """A compiled search of the same position that shares only the table with this one."""
        shared = self.buffers
        own = Buffers(*(part.copy() for part in shared))._replace(table=shared.table)
        return replace(self, array=self.array.copy(), buffers=own, roots=self.roots.copy())

    def put_first(self, best: int) -> None:
        """Makes the root move of that number the first one; the others keep their order."""
        moves = [int(move) for move in self.roots]
        self.roots = self.moves_array([moves[best], *moves[:best], *moves[best + 1 :]])


def set_up_search(turn: Turn, state: object, deadline: Deadline, nodes: int) -> SearchSetup:
    """A search of at most `nodes` positions, on the fast lane where one fits the state."""
    lane = lane_for(turn.game, state)
    setup = _pure_setup(turn, state, deadline) if lane is None else _fast_setup(lane, state, nodes)
    control = setup.buffers.control
    control[LIMIT], control[ROOT] = nodes, turn.seat
    actions = non_repeating_actions(turn, state)
    setup.roots = setup.moves_array([setup.lane.number(state, action) for action in actions])
    control[CROWD] = _has_several_opponents(setup, turn.seat)
    return setup


def non_repeating_actions(turn: Turn, state: object) -> list[Any]:
    """The legal actions that repeat no earlier position of the match; all, if all repeat one."""
    repeats = strategy(turn.game).repeats
    if repeats is None:
        return list(turn.legal)
    return [a for a in turn.legal if not repeats(state, turn.seat, a)] or list(turn.legal)


def _fast_setup(lane: FastLane[Any], state: object, nodes: int) -> SearchSetup:
    buffers, array = lane_buffers(lane, nodes), lane.pack(state)
    return SearchSetup(lane, compiled_search(lane), state, array, buffers, [], compiled=True)


def lane_buffers(lane: FastLane[Any], nodes: int) -> Buffers:
    """Memory for a compiled search of that many nodes."""
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    # A node fills one entry at most, so more than `nodes` would stay empty; a power of two, so
    # that a mask finds an entry.
    buckets = _SMALLEST_TABLE
    while buckets < min(nodes // 2, _LARGEST_TABLE):
        buckets *= 2
    return Buffers(
        # One column more than moves, for an opponent's expected move.
        np.zeros((ROWS, lane.most_moves + 1), np.int64),
        np.append(np.zeros(buckets * BUCKET, np.int64), buckets - 1),
        np.zeros(CONTROLS, np.int64),
        np.zeros(ROWS * KILLERS, np.int64),
        np.zeros(2 * SLOTS, np.int64),
    )


def _pure_setup(turn: Turn, state: object, deadline: Deadline) -> SearchSetup:
    control = [0] * CONTROLS

    def tick() -> None:
        if deadline.has_passed:
            control[STOP] = 1

    lane = contract_lane(turn.game, tick)
    rows: list[list[int]] = [[] for _ in range(ROWS)]
    table = [0] * (_SMALLEST_TABLE * BUCKET) + [_SMALLEST_TABLE - 1]
    buffers = Buffers(rows, table, control, [0] * (ROWS * KILLERS), [0] * (2 * SLOTS))
    array = lane.pack(state)
    return SearchSetup(lane, plain_search(lane), state, array, buffers, [], compiled=False)


def _has_several_opponents(setup: SearchSetup, root: int) -> bool:
    """Whether more than one opponent moves before the root seat moves again."""
    # A lane does not say how many seats there are, so play first moves and see who is to move.
    kernels, array = setup.lane.kernels, setup.array
    row = setup.buffers.moves[0]
    played: list[tuple[int, int]] = []
    others: set[int] = set()
    seat = root
    while seat != NOBODY and len(others) < SEVERAL and not (played and seat == root):
        others |= {seat} - {root}
        kernels.legal(array, row)
        played.append((int(row[0]), kernels.make(array, row[0])))
        seat = kernels.to_move(array)
    for move, undo in reversed(played):
        kernels.unmake(array, move, undo)
    return len(others) >= SEVERAL


def principal_variation(turn: Turn, setup: SearchSetup, most: int) -> tuple[str, ...]:
    """The first root move and the best play after it by the table, in notation."""
    game, kernels, table = turn.game, setup.lane.kernels, setup.buffers.table
    state, move = setup.state, int(setup.roots[0])
    line: list[str] = []
    played: list[tuple[int, int]] = []
    while move >= 0 and len(line) < most:
        action, seat = setup.lane.action(state, move), kernels.to_move(setup.array)
        # Keys can collide, and the pure rules know ends that a lane does not, such as repetition.
        if action not in game.legal_actions(state, seat):
            break
        line.append(game.notation.write(action))
        state = game.apply(state, seat, action).state
        played.append((move, kernels.make(setup.array, move)))
        if kernels.to_move(setup.array) == NOBODY:
            break
        move = _table_move(table, kernels.key(setup.array))
    for move, undo in reversed(played):
        kernels.unmake(setup.array, move, undo)
    return tuple(line)


# An empty entry matches the key 0, but has no move data.
def _table_move(table: Array, key: int) -> int:
    """The best move that the table has for the position, with or without a reply; else -1."""
    first = int(key & table[-1]) * BUCKET
    for known in (key, key ^ 1):
        for at in range(first, first + BUCKET, ENTRY):
            if table[at] ^ table[at + 1] ^ table[at + 2] == known and table[at + 2]:
                return int(table[at + 2]) >> 10
    return -1

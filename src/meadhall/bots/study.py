"""One position being searched: the lane it is searched on, and the memory for it."""

from dataclasses import dataclass
from typing import Any

from meadhall.bots.alphabeta import CONTROLS, CROWD, ENTRY, LIMIT, ROOT, STOP, Desk
from meadhall.bots.bot import Turn
from meadhall.bots.contract_lane import contract_lane
from meadhall.bots.lanes import Rank, compiled_rank, lane_for, plain_rank
from meadhall.bots.watch import Watch
from meadhall.core.fast import NOBODY, Array, FastLane

DEEPEST = 30
ROWS = 8 * DEEPEST
SEVERAL = 2
_SMALLEST_TABLE, _LARGEST_TABLE = 1 << 12, 1 << 19


@dataclass(slots=True)
class Study:
    """The position as a state and as an array, the desk, and the moves worth considering."""

    lane: FastLane[Any]
    rank: Rank
    state: Any
    array: Array
    desk: Desk
    roots: Array
    compiled: bool

    def numbers(self, moves: list[int]) -> Array:
        """The moves in the form that the lane's loops take."""
        if not self.compiled:
            return moves
        import numpy as np  # noqa: PLC0415 - there is a compiled lane, so it is there

        return np.array(moves, np.int64)


def study(turn: Turn, state: object, watch: Watch, nodes: int) -> Study:
    """Everything made ready, on the fast lane where one fits."""
    lane = lane_for(turn.game, state)
    made = _pure(turn, state, watch) if lane is None else _compiled(lane, state, nodes)
    control = made.desk.control
    control[LIMIT], control[ROOT] = nodes, turn.seat
    made.roots = made.numbers([made.lane.number(state, action) for action in fresh(turn, state)])
    control[CROWD] = _crowded(made, turn.seat)
    return made


def fresh(turn: Turn, state: object) -> list[Any]:
    """The legal actions that lead to new positions; all of them if none does."""
    repeats = turn.game.repeats
    if repeats is None:
        return list(turn.legal)
    return [a for a in turn.legal if not repeats(state, turn.seat, a)] or list(turn.legal)


def _compiled(lane: FastLane[Any], state: object, nodes: int) -> Study:
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    entries = _SMALLEST_TABLE
    while entries < min(nodes, _LARGEST_TABLE):
        entries *= 2
    desk = Desk(
        np.zeros((ROWS, lane.most_moves + 1), np.int64),
        np.append(np.zeros(entries * ENTRY, np.int64), entries - 1),
        np.zeros(CONTROLS, np.int64),
    )
    array = lane.pack(state)
    return Study(lane, compiled_rank(lane), state, array, desk, [], compiled=True)


def _pure(turn: Turn, state: object, watch: Watch) -> Study:
    control = [0] * CONTROLS

    def tick() -> None:
        if watch.over:
            control[STOP] = 1

    lane = contract_lane(turn.game, tick)
    desk = Desk(
        [[] for _ in range(ROWS)], [0] * (_SMALLEST_TABLE * ENTRY) + [_SMALLEST_TABLE - 1], control
    )
    return Study(lane, plain_rank(lane), state, lane.pack(state), desk, [], compiled=False)


def _crowded(made: Study, root: int) -> bool:
    """Whether more than one opponent moves before the root seat does again."""
    kernels, array = made.lane.kernels, made.array
    row = made.desk.moves[0]
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


def principal_line(turn: Turn, made: Study, most: int) -> tuple[str, ...]:
    """The moves both sides are expected to play, from the root's best, as the table has them."""
    game, kernels, table = turn.game, made.lane.kernels, made.desk.table
    state, move = made.state, int(made.roots[0])
    line: list[str] = []
    played: list[tuple[int, int]] = []
    while move >= 0 and len(line) < most:
        action, seat = made.lane.action(state, move), kernels.to_move(made.array)
        if action not in game.legal_actions(state, seat):
            break
        line.append(game.notation.write(action))
        state = game.apply(state, seat, action).state
        played.append((move, kernels.make(made.array, move)))
        if kernels.to_move(made.array) == NOBODY:
            break
        move = _favourite(table, kernels.key(made.array))
    for move, undo in reversed(played):
        kernels.unmake(made.array, move, undo)
    return tuple(line)


def _favourite(table: Array, key: int) -> int:
    """The best move the table knows for the position, whether a reply was made or not."""
    for known in (key, key ^ 1):
        at = (known & table[-1]) * ENTRY
        if table[at] == known and table[at + 2]:
            return int(table[at + 2]) >> 10
    return -1

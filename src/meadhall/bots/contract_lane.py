"""The kernels that every game has: its pure rules, behind the names that loops know.

The "array" is a line of positions, the last one being the current one. A move is a place in the
list of legal actions, so that no encoding is needed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from meadhall.core.fast import NOBODY, FastLane, Kernels
from meadhall.core.game import AnyGame
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

_MIDDLE = 1 << 17
_MOST_MOVES = 1 << 12


class Node:
    """A position met by a search, with all that was ever asked about it."""

    __slots__ = ("actions", "after", "seat", "state", "status")

    def __init__(self, game: AnyGame, state: object) -> None:
        self.state = state
        self.status = game.status(state)
        over = isinstance(self.status, Finished)
        self.seat: Seat = NOBODY if isinstance(self.status, Finished) else self.status.seats[0]
        self.actions: Sequence[Any] = () if over else game.legal_actions(state, self.seat)
        self.after: dict[int, Node] = {}


Line: TypeAlias = list[Node]
"""The positions from the first one to the current one."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The kernels, as methods; `tick` is called with every new position, to look at the clock.

    `met` has a number for each state whose key was ever asked for.
    """

    game: AnyGame
    tick: Callable[[], None]
    met: dict[Any, int] = field(default_factory=dict)

    def pack(self, state: object) -> Line:
        """A line that begins at the state."""
        return [Node(self.game, state)]

    def legal(self, line: Line, moves: list[int]) -> int:
        """Every place in the list of legal actions, with room for one more."""
        count = len(line[-1].actions)
        moves[:] = range(count + 1)
        return count

    def child(self, line: Line, move: int) -> Node:
        """The position after the move."""
        node = line[-1]
        if move not in node.after:
            self.tick()
            step = self.game.apply(node.state, node.seat, node.actions[move])
            node.after[move] = Node(self.game, step.state)
        return node.after[move]

    def make(self, line: Line, move: int) -> int:
        """Goes on to the position after the move."""
        line.append(self.child(line, move))
        return 0

    def unmake(self, line: Line, move: int, undo: int) -> None:
        """Goes back to the position before."""
        line.pop()

    def to_move(self, line: Line) -> int:
        """The seat to move, or the first of them."""
        return line[-1].seat

    def payoff(self, line: Line, seat: Seat) -> int:
        """What the finished match pays."""
        status = line[-1].status
        return status.payoffs[seat] if isinstance(status, Finished) else 0

    def evaluate(self, line: Line, seat: Seat) -> int:
        """What the game says, or nothing."""
        return self._worth(line[-1], seat)

    def promise(self, line: Line, move: int) -> int:
        """How good the mover finds the position after the move."""
        worth = self._worth(self.child(line, move), line[-1].seat)
        return max(0, min(_MIDDLE + worth, 2 * _MIDDLE))

    def key(self, line: Line) -> int:
        """The number of the state, in the order they were met: the same in every run."""
        return 2 * self.met.setdefault(line[-1].state, len(self.met))

    def _worth(self, node: Node, seat: Seat) -> int:
        return self.game.evaluate(node.state, seat) if self.game.evaluate else 0


def contract_lane(game: AnyGame, tick: Callable[[], None]) -> FastLane[Any]:
    """A lane over the pure rules, for games without a fast one and machines without Numba."""
    rules = Contract(game, tick)
    kernels = Kernels(
        legal=rules.legal,
        make=rules.make,
        unmake=rules.unmake,
        to_move=rules.to_move,
        payoff=rules.payoff,
        evaluate=rules.evaluate,
        key=rules.key,
        promise=rules.promise,
    )
    return FastLane(
        kernels=kernels,
        pack=rules.pack,
        number=partial(_number, game),
        action=lambda state, move: Node(game, state).actions[move],
        most_moves=_MOST_MOVES,
    )


def _number(game: AnyGame, state: object, action: object) -> int:
    return list(Node(game, state).actions).index(action)

"""A lane over the pure rules of any game: the same kernels, as methods of plain Python.

The "array" is a list of positions whose last one is the current one. A move is an index into the
list of legal actions, so that no encoding is needed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from meadhall.core.fast_lane import NOBODY, FastLane, Kernels
from meadhall.core.game import AnyGame, evaluation
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

# A promise goes up to 2 * _MIDDLE, which fits into the bits that a search has for it.
_MIDDLE = 1 << 17
_MOST_MOVES = 1 << 12


class Node:
    """A position that a search has met. It caches everything that the rules said about it."""

    __slots__ = ("actions", "after", "seat", "state", "status")

    def __init__(self, game: AnyGame, state: object) -> None:
        self.state = state
        self.status = game.status(state)
        over = isinstance(self.status, Finished)
        # `isinstance` once more, because mypy does not narrow the type by `over`.
        self.seat: Seat = NOBODY if isinstance(self.status, Finished) else self.status.seats[0]
        self.actions: Sequence[Any] = () if over else game.legal_actions(state, self.seat)
        self.after: dict[int, Node] = {}


Line: TypeAlias = list[Node]
"""The positions from the first one to the current one."""


@dataclass(frozen=True, slots=True)
class ContractKernels:
    """The kernels, as methods. `tick` is called for every new position, to look at the clock.

    `numbers` has a number for each state whose key was asked for.
    """

    game: AnyGame
    tick: Callable[[], None]
    numbers: dict[Any, int] = field(default_factory=dict)

    def pack(self, state: object) -> Line:
        """A line that begins at the state."""
        return [Node(self.game, state)]

    def legal(self, line: Line, moves: list[int]) -> int:
        """Writes the indices of the legal actions into `moves`, with room for one more."""
        count = len(line[-1].actions)
        # Assigning a slice resizes the list: rows begin empty. A search may add one entry.
        moves[:] = range(count + 1)
        return count

    def child(self, line: Line, move: int) -> Node:
        """The position after the move."""
        node = line[-1]
        # `promise` asks for every child before `make` plays one, so each move is applied once.
        if move not in node.after:
            self.tick()
            step = self.game.apply(node.state, node.seat, node.actions[move])
            node.after[move] = Node(self.game, step.state)
        return node.after[move]

    def make(self, line: Line, move: int) -> int:
        """Adds the position after the move to the line."""
        line.append(self.child(line, move))
        return 0

    def unmake(self, line: Line, move: int, undo: int) -> None:
        """Removes the last position from the line."""
        line.pop()

    def to_move(self, line: Line) -> int:
        """The seat to move; the first one, if several are asked."""
        return line[-1].seat

    def payoff(self, line: Line, seat: Seat) -> int:
        """What a finished match pays the seat, else 0."""
        status = line[-1].status
        return status.payoffs[seat] if isinstance(status, Finished) else 0

    def evaluate(self, line: Line, seat: Seat) -> int:
        """The game's evaluation, or 0 if it has none."""
        return evaluation(self.game, line[-1].state, seat)

    def promise(self, line: Line, move: int) -> int:
        """The mover's evaluation of the position after the move, shifted to be positive."""
        score = evaluation(self.game, self.child(line, move).state, line[-1].seat)
        return max(0, min(_MIDDLE + score, 2 * _MIDDLE))

    def key(self, line: Line) -> int:
        """The state's number, in order of first use: unlike a hash, it is the same in every run.

        It is even, because searches use the lowest bit to tell two cases of a position apart.
        """
        return 2 * self.numbers.setdefault(line[-1].state, len(self.numbers))


def contract_lane(game: AnyGame, tick: Callable[[], None]) -> FastLane[Any]:
    """A lane over the pure rules, for games without a fast one and machines without Numba."""
    rules = ContractKernels(game, tick)
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

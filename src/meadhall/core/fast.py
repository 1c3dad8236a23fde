"""The fast lane: a game's rules once more, as compiled functions over one array of integers.

The pure rules stay the truth, and a game's tests compare the two. Nothing here compiles or imports
anything: a lane is a value that the game's `fast.py` makes when it is first asked for.

A state of the lane is one array of 64-bit integers, laid out as the game likes, scratch space
included; a move is a number from 0 to a million. So a lane fits every game whose actions can be
numbered, with any number of seats and rulesets; chance would be a counter inside the array.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

S = TypeVar("S")

Array: TypeAlias = Any
"""A one-dimensional array of 64-bit integers; a numpy array, which this layer cannot name."""

NOBODY = -1
"""What `to_move` says of a match that is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernels:
    """The compiled functions. They change the array they are given and allocate nothing.

    The last two are for races, and left out by other games: `alone` says that a seat and the others
    cannot get in each other's way any more, and `hand` gives a seat the turn without a move.
    """

    legal: Callable[[Array, Array], int]
    """(state, moves): writes the moves of the seat to move into `moves`, and says how many."""
    make: Callable[[Array, int], int]
    """(state, move): plays the move, and returns what `unmake` needs to take it back."""
    unmake: Callable[[Array, int, int], None]
    """(state, move, undo): the state exactly as it was before `make`."""
    to_move: Callable[[Array], int]
    """(state): the seat to move, or `NOBODY` when the match is over."""
    payoff: Callable[[Array, int], int]
    """(state, seat): what a finished match pays the seat."""
    evaluate: Callable[[Array, int], int]
    """(state, seat): the same number as the game's `evaluate`."""
    key: Callable[[Array], int]
    """(state): a hash of the position and of the seat to move."""
    promise: Callable[[Array, int], int]
    """(state, move): how early a search should try the move; larger is earlier, never negative."""
    alone: Callable[[Array, int], bool] | None = None
    hand: Callable[[Array, int], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FastLane(Generic[S]):
    """A game's kernels, and how its states become arrays.

    The lane knows the rules of moving and winning. Ends that need the history of a match, such as
    a position that comes up again, may be missing from it, and what is judged there is a draw here.
    """

    kernels: Kernels
    pack: Callable[[S], Array]
    """The state as an array."""
    number: Callable[[S, Any], int]
    """(state, action): the action as the number that kernels know it by."""
    action: Callable[[S, int], Any]
    """(state, move): the action of that number."""
    most_moves: int
    """No position has more legal moves than this."""
    fits: Callable[[S], bool] = lambda _: True
    """Whether the lane can play on from the state; where not, the pure rules do."""

"""The interface of a fast lane: a game's rules as compiled functions over one array of integers.

The pure rules decide; a game's tests compare the lane with them. Nothing here compiles or imports
anything: the game's `fast/` folder builds the lane on first use.

A state of the lane is one array of 64-bit integers. The game chooses the layout, scratch space
included. A move is a number from 0 to a million. So a lane suits every game whose actions can be
numbered, with any number of seats and rulesets.

`BatchLane` is for play in batches, by the numbers of an encoding: there the array holds everything
that the rules need to know, history and luck included.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

S = TypeVar("S")

Array: TypeAlias = Any
"""A one-dimensional numpy array of 64-bit integers. This layer does not import numpy."""

NOBODY = -1
"""What `to_move` returns when the match is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernels:
    """The compiled functions. They change the array in place and allocate nothing.

    The last four may be `None`. Three are for races: `alone` says whether the seat and the others
    can no longer block each other, `hand` gives a seat the turn without a move, and `end_index`
    says where the seat's position is in the lane's `end_table`, or -1. `in_secret` says whether the
    mover chooses without knowing what another seat has chosen or will choose.
    """

    legal: Callable[[Array, Array], int]
    """(state, moves): writes the legal moves into `moves`, and returns how many there are."""
    make: Callable[[Array, int], int]
    """(state, move): plays the move, and returns what `unmake` needs to undo it."""
    unmake: Callable[[Array, int, int], None]
    """(state, move, undo): restores the state exactly as it was before `make`."""
    to_move: Callable[[Array], int]
    """(state): the seat to move, or `NOBODY` when the match is over."""
    payoff: Callable[[Array, int], int]
    """(state, seat): the seat's payoff in a finished match."""
    evaluate: Callable[[Array, int], int]
    """(state, seat): the same number as the game's `evaluate`."""
    key: Callable[[Array], int]
    """(state): a hash of the position and of the seat to move."""
    promise: Callable[[Array, int], int]
    """(state, move): how early a search should try the move; larger is earlier, never negative."""
    alone: Callable[[Array, int], bool] | None = None
    hand: Callable[[Array, int], None] | None = None
    end_index: Callable[[Array, int], int] | None = None
    in_secret: Callable[[Array], bool] | None = None


@dataclass(frozen=True, slots=True)
class EndTable:
    """A table of the end of a race: a byte for each position, the moves that the seat needs.

    It is kept on disk under its name. `fill` writes it and yields how many entries are written.
    """

    name: str
    size: int
    fill: Callable[[Array], Iterator[int]]
    apart: Callable[[Array, int], bool] | None = None
    """(state, moves): whether two players cannot hinder each other within that many moves each, so
    that the table says who is home first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnable:
    """What a network for two players learns from: facts that are true or not for each side."""

    inputs: Callable[[Array, int, Array], int]
    """(state, viewer, found): writes the inputs that are true for the viewer; returns how many."""
    base: Callable[[Array, int], int]
    """(state, seat): the part of `evaluate` that is not learned."""
    count: int
    """How many inputs there are."""
    most_inputs: int
    """How many of them are true at once, at most."""
    mirrors: tuple[tuple[int, ...], ...]
    """Renumberings of the inputs after which a position is as good as before."""
    options: tuple[tuple[tuple[str, Any], ...], ...]
    """The options of the matches to learn from, by turns, as pairs of name and value."""
    network: Callable[[], str]
    """The text of the file that holds the network now."""
    way: Callable[[Array, int], int] | None = None
    """(state, seat): in a race, how far the seat still has to go, in the unit of `base`."""
    outcome_share: int = 25
    """How much the outcome of the match counts, in percent; the rest is the search's score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FastLane(Generic[S]):
    """A game's kernels, and how its states become arrays.

    The lane knows the rules of moving and winning. It may lack ends that need the history of a
    match, such as repetition. Where the pure rules compare positions to find a winner, it may
    call a draw.
    """

    kernels: Kernels
    pack: Callable[[S], Array]
    """The state as an array."""
    number: Callable[[S, Any], int]
    """(state, action): the number of the action in the kernels."""
    action: Callable[[S, int], Any]
    """(state, move): the action with that number."""
    most_moves: int
    """The largest number of legal moves in any position."""
    fits: Callable[[S], bool] = lambda _: True
    """Whether the lane can play from the state; where it cannot, the pure rules do."""
    end_table: EndTable | None = None
    """For a race: a table of its end."""
    proves: Callable[[S], bool] = lambda _: False
    """Whether a win that two players can force on the lane can be forced by the rules too, because
    the rules know no other end on the way to it. Choices `in_secret` are not counted on."""
    learnable: Learnable | None = None
    """What can be learned, if a part of the evaluation is a network."""


NO_LUCK = -1
"""The value of `BatchLane.luck` in a game without chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchKernels:
    """The compiled functions. They change the array in place and allocate nothing."""

    to_act: Callable[[Array], int]
    """(state): the first seat that the match waits for, or `NOBODY` when it is over."""
    legal: Callable[[Array, int, Array, Array], int]
    """(state, seat, numbers, memo): writes the numbers that the seat to act can choose, in any
    order; returns how many."""
    step: Callable[[Array, int, int, Array], None]
    """(state, seat, number, memo): plays a legal number of the seat to act."""
    observe: Callable[[Array, int, Array], None]
    """(state, seat, numbers): writes what the seat sees, as `Learn.observe` has it."""
    payoff: Callable[[Array, int], int]
    """(state, seat): the seat's payoff in a finished match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLane(Generic[S]):
    """A game's kernels for one set of options and seats, and how its states become arrays."""

    kernels: BatchKernels
    pack: Callable[[S], Array]
    """The first state of a match as an array."""
    unpack: Callable[[Array], S]
    """A state that looks like the array to everybody: to draw it, not to play on."""
    most_legal: int
    """The largest number of legal numbers in any position."""
    memo: Callable[[], Array] | None = None
    """Makes an array that all matches share: kernels keep there what they have computed. Threads
    may write to it at the same time, so the same place always gets the same number."""
    luck: int = NO_LUCK
    """Where in the array the number of the generator of `kit.luck` is."""

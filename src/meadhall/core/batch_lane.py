"""The interface of compiled play in batches: a game by the numbers of its encoding.

A match is one array of 64-bit integers, as on a fast lane, but with everything that the rules need
to know, history and luck included. Nothing here compiles or imports anything: the game's `fast/`
folder builds the kernels on first use.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from meadhall.core.fast_lane import Array

S = TypeVar("S")

NO_LUCK = -1
"""The value of `BatchLane.luck` in a game without chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchKernels:
    """The compiled functions. They change the array in place and allocate nothing."""

    to_act: Callable[[Array], int]
    """(state): the first seat that the match waits for, or `fast_lane.NOBODY` when it is over."""
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

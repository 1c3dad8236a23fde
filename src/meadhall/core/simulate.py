"""Quick play, at random or by policies: what a game may offer beside its rules.

The pure rules stay the truth, and a game's tests compare the two. It suits games with sealed
choices and chance, where there is no single next move to make and take back.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

O_contra = TypeVar("O_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A finished match: its payoffs, why it ended, its length, and each seat's features."""

    payoffs: tuple[int, ...]
    reason: str
    length: int
    features: tuple[tuple[tuple[str, str], ...], ...] = ()


DECIDED = 50_000
"""What a won match counts beside evaluations of open ones; a lost one counts as much less.

It is a few times the largest evaluation: were it out of all proportion, a single lucky world would
outweigh what all the others say.
"""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Compiled play as a game's policies play, from one view, for some proposals.

    `play` says how a seat stands some plies after the proposal of that number, when what it cannot
    see is imagined by that luck. `kernel` is the compiled function behind it.
    """

    play: Callable[[int, Rng], int]
    kernel: object


class Simulator(Protocol[O_contra, S_contra, A_contra]):
    """Plays at random, thousands of matches at a time."""

    def playouts(
        self, state: S_contra, plies: Sequence[tuple[Seat, A_contra]], count: int, rng: Rng
    ) -> tuple[int, ...]:
        """The payoffs of the seats after these actions, summed over so many random matches."""
        ...

    def matches(self, options: O_contra, count: int, rng: Rng) -> Counter[MatchSummary]:
        """Whole random matches, counted by what they were like; lengths are in turns."""
        ...

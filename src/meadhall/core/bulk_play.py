"""The interfaces of fast play in bulk, at random or by policies, which a game may offer.

The pure rules decide; a game's tests compare bulk play with them. It suits games with sealed
choices and chance, where a search cannot make and undo one move at a time.
"""

from array import array
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
    """A finished match: its payoffs, why it ended, its length, and the features of each seat."""

    payoffs: tuple[int, ...]
    reason: str
    length: int
    features: tuple[tuple[tuple[str, str], ...], ...] = ()


DECIDED = 50_000
"""The evaluation of a won match; a lost one has the negative.

It is a few times the largest evaluation of an open position. If it were far larger, one lucky
sample would outweigh all the others.
"""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Compiled play by a game's policies, from one view, for some proposals.

    `play` takes the number of a proposal and a generator. It samples what the seat cannot see,
    plays some plies after the proposal, and returns the seat's evaluation then. `kernel` is the
    compiled function that it calls.
    """

    play: Callable[[int, Rng], int]
    kernel: object


@dataclass(frozen=True, slots=True)
class MixedChoice:
    """A mixed strategy for one choice: a weight for each legal action, in their order.

    `value` is what the mix is worth to the seat and `rows` what each action is worth by itself; a
    won match is worth `WON`, a lost one the negative. `tables` is the number of payoff tables that
    were filled.
    """

    weights: tuple[int, ...]
    value: int
    rows: tuple[int, ...]
    tables: int


WON = 10_000
"""What a won match is worth in a `MixedChoice`."""


class Simulator(Protocol[O_contra, S_contra, A_contra]):
    """Plays thousands of random matches at a time."""

    def playouts(
        self, state: S_contra, plies: Sequence[tuple[Seat, A_contra]], count: int, rng: Rng
    ) -> tuple[int, ...]:
        """The payoffs of the seats after these actions, summed over `count` random matches."""
        ...

    def matches(self, options: O_contra, count: int, rng: Rng) -> Counter[MatchSummary]:
        """`count` whole random matches, counted by their summary; lengths are in turns."""
        ...


class Pupils(Protocol):
    """Compiled players of a game for two that learn from matches against themselves.

    A file is the text of what they have learned; a network (`kit.network`) is a part of it.
    `inputs` is the number of the network's inputs, of which at most `most_inputs` are true at once;
    `logit` is the score that multiplies the odds of winning by e.
    """

    inputs: int
    most_inputs: int
    logit: int

    def shipped_file(self) -> str:
        """The file that ships with the game."""
        ...

    def play(self, file: str, matches: int, thinking: tuple[int, int], rng: Rng) -> "array[int]":
        """Positions of matches between two players who know what is in the file.

        A position is the inputs that are true for the first side and those for the second, each
        padded with -1; its value as the players saw it; 1 if one of them then tried something at
        random; 1 if it is the match's last; and the result. Values are the first side's.
        """
        ...

    def write(self, network: str, *, last: bool) -> str:
        """A file for this network; the `last` one of a training is made with more care."""
        ...

"""Where a round's luck comes from: the state's generator, or a script.

A source lives for one resolution. The real one starts from the generator in the state and hands
it back at the end, so that rules stay pure; the scripted one replays recorded rounds.
"""

from collections.abc import Sequence
from typing import Protocol

from meadhall.core.rng import Rng
from meadhall.kit.dice import throw


class Chance(Protocol):
    """Draws for the order of players, dice for battles."""

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""
        ...

    def dice(self, count: int) -> bytes:
        """So many dice, one byte of 1..6 each."""
        ...


class Drawn:
    """Luck from a generator; `rng` is the generator to go on with."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""
        value, self.rng = self.rng.below(bound)
        return value

    def dice(self, count: int) -> bytes:
        """So many dice, one byte of 1..6 each."""
        faces, self.rng = throw(self.rng, count)
        return faces


class Scripted:
    """Luck that was written down: draws as numbers, dice as a string of digits."""

    def __init__(self, draws: Sequence[int] = (), dice: str = "") -> None:
        self.draws = list(draws)
        self.faces = bytes(map(int, dice))

    def below(self, bound: int) -> int:
        """The next draw of the script."""
        value = self.draws.pop(0)
        if not 0 <= value < bound:
            raise ValueError(f"the script draws {value} where only 0..{bound - 1} can be drawn")
        return value

    def dice(self, count: int) -> bytes:
        """The next dice of the script."""
        faces, self.faces = self.faces[:count], self.faces[count:]
        if len(faces) < count:
            raise ValueError(f"the script is {count - len(faces)} dice short")
        return faces

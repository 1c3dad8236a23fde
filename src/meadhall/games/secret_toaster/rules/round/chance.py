"""Where a round's luck comes from: the generator in the state, or a script.

`RandomChance` starts from the state's generator, and its `rng` after the round goes into the next
state, so the rules stay pure. `ScriptedChance` replays recorded rounds and serves tests.
`BestLuck` lets every attacker win, to see what orders can come to.
"""

from collections.abc import Sequence
from typing import Protocol

from meadhall.core.rng import Rng
from meadhall.kit.dice import throw


class Chance(Protocol):
    """Draws for the order of players, and dice for battles."""

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""
        ...

    def dice(self, count: int) -> bytes:
        """That many dice, one byte of 1..6 each."""
        ...


class RandomChance:
    """Luck from a generator; `rng` is its state after the draws so far."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""
        value, self.rng = self.rng.below(bound)
        return value

    def dice(self, count: int) -> bytes:
        """That many dice, one byte of 1..6 each."""
        faces, self.rng = throw(self.rng, count)
        return faces


class ScriptedChance:
    """Luck from a script: draws as numbers, dice as a string of digits."""

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


class BestLuck:
    """The first player is drawn, and every attacker wins without a loss."""

    _EXCHANGE = bytes((6, 1))
    """The attacker's die and the defender's. No alliance is so large that it turns the result."""

    def below(self, bound: int) -> int:  # noqa: ARG002 - any number of players
        """The first."""
        return 0

    def dice(self, count: int) -> bytes:
        """Dice for exchanges, the attacker's first."""
        return self._EXCHANGE * (count // 2)

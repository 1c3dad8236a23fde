"""Chance as a value: a seeded generator in counter mode.

Draw number k is a hash of the seed and k, so a generator is two fields, never changes, and gives
the same numbers on every machine. The hash is a cryptographic one because players see some of the
draws and must not be able to work out the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
_BLOCK = 64


@dataclass(frozen=True, slots=True)
class Rng:
    """A generator that returns each draw together with the generator to go on with."""

    seed: str
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Rng"]:
        """A uniform integer in 0..bound-1."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        counter = self.counter
        fair = _WORD - _WORD % bound  # words from here on would favour the small values
        while True:
            word = int.from_bytes(self._digest(counter, 8), "big")
            counter += 1
            if word < fair:
                return word % bound, Rng(self.seed, counter)

    def choice(self, items: Sequence[T]) -> tuple[T, "Rng"]:
        """One of the items, each as likely as the others."""
        index, rng = self.below(len(items))
        return items[index], rng

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Rng"]:
        """The items in a random order (Fisher-Yates from the end)."""
        rng, deck = self, list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick, rng = rng.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), rng

    def block(self, count: int) -> tuple[bytes, "Rng"]:
        """Uniform bytes in bulk, for games that throw thousands of dice."""
        blocks = -(-count // _BLOCK)
        counters = range(self.counter, self.counter + blocks)
        drawn = b"".join(self._digest(counter, _BLOCK) for counter in counters)
        return drawn[:count], Rng(self.seed, self.counter + blocks)

    def fork(self, label: str) -> "Rng":
        """An independent generator; the same label gives the same one."""
        return Rng(f"{self.seed}/{self.counter}/{label}")

    def _digest(self, counter: int, size: int) -> bytes:
        return blake2b(f"{self.seed}:{counter}".encode(), digest_size=size).digest()

"""Random numbers as a value: a seeded generator in counter mode.

Draw number k is a hash of the seed and k. So a generator is two fields, never changes, and gives
the same numbers on every machine. The hash is cryptographic because players see some of the draws
and must not be able to compute the next ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64
# The longest digest of BLAKE2b, in bytes.
_BLOCK = 64


@dataclass(frozen=True, slots=True)
class Rng:
    """A generator. Each draw returns the value and the generator for the next draw."""

    seed: str
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Rng"]:
        """A uniform integer in 0..bound-1."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        counter = self.counter
        fair = _WORD - _WORD % bound  # larger words would make small values more likely
        while True:
            word = int.from_bytes(self._digest(counter, 8), "big")
            counter += 1
            if word < fair:
                return word % bound, Rng(self.seed, counter)

    def choice(self, items: Sequence[T]) -> tuple[T, "Rng"]:
        """One of the items, each as likely as the others."""
        index, rng = self.below(len(items))
        return items[index], rng

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Rng"]:
        """The items in a random order (Fisher-Yates from the end)."""
        rng, deck = self, list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick, rng = rng.below(last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), rng

    def block(self, count: int) -> tuple[bytes, "Rng"]:
        """Uniform random bytes in bulk, for games that roll thousands of dice."""
        blocks = -(-count // _BLOCK)
        counters = range(self.counter, self.counter + blocks)
        drawn = b"".join(self._digest(counter, _BLOCK) for counter in counters)
        return drawn[:count], Rng(self.seed, self.counter + blocks)

    def fork(self, label: str) -> "Rng":
        """An independent generator. The same label always gives the same one."""
        return Rng(f"{self.seed}/{self.counter}/{label}")

    def _digest(self, counter: int, size: int) -> bytes:
        # The counter is all digits, so no two pairs of seed and counter give the same text. BLAKE2
        # hashes the digest size too: `below` and `block` at the same counter are unrelated.
        return blake2b(f"{self.seed}:{counter}".encode(), digest_size=size).digest()

"""An immutable list that can be extended cheaply, however long it is."""

from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

from meadhall.core.value import value

T = TypeVar("T")

# An append copies the tail, and each full block copies the tuple of blocks: a small size makes the
# first cheap, a large one the second.
_BLOCK = 16


@value()
class Log(Generic[T]):
    """Items in full blocks and a tail. Appending copies only the tail, which is short."""

    blocks: tuple[tuple[T, ...], ...] = ()
    tail: tuple[T, ...] = ()

    def append(self, item: T) -> "Log[T]":
        """A log with one more item."""
        # The tail is never full, so logs of equal items have equal fields.
        tail = (*self.tail, item)
        return Log((*self.blocks, tail)) if len(tail) == _BLOCK else Log(self.blocks, tail)

    def upto(self, length: int) -> "Log[T]":
        """The log of the first `length` items."""
        if length >= len(self):
            return self
        full, rest = divmod(length, _BLOCK)
        tail = self.blocks[full] if full < len(self.blocks) else self.tail
        return Log(self.blocks[:full], tail[:rest])

    def after(self, length: int) -> tuple[T, ...]:
        """The items after the first `length` ones."""
        full, rest = divmod(min(length, len(self)), _BLOCK)
        return tuple(chain.from_iterable((*self.blocks[full:], self.tail)))[rest:]

    def __len__(self) -> int:
        return len(self.blocks) * _BLOCK + len(self.tail)

    def backwards(self) -> Iterator[T]:
        """The items, the last one first."""
        # Lazily: who looks for something recent does not touch old blocks.
        return chain(reversed(self.tail), chain.from_iterable(map(reversed, reversed(self.blocks))))

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.blocks), self.tail)

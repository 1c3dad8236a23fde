"""A sequence that grows at its end at a price that does not grow with it, and is still a value."""

from collections.abc import Iterator
from itertools import chain
from typing import Generic, TypeVar

from meadhall.core.value import value

T = TypeVar("T")

_BLOCK = 16


@value()
class Log(Generic[T]):
    """Items in full blocks and a tail. Appending copies the tail only, which is short."""

    blocks: tuple[tuple[T, ...], ...] = ()
    tail: tuple[T, ...] = ()

    def append(self, item: T) -> "Log[T]":
        """The log with one more item."""
        tail = (*self.tail, item)
        return Log((*self.blocks, tail)) if len(tail) == _BLOCK else Log(self.blocks, tail)

    def upto(self, length: int) -> "Log[T]":
        """The log as it was when it had so many items."""
        if length >= len(self):
            return self
        full, rest = divmod(length, _BLOCK)
        tail = self.blocks[full] if full < len(self.blocks) else self.tail
        return Log(self.blocks[:full], tail[:rest])

    def after(self, length: int) -> tuple[T, ...]:
        """The items that follow the first so many."""
        full, rest = divmod(min(length, len(self)), _BLOCK)
        return tuple(chain.from_iterable((*self.blocks[full:], self.tail)))[rest:]

    def __len__(self) -> int:
        return len(self.blocks) * _BLOCK + len(self.tail)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.blocks), self.tail)

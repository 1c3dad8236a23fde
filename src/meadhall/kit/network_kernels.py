"""A network's sums in a fast lane, as compiled functions. Only fast lanes import this module."""

from meadhall.core.fast_lane import Array
from meadhall.kit.compiled import kernel
from meadhall.kit.network import CLIP


@kernel
def add_row(sums: Array, row: Array) -> None:
    """An input has become true."""
    for place in range(len(sums)):
        sums[place] += row[place]


@kernel
def subtract_row(sums: Array, row: Array) -> None:
    """An input has become false."""
    for place in range(len(sums)):
        sums[place] -= row[place]


@kernel
def exchange_rows(sums: Array, gone: Array, come: Array) -> None:
    """One input has become false and another one true."""
    for place in range(len(sums)):
        sums[place] += come[place] - gone[place]


@kernel
def weigh(sums: Array, weights: Array) -> int:
    """The clipped sums times their weights."""
    total = 0
    for place in range(len(sums)):
        total += min(max(sums[place], 0), CLIP) * weights[place]
    return total

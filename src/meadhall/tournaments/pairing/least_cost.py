"""Pairs of least cost, by the matching of py4swiss."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py4swiss.dynamicuint import DynamicUint

BITS = 64
"""A cost is below 2**BITS, and so is the sum of the costs of all pairs."""
_PART = 16


def least_cost_pairs(count: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Everybody in one pair, so that the costs add up to the least; `count` is even.

    `cost(a, b)` is asked for a < b. Loads py4swiss, which takes half a second the first time.
    """
    from py4swiss.matching_computer import ComputerDutchOptimality  # noqa: PLC0415 - it is compiled

    heaviest = _heaviest()
    nothing = heaviest & 0
    computer = ComputerDutchOptimality(count, heaviest)
    for _ in range(count):
        computer.add_vertex()
    for one in range(count):
        for other in range(one + 1, count):
            weight = (1 << BITS) - 1 - cost(one, other)
            computer.set_edge_weight(one, other, _weight(weight, nothing))
    computer.compute_matching()
    return [(one, other) for one, other in enumerate(computer.get_matching()) if one < other]


def _heaviest() -> "DynamicUint":
    """The largest weight, with the room that the matching needs above it."""
    from py4swiss.dynamicuint import DynamicUint  # noqa: PLC0415 - the same

    weight = DynamicUint(1)
    for _ in range(BITS + 3):
        weight.shift_grow(1)
    weight >>= 1
    weight -= (weight & 0) | 1
    return weight


def _weight(value: int, nothing: "DynamicUint") -> "DynamicUint":
    """The value, which may be larger than the 32 bits that a weight takes at once."""
    weight = nothing << 0
    for shift in range(BITS - _PART, -1, -_PART):
        weight <<= _PART
        weight |= (value >> shift) & ((1 << _PART) - 1)
    return weight

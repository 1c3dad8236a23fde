"""A small network that evaluates positions of a game for two players, in whole numbers.

Its inputs are facts that are true or not, such as "a piece of mine is there". Each side has a row
of hidden sums: the weights of all facts that are true from its point of view. The sums are clipped,
weighed and added up; the sums of the side to move and those of the other side have weights of their
own. Integers only, so every machine gets the same number, and a fast lane can keep the sums up to
date move by move and get the same number too.
"""

from array import array
from base64 import b85decode, b85encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from json import dumps, loads
from struct import unpack
from sys import byteorder

CLIP = 255
"""The largest value of a hidden sum; smaller than 0 counts as 0."""
SHIFT = 10
"""How many bits the sum of all products is shifted down to become a score."""
_FIELD = 32
_OFFSET = 1 << 15


@dataclass(frozen=True)
class Network:
    """The weights: a row of `hidden` numbers for each input, then what the sums begin with.

    `output` has the weights of the mover's sums, then those of the other side. `history` tells how
    the network came about.
    """

    hidden: int
    rows: Sequence[Sequence[int]]
    start: Sequence[int]
    output: Sequence[int]
    history: tuple[dict[str, object], ...] = field(default=(), compare=False)

    def score(self, mover: Iterable[int], other: Iterable[int]) -> int:
        """The score for the side to move, given the inputs that are true for each side."""
        sums = (*self._sums(mover), *self._sums(other))
        products = (min(max(s, 0), CLIP) * w for s, w in zip(sums, self.output, strict=True))
        return sum(products) >> SHIFT

    def _sums(self, inputs: Iterable[int]) -> list[int]:
        # A row is one long number with a field for each weight, so a row is added in one step.
        # Weights are stored with an offset, because a negative field would borrow from the next.
        total, count = self._row_numbers[-1], 1
        for number in inputs:
            total += self._row_numbers[number]
            count += 1
        fields = unpack(f"<{self.hidden}I", total.to_bytes(self.hidden * _FIELD // 8, "little"))
        return [value - count * _OFFSET for value in fields]

    @cached_property
    def _row_numbers(self) -> list[int]:
        """The rows of all inputs and of the start, each as one number."""
        return [
            sum(weight + _OFFSET << _FIELD * place for place, weight in enumerate(row))
            for row in (*self.rows, self.start)
        ]


def write_network(network: Network) -> str:
    """The network as text, for a file."""
    numbers = array("h", [w for row in network.rows for w in row])
    numbers.extend(network.start)
    numbers.extend(network.output)
    document = {
        "inputs": len(network.rows),
        "hidden": network.hidden,
        "history": network.history,
        "weights": b85encode(little_endian(numbers).tobytes()).decode(),
    }
    return dumps(document, indent=1) + "\n"


def read_network(text: str) -> Network:
    """The network that `write_network` wrote."""
    document = loads(text)
    hidden, size = document["hidden"], document["inputs"] * document["hidden"]
    numbers = array("h", b85decode(document["weights"]))
    numbers = little_endian(numbers)
    if len(numbers) != size + 3 * hidden:
        raise ValueError(f"{len(numbers)} weights do not fit {size + 3 * hidden} places")
    rows = [numbers[at : at + hidden] for at in range(0, size, hidden)]
    start, output = numbers[size : size + hidden], numbers[size + hidden :]
    return Network(hidden, rows, start, output, tuple(document["history"]))


def little_endian(numbers: "array[int]") -> "array[int]":
    """The numbers with their bytes in the order of the file."""
    if byteorder == "big":
        numbers.byteswap()
    return numbers

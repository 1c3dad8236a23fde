"""Mixed strategies of two sides that choose at once and do not know each other's cards.

Each side has several types: the cards that it may hold. Every type has a mix of its own. `cells`
has a table for each pair of types: the value to the first side of each pair of choices. The method
is that of `meadhall.bots.search.regret_matching`, with types on both sides, in compiled floats.
"""

from array import array
from typing import Final, TypeAlias

from meadhall.games.elemental_clash.cards import HAND_SIZE
from meadhall.games.elemental_clash.fast.tables import Numbers, compile_if_possible

Floats: TypeAlias = "array[float]"
WIDE: Final = HAND_SIZE
"""The choices of a type; those that it does not have are never played."""
TABLE: Final = WIDE * WIDE


@compile_if_possible
def _rewards(cells: Floats, side: int, sizes: Numbers, mixes: Floats, out: Floats) -> None:
    """The value of each choice of each type of the side, against the other side's mixes.

    `mixes` are the other side's, already multiplied with how likely each type is.
    """
    first, second = sizes[0], sizes[1]
    for number in range(sizes[side] * WIDE):
        out[number] = 0.0
    for one in range(first):
        for two in range(second):
            table = (one * second + two) * TABLE
            for a in range(WIDE):
                if side == 0:
                    total = 0.0
                    for b in range(WIDE):
                        total += mixes[two * WIDE + b] * cells[table + a * WIDE + b]
                    out[one * WIDE + a] += total
                else:
                    for b in range(WIDE):
                        out[two * WIDE + b] -= mixes[one * WIDE + a] * cells[table + a * WIDE + b]


@compile_if_possible
def normalise(source: Floats, at: int, bits: int, target: Floats) -> None:
    """A type's weights as probabilities; even ones among its choices if all are zero."""
    total, count = 0.0, 0
    for choice in range(WIDE):
        total += source[at + choice]
        count += bits >> choice & 1
    for choice in range(WIDE):
        if total > 0.0:
            target[at + choice] = source[at + choice] / total
        else:
            target[at + choice] = (bits >> choice & 1) / count


@compile_if_possible
def _learn(
    state: tuple[Floats, Floats, Floats], values: Floats, bits: Numbers, count: int, number: int
) -> None:
    """Each of a side's types shifts weight to the choices that it regrets."""
    mixes, regrets, sums = state
    for kind in range(count):
        at, result = kind * WIDE, 0.0
        for choice in range(WIDE):
            result += mixes[at + choice] * values[at + choice]
        for choice in range(WIDE):
            if bits[kind] >> choice & 1:
                regret = regrets[at + choice] + values[at + choice] - result
                regrets[at + choice] = max(regret, 0.0)
                sums[at + choice] += number * mixes[at + choice]
        normalise(regrets, at, bits[kind], mixes)


@compile_if_possible
def _weigh(mixes: Floats, weights: Floats, count: int, out: Floats) -> None:
    for kind in range(count):
        for choice in range(WIDE):
            out[kind * WIDE + choice] = weights[kind] * mixes[kind * WIDE + choice]


@compile_if_possible
def find_mixes(  # noqa: PLR0913, PLR0917 - a kernel
    cells: Floats,
    sizes: Numbers,
    sides: tuple[tuple[Floats, Floats, Floats], tuple[Floats, Floats, Floats]],
    legal: tuple[Numbers, Numbers],
    weights: tuple[Floats, Floats],
    work: tuple[Floats, Floats],
    rounds: int,
) -> None:
    """Write the mixes of all types of both sides into the first array of `sides`.

    `sizes`: how many types each side has. `sides`: room for mixes, regrets and sums. `legal`: the
    choices of each type, as bits. `weights`: how likely each type is; they add up to 1.
    """
    other, values = work
    for side in range(2):
        for number in range(sizes[side] * WIDE):
            sides[side][1][number] = sides[side][2][number] = 0.0
        for kind in range(sizes[side]):
            normalise(sides[side][1], kind * WIDE, legal[side][kind], sides[side][0])
    for number in range(1, rounds + 1):
        for side in (1, 0):
            _weigh(sides[1 - side][0], weights[1 - side], sizes[1 - side], other)
            _rewards(cells, side, sizes, other, values)
            _learn(sides[side], values, legal[side], sizes[side], number)
    for side in range(2):
        for kind in range(sizes[side]):
            normalise(sides[side][2], kind * WIDE, legal[side][kind], sides[side][0])

"""Mixed strategies by regret matching, in whole numbers so that they are the same everywhere.

One player faces opponents of several types. It does not know which type it faces, so it has one
strategy for all; each type knows itself and has its own. Both sides shift weight to the actions
they regret not having played; their averages go towards an equilibrium.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import TypeAlias

ONE = 1 << 16
"""A probability of one."""

Cell: TypeAlias = tuple[int, int]
"""What a pair of actions is worth to the player and to the opponent."""

Mix: TypeAlias = tuple[int, ...]
"""A probability for each action, in parts of `ONE`."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """A type of opponent: how likely it is, and the worth of each pair of actions."""

    weight: int
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The player's mix, the mix of each type of opponent, and what all that is worth to both.

    `rows` is what each of the player's actions is worth against the opponents' mixes.
    """

    mine: Mix
    theirs: tuple[Mix, ...]
    worth: Cell
    rows: tuple[int, ...]


def settled(cells: Sequence[Sequence[Cell]]) -> Cell | None:
    """The worth of a pair of actions from which neither side would move away, if there is one."""
    best_row = [max(cell[0] for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        best_column = max(cell[1] for cell in row)
        for cell, best in zip(row, best_row, strict=True):
            if cell == (best, best_column):
                return cell
    return None


def solve(encounters: Sequence[Encounter], rounds: int) -> Solution:
    """Mixes that neither side much regrets, after so many rounds of regret matching."""
    rows = [_side(encounter.cells, 0) for encounter in encounters]
    columns = [_side(zip(*encounter.cells, strict=True), 1) for encounter in encounters]
    weights = [encounter.weight for encounter in encounters]
    me, them = _Learner(len(rows[0])), [_Learner(len(column)) for column in columns]
    for number in range(1, rounds + 1):
        mine = me.mix
        for learner, theirs in zip(them, columns, strict=True):
            learner.learn([_dot(mine, worths) for worths in theirs], number)
        me.learn(_expected(rows, weights, [learner.mix for learner in them]), number)
    mine, on_average = me.average(), tuple(learner.average() for learner in them)
    worths = tuple(_expected(rows, weights, on_average))
    return Solution(mine, on_average, _worth(encounters, mine, on_average), worths)


class _Learner:
    """Regret matching plus: regrets never fall below nothing, late rounds weigh more."""

    def __init__(self, actions: int) -> None:
        self.regrets = [0] * actions
        self.weights = [0] * actions
        self.mix = normal(self.regrets)

    def learn(self, worths: Sequence[int], number: int) -> None:
        """Take in what each action would have been worth in this round."""
        got = _dot(self.mix, worths)
        raised = map(add, self.regrets, worths)
        self.regrets = [regret - got if regret > got else 0 for regret in raised]
        self.weights = [old + number * p for old, p in zip(self.weights, self.mix, strict=True)]
        self.mix = normal(self.regrets)

    def average(self) -> Mix:
        """What was played on the whole."""
        return normal(self.weights)


def normal(weights: Sequence[int], whole: int = ONE) -> Mix:
    """Weights as parts that add up to the whole; equal ones where nothing weighs."""
    total = sum(weights)
    if total == 0:
        return normal([1] * len(weights), whole)
    parts = [weight * whole // total for weight in weights]
    parts[parts.index(max(parts))] += whole - sum(parts)
    return tuple(parts)


def _side(lines: Iterable[Sequence[Cell]], side: int) -> list[list[int]]:
    """One player's worths, line by line."""
    return [[cell[side] for cell in line] for line in lines]


def _dot(mix: Mix, worths: Sequence[int]) -> int:
    total: int = sum(map(mul, mix, worths))
    return total // ONE


def _expected(
    tables: Sequence[Sequence[Sequence[int]]], weights: Sequence[int], theirs: Sequence[Mix]
) -> list[int]:
    """What each of our actions is worth against the types as they mix now."""
    total = sum(weights)
    sums = [0] * len(tables[0])
    for table, weight, mix in zip(tables, weights, theirs, strict=True):
        for action, worths in enumerate(table):
            sums[action] += weight * _dot(mix, worths)
    return [worth // total for worth in sums]


def _worth(encounters: Sequence[Encounter], mine: Mix, theirs: Sequence[Mix]) -> Cell:
    """What the mixes are worth to both on average."""
    total = sum(encounter.weight for encounter in encounters)
    both = []
    for side in (0, 1):
        tables = [_side(encounter.cells, side) for encounter in encounters]
        against = [
            _dot(mine, [_dot(mix, worths) for worths in table])
            for table, mix in zip(tables, theirs, strict=True)
        ]
        weighed = zip(against, encounters, strict=True)
        both.append(sum(worth * encounter.weight for worth, encounter in weighed) // total)
    return both[0], both[1]

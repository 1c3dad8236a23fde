"""Mixed strategies by regret matching, in integers so that results are the same everywhere.

This solves a Bayesian game. One player faces opponents of several types. It does not know the type,
so it has one strategy for all; each type knows itself and has its own. Both sides shift weight to
the actions that they regret not having played. Their averages approach an equilibrium.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import TypeAlias

from meadhall.bots.chances import proportions

ONE = 1 << 16
"""A probability of one."""

Cell: TypeAlias = tuple[int, int]
"""The value of a pair of actions to the player and to the opponent."""

PayoffTable: TypeAlias = tuple[tuple[Cell, ...], ...]
"""A row for each of the player's actions, a column for each of the opponent's."""

Mix: TypeAlias = tuple[int, ...]
"""A probability for each action, in parts of `ONE`."""


@dataclass(frozen=True, slots=True)
class OpponentType:
    """A type of opponent: how likely it is, and its payoff table."""

    weight: int
    cells: PayoffTable


@dataclass(frozen=True, slots=True)
class Solution:
    """The player's mix, the mix of each type of opponent, and their value to both sides.

    `rows` is the value of each of the player's actions against the opponents' mixes.
    """

    mine: Mix
    theirs: tuple[Mix, ...]
    value: Cell
    rows: tuple[int, ...]


def pure_equilibrium(cells: Sequence[Sequence[Cell]]) -> Cell | None:
    """The value of a pair of actions from which neither side would deviate, if there is one."""
    best_row = [max(cell[0] for cell in column) for column in zip(*cells, strict=True)]
    for row in cells:
        best_column = max(cell[1] for cell in row)
        for cell, best in zip(row, best_row, strict=True):
            if cell == (best, best_column):
                return cell
    return None


def solve(types: Sequence[OpponentType], rounds: int) -> Solution:
    """An approximate equilibrium, after that many rounds of regret matching."""
    rows = [_side(kind.cells, 0) for kind in types]
    columns = [_side(zip(*kind.cells, strict=True), 1) for kind in types]
    weights = [kind.weight for kind in types]
    me, them = _Learner(len(rows[0])), [_Learner(len(column)) for column in columns]
    for number in range(1, rounds + 1):
        mine = me.mix
        for learner, theirs in zip(them, columns, strict=True):
            learner.learn([_dot(mine, values) for values in theirs], number)
        # Against the types' new mixes: in practice, sides that learn in turn converge faster.
        me.learn(_row_values(rows, weights, [learner.mix for learner in them]), number)
    mine, averages = me.average(), tuple(learner.average() for learner in them)
    values = tuple(_row_values(rows, weights, averages))
    return Solution(mine, averages, _mix_value(types, mine, averages), values)


class _Learner:
    """Regret matching plus: regrets never fall below zero, and later rounds weigh more."""

    def __init__(self, actions: int) -> None:
        self.regrets = [0] * actions
        self.weights = [0] * actions
        self.mix = proportions(self.regrets, ONE)

    def learn(self, values: Sequence[int], number: int) -> None:
        """Updates the mix by what each action would have been worth in this round."""
        result = _dot(self.mix, values)
        sums = map(add, self.regrets, values)
        self.regrets = [regret - result if regret > result else 0 for regret in sums]
        self.weights = [old + number * p for old, p in zip(self.weights, self.mix, strict=True)]
        self.mix = proportions(self.regrets, ONE)

    def average(self) -> Mix:
        """The weighted average of all rounds' mixes. This converges; a single mix does not."""
        return proportions(self.weights, ONE)


def _side(lines: Iterable[Sequence[Cell]], side: int) -> list[list[int]]:
    """One side's values, line by line."""
    return [[cell[side] for cell in line] for line in lines]


def _dot(mix: Mix, values: Sequence[int]) -> int:
    total: int = sum(map(mul, mix, values))
    return total // ONE


def _row_values(
    tables: Sequence[Sequence[Sequence[int]]], weights: Sequence[int], theirs: Sequence[Mix]
) -> list[int]:
    """The value of each of the player's actions against the types' mixes."""
    total = sum(weights)
    sums = [0] * len(tables[0])
    for table, weight, mix in zip(tables, weights, theirs, strict=True):
        for action, values in enumerate(table):
            sums[action] += weight * _dot(mix, values)
    return [value // total for value in sums]


def _mix_value(types: Sequence[OpponentType], mine: Mix, theirs: Sequence[Mix]) -> Cell:
    """The mean value of the mixes to both sides."""
    total = sum(kind.weight for kind in types)
    both = []
    for side in (0, 1):
        tables = [_side(kind.cells, side) for kind in types]
        against = [
            _dot(mine, [_dot(mix, values) for values in table])
            for table, mix in zip(tables, theirs, strict=True)
        ]
        pairs = zip(against, types, strict=True)
        both.append(sum(value * kind.weight for value, kind in pairs) // total)
    return both[0], both[1]

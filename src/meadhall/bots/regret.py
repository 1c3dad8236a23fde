"""Mixed strategies by regret matching, in whole numbers so that they are the same everywhere.

One player faces opponents of several types. It does not know which type it faces, so it has one
strategy for all; each type knows itself and has its own. Both sides shift weight to the actions
they regret not having played; their averages go towards an equilibrium.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
    """The player's mix, the mix of each type of opponent, and what all that is worth to both."""

    mine: Mix
    theirs: tuple[Mix, ...]
    worth: Cell


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
    me = _Learner(len(encounters[0].cells))
    them = [_Learner(len(encounter.cells[0])) for encounter in encounters]
    for number in range(1, rounds + 1):
        mine = me.mix()
        for learner, encounter in zip(them, encounters, strict=True):
            learner.learn(_their_worths(encounter, mine), number)
        me.learn(_my_worths(encounters, [learner.mix() for learner in them]), number)
    mine, theirs = me.average(), tuple(learner.average() for learner in them)
    return Solution(mine, theirs, _worth(encounters, mine, theirs))


class _Learner:
    """Regret matching plus: regrets never fall below nothing, late rounds weigh more."""

    def __init__(self, actions: int) -> None:
        self.regrets = [0] * actions
        self.weights = [0] * actions

    def mix(self) -> Mix:
        """What to play now."""
        return normal(self.regrets)

    def learn(self, worths: Sequence[int], number: int) -> None:
        """Take in what each action would have been worth in this round."""
        mix = self.mix()
        got = sum(p * worth for p, worth in zip(mix, worths, strict=True)) // ONE
        self.regrets = [
            max(0, old + worth - got) for old, worth in zip(self.regrets, worths, strict=True)
        ]
        self.weights = [old + number * p for old, p in zip(self.weights, mix, strict=True)]

    def average(self) -> Mix:
        """What was played on the whole."""
        return normal(self.weights)


def normal(weights: Sequence[int]) -> Mix:
    """Weights as probabilities that add up to `ONE`; equal ones where nothing weighs."""
    total = sum(weights)
    if total == 0:
        return normal([1] * len(weights))
    parts = [weight * ONE // total for weight in weights]
    parts[parts.index(max(parts))] += ONE - sum(parts)
    return tuple(parts)


def _their_worths(encounter: Encounter, mine: Mix) -> list[int]:
    return [
        sum(p * cell[1] for p, cell in zip(mine, column, strict=True)) // ONE
        for column in zip(*encounter.cells, strict=True)
    ]


def _my_worths(encounters: Sequence[Encounter], theirs: Sequence[Mix]) -> list[int]:
    total = sum(encounter.weight for encounter in encounters) * ONE
    sums = [0] * len(encounters[0].cells)
    for encounter, mix in zip(encounters, theirs, strict=True):
        for action, row in enumerate(encounter.cells):
            worth = sum(p * cell[0] for p, cell in zip(mix, row, strict=True))
            sums[action] += encounter.weight * worth
    return [worth // total for worth in sums]


def _worth(encounters: Sequence[Encounter], mine: Mix, theirs: Sequence[Mix]) -> Cell:
    total = sum(encounter.weight for encounter in encounters) * ONE * ONE
    both = [0, 0]
    for encounter, mix in zip(encounters, theirs, strict=True):
        for p, row in zip(mine, encounter.cells, strict=True):
            for q, cell in zip(mix, row, strict=True):
                for side in (0, 1):
                    both[side] += encounter.weight * p * q * cell[side]
    return both[0] // total, both[1] // total

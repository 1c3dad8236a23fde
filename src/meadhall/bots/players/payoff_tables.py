"""Payoff tables for a seat that chooses at the same time as others.

In each sampled world the seat's actions are the rows and the others' replies the columns; a cell is
the value of playing both. Worlds that the others cannot tell apart belong to one type of opponent,
and their tables are averaged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import mean_payoff_chance, proportions, score_chance
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.playout import playouts, state_after
from meadhall.bots.search.regret_matching import (
    ONE,
    Cell,
    OpponentType,
    PayoffTable,
    Solution,
    pure_equilibrium,
    solve,
)
from meadhall.core.bulk_play import WON
from meadhall.core.game import AnyGame, evaluation, to_act
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

SCALE = WON
"""The value of a won match."""

Reply: TypeAlias = tuple[tuple[Seat, Any], ...]
"""The actions of the other seats, together."""


@dataclass(frozen=True, slots=True)
class SimultaneousSettings:
    """How hard to think.

    `worlds`: how many to sample. `playouts`: random matches per cell; with 0 the game's evaluation
    gives the value. `columns`: the most replies per world. `rounds`: of regret matching; with 0
    replies count as equally likely and any of the `choice` best actions is played. `narrow`: where
    at most this many pairs of actions are possible, each is searched one step deeper instead of
    played out. `guesses`: ask the game's own solver, with that many hands for each side; then only
    `rounds` counts beside it.
    """

    worlds: int = 8
    playouts: int = 0
    columns: int = 8
    rounds: int = 0
    choice: int = 1
    narrow: int = 0
    guesses: int = 0

    @classmethod
    def of(cls, given: Mapping[str, int]) -> "SimultaneousSettings":
        """A level's settings, with defaults for those that it does not name."""
        return cls(**given)

    def chance(self, turn: Turn, value: int) -> int:
        """The chance to win that follows from a table's value: payoffs or evaluations."""
        if self.playouts or self.guesses:
            return mean_payoff_chance(value, SCALE)
        return score_chance(turn.game, value, turn.seats)


def solve_tables(types: Sequence[OpponentType], settings: SimultaneousSettings) -> Solution:
    """A mixed strategy; without rounds, the best rows against random replies."""
    if settings.rounds:
        return solve(types, settings.rounds)
    values = [0] * len(types[0].cells)
    for kind in types:
        for action, row in enumerate(kind.cells):
            values[action] += kind.weight * sum(cell[0] for cell in row) // len(row)
    best, total = max(values), sum(kind.weight for kind in types)
    # A slice, because there may be fewer actions than `choice`. All that reach the bar count.
    bar = sorted(values)[-settings.choice :][0]
    mix = proportions([int(value >= bar) for value in values], ONE)
    return Solution(mix, (), (best // total, 0), tuple(value // total for value in values))


class TableFiller:
    """Fills payoff tables for one seat, and counts the states that it has looked at."""

    def __init__(
        self, game: AnyGame, seat: Seat, settings: SimultaneousSettings, budget: Budget
    ) -> None:
        self.game, self.seat, self.settings = game, seat, settings
        self.deadline, self.node_limit = Deadline(budget), budget.nodes
        self.playouts = playouts(game)
        self.nodes = 0

    @property
    def out_of_time(self) -> bool:
        """Whether the deadline has passed; never before something has been looked at."""
        return self.nodes > 0 and self.deadline.has_passed

    def opponent_types(self, turn: Turn, rng: Rng) -> list[OpponentType]:
        """The types of opponent in the sampled worlds; at least one.

        A table that was not finished in time counts only if there is no other.
        """
        tables: dict[object, list[PayoffTable]] = {}
        for number in range(self.settings.worlds):
            luck = rng.fork(f"world {number}")
            world = self.game.resample(turn.view, luck)
            others = self.other_seats(world, luck)
            replies = self.replies(world, others, luck)
            views = tuple(self.game.view(world, seat) for seat in others)
            table = self.table(world, turn.legal, replies, luck)
            if tables and self.out_of_time:
                break
            tables.setdefault(views, []).append(table)
            out_of_nodes = self.node_limit is not None and self.nodes >= self.node_limit
            if self.out_of_time or out_of_nodes:
                break
        return [_merge(group) for group in tables.values()]

    def other_seats(self, world: object, rng: Rng) -> tuple[Seat, ...]:
        """The other seats, counted by the payoffs of a playout where their number can differ."""
        counts = self.game.spec.players
        count = counts[0] if len(counts) == 1 else len(self.playouts(world, (), 1, rng))
        return tuple(seat for seat in range(count) if seat != self.seat)

    def replies(self, world: object, others: Sequence[Seat], rng: Rng) -> list[Reply]:
        """The others' joint actions; a random sample where there are more than `columns`."""
        asked = to_act(self.game, world)
        possible = {seat: self.open_actions(world, seat, asked) for seat in others}
        choosing = {seat: actions for seat, actions in possible.items() if actions}
        # If nobody else chooses, the product is 1 and the only column is an empty reply.
        joint = prod(map(len, choosing.values()))
        if joint <= self.settings.columns:
            pairs = ([(seat, action) for action in choosing[seat]] for seat in choosing)
            return list(product(*pairs))
        sample: dict[Reply, None] = {}  # a set that keeps its order
        for _ in range(self.settings.columns):
            reply = []
            for seat, actions in choosing.items():
                action, rng = rng.choice(actions)
                reply.append((seat, action))
            sample[tuple(reply)] = None
        return list(sample)

    def open_actions(self, world: object, seat: Seat, asked: Sequence[Seat]) -> list[Any]:
        """The seat's legal actions; if it is not asked, sealed ones that it may still change."""
        sealed = tuple(self.game.types.sealed)
        legal = self.game.legal_actions(world, seat)
        return [action for action in legal if seat in asked or isinstance(action, sealed)]

    def table(
        self, world: object, rows: Sequence[object], replies: Sequence[Reply], rng: Rng
    ) -> PayoffTable:
        """The value of each row against each reply; zeros where time has run out."""
        few = len(rows) * len(replies) <= self.settings.narrow
        value = self.look_ahead if few or not self.settings.playouts else self.play_out

        def cell(i: int, j: int) -> Cell:
            if self.out_of_time:
                return 0, 0
            return value(world, self.joint(rows[i], replies[j]), rng.fork(f"{i} {j}"))

        return tuple(tuple(cell(i, j) for j in range(len(replies))) for i in range(len(rows)))

    def joint(self, row: object, reply: Reply) -> Reply:
        """The others' reply and, if the seat has one, its own action."""
        return reply if row is None else (*reply, (self.seat, row))

    def play_out(self, state: object, plies: Reply, rng: Rng) -> Cell:
        """The mean value of the actions when all play on at random."""
        self.nodes += 1
        count = self.settings.playouts
        return _payoff_cell(self.playouts(state, plies, count, rng), self.seat, count)

    def look_ahead(self, state: object, plies: Reply, rng: Rng) -> Cell:
        """The value of the state after the actions, to the seat and to the others on average."""
        self.nodes += 1
        state = state_after(self.game, state, plies)
        status = self.game.status(state)
        if isinstance(status, Finished):
            return _payoff_cell(status.payoffs, self.seat, 1)
        options = {seat: self.game.legal_actions(state, seat) for seat in status.seats}
        if prod(map(len, options.values())) <= self.settings.narrow:
            return self.subgame_value(state, options, rng)
        if self.settings.playouts:
            return self.play_out(state, (), rng)
        score = evaluation(self.game, state, self.seat)
        # An evaluation compares the seat with its opponents: what one gains the other loses.
        return score, -score

    def subgame_value(self, state: object, options: dict[Seat, Sequence[Any]], rng: Rng) -> Cell:
        """The value of a state with few options, from a table of its own."""
        rows = options.pop(self.seat, (None,))
        pairs = ([(seat, action) for action in options[seat]] for seat in options)
        cells = self.table(state, rows, list(product(*pairs)), rng)
        solution = pure_equilibrium(cells)
        return solution or solve_tables([OpponentType(1, cells)], self.settings).value


def _payoff_cell(sums: Sequence[int], seat: Seat, count: int) -> Cell:
    """The seat's mean payoff over `count` matches, and the mean of the others' payoffs."""
    others = len(sums) - 1
    return SCALE * sums[seat] // count, SCALE * (sum(sums) - sums[seat]) // (count * others)


def _merge(tables: Sequence[PayoffTable]) -> OpponentType:
    """The mean of the tables; the number of worlds is its weight."""
    count = len(tables)
    rows = zip(*tables, strict=True)
    cells = tuple(tuple(_mean(cells, count) for cells in zip(*row, strict=True)) for row in rows)
    return OpponentType(count, cells)


def _mean(cells: Sequence[Cell], count: int) -> Cell:
    return sum(cell[0] for cell in cells) // count, sum(cell[1] for cell in cells) // count

"""Bots for games in which all choose at once and nobody sees everything.

From its view a bot imagines worlds: states that look like the view. In each world its own actions
are the rows of a table and what the others may answer the columns; a cell is what the pair is worth
after it has been played. Worlds that the others could not tell apart are one table. From the tables
a bot takes the row that is best against careless play, or a mixed strategy that cannot be
exploited.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import averaged, scored
from meadhall.bots.playout import after, playouts
from meadhall.bots.regret import ONE, Cell, Encounter, Mix, Solution, normal, settled, solve
from meadhall.bots.watch import Watch
from meadhall.core.game import AnyGame, to_act
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

SCALE = 10_000
"""What a won match is worth."""

Reply: TypeAlias = tuple[tuple[Seat, Any], ...]
"""What the other seats do, together."""

Table: TypeAlias = tuple[tuple[Cell, ...], ...]
"""A row for each of our actions, a column for each reply."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard to think.

    `worlds`: how many to imagine. `playouts`: random matches per cell; with none, the game's
    evaluation judges. `columns`: at most so many replies per world. `rounds`: of regret matching;
    with none, replies count as equally likely and any of the `choice` best actions is played.
    `narrow`: where at most so many pairs of actions are open, each is looked at and solved in its
    turn instead of played out.
    """

    worlds: int = 8
    playouts: int = 0
    columns: int = 8
    rounds: int = 0
    choice: int = 1
    narrow: int = 0

    @classmethod
    def of(cls, given: Mapping[str, int]) -> "Settings":
        """The settings that a level names, the others as they are by default."""
        return cls(**given)

    def chance(self, turn: Turn, worth: int) -> int:
        """The chance to win of a seat whose tables say this worth: payoffs or evaluations."""
        if self.playouts:
            return averaged(worth, SCALE)
        return scored(turn.game, worth, turn.seats)


@dataclass(frozen=True, slots=True)
class Plan:
    """A probability for each legal action, what that is worth, and how it was found.

    `rows` is what each action would be worth by itself.
    """

    mix: Mix
    worth: int
    rows: tuple[int, ...]
    kinds: int
    nodes: int


class SimultaneousBot:
    """Imagines worlds, fills a table for each kind of opponent, and chooses a row."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best row, or one drawn from the mixed strategy."""
        if len(turn.legal) == 1:
            return Thought(turn.legal[0], note="the only action")
        plan = self.plan(turn, budget, rng.fork("worlds"))
        action = turn.legal[_drawn(plan.mix, rng.fork("choice"))]
        line = (turn.game.notation.write(action),)
        chance = self.settings.chance(turn, plan.worth)
        note = f"{plan.kinds} kinds of opponent; {_shares(turn, plan.mix)}"
        return Thought(action, plan.worth, 1, plan.nodes, line, note, chance)

    def plan(self, turn: Turn, budget: Budget, rng: Rng) -> Plan:
        """How likely each legal action is to be chosen, and why."""
        judge = _Judge(turn.game, turn.seat, self.settings, budget)
        encounters = judge.encounters(turn, rng)
        solution = _answer(encounters, self.settings)
        worth, rows = solution.worth[0], solution.rows
        return Plan(solution.mine, worth, rows, len(encounters), judge.nodes)


def _answer(encounters: Sequence[Encounter], settings: Settings) -> Solution:
    """A mixed strategy, or with no rounds to learn in the best rows against random replies."""
    if settings.rounds:
        return solve(encounters, settings.rounds)
    worths = [0] * len(encounters[0].cells)
    for encounter in encounters:
        for action, row in enumerate(encounter.cells):
            worths[action] += encounter.weight * sum(cell[0] for cell in row) // len(row)
    best, total = max(worths), sum(encounter.weight for encounter in encounters)
    bar = sorted(worths)[-settings.choice :][0]
    mix = normal([int(worth >= bar) for worth in worths])
    return Solution(mix, (), (best // total, 0), tuple(worth // total for worth in worths))


class _Judge:
    """Fills tables for one seat, and counts the states it has looked at."""

    def __init__(self, game: AnyGame, seat: Seat, settings: Settings, budget: Budget) -> None:
        self.game, self.seat, self.settings = game, seat, settings
        self.watch, self.most = Watch(budget), budget.nodes
        self.play_out = playouts(game)
        self.nodes = 0

    @property
    def hurried(self) -> bool:
        """Whether there is no time left, once something has been looked at."""
        return self.nodes > 0 and self.watch.over

    def encounters(self, turn: Turn, rng: Rng) -> list[Encounter]:
        """One table for each kind of opponent met in the imagined worlds; at least one.

        A table that was not finished in time counts only where there is no other.
        """
        kinds: dict[object, list[Table]] = {}
        for number in range(self.settings.worlds):
            luck = rng.fork(f"world {number}")
            world = self.game.resample(turn.view, luck)
            others = self.others(world, luck)
            replies = self.replies(world, others, luck)
            known = tuple(self.game.view(world, seat) for seat in others)
            table = self.table(world, turn.legal, replies, luck)
            if kinds and self.hurried:
                break
            kinds.setdefault(known, []).append(table)
            if self.hurried or (self.most is not None and self.nodes >= self.most):
                break
        return [_merged(tables) for tables in kinds.values()]

    def others(self, world: object, rng: Rng) -> tuple[Seat, ...]:
        """The other seats; how many there are, the payoffs of a playout tell."""
        counts = self.game.spec.players
        count = counts[0] if len(counts) == 1 else len(self.play_out(world, (), 1, rng))
        return tuple(seat for seat in range(count) if seat != self.seat)

    def replies(self, world: object, others: Sequence[Seat], rng: Rng) -> list[Reply]:
        """What the others may do at the same time, all of it or, where that is much, some."""
        asked = to_act(self.game, world)
        open_to = {seat: self.open_to(world, seat, asked) for seat in others}
        choosing = {seat: actions for seat, actions in open_to.items() if actions}
        joint = prod(map(len, choosing.values()))
        if joint <= self.settings.columns:
            pairs = ([(seat, action) for action in choosing[seat]] for seat in choosing)
            return list(product(*pairs))
        drawn: dict[Reply, None] = {}
        for _ in range(self.settings.columns):
            reply = []
            for seat, actions in choosing.items():
                action, rng = rng.choice(actions)
                reply.append((seat, action))
            drawn[tuple(reply)] = None
        return list(drawn)

    def open_to(self, world: object, seat: Seat, asked: Sequence[Seat]) -> list[Any]:
        """The seat's choices: any when it is asked, and sealed ones that it may still change."""
        sealed = tuple(self.game.types.sealed)
        legal = self.game.legal_actions(world, seat)
        return [action for action in legal if seat in asked or isinstance(action, sealed)]

    def table(
        self, world: object, rows: Sequence[object], replies: Sequence[Reply], rng: Rng
    ) -> Table:
        """What each row is worth against each reply; nothing where there was no time to look."""
        few = len(rows) * len(replies) <= self.settings.narrow
        look = self.looked_at if few or not self.settings.playouts else self.played_out

        def cell(i: int, j: int) -> Cell:
            if self.hurried:
                return 0, 0
            return look(world, self.joint(rows[i], replies[j]), rng.fork(f"{i} {j}"))

        return tuple(tuple(cell(i, j) for j in range(len(replies))) for i in range(len(rows)))

    def joint(self, row: object, reply: Reply) -> Reply:
        """The others' reply and, if there is one, our own action."""
        return reply if row is None else (*reply, (self.seat, row))

    def played_out(self, state: object, plies: Reply, rng: Rng) -> Cell:
        """What the actions are worth on average when play goes on at random."""
        self.nodes += 1
        count = self.settings.playouts
        return _shared(self.play_out(state, plies, count, rng), self.seat, count)

    def looked_at(self, state: object, plies: Reply, rng: Rng) -> Cell:
        """What the state after the actions is worth to us and, on average, to the others."""
        self.nodes += 1
        state = after(self.game, state, plies)
        status = self.game.status(state)
        if isinstance(status, Finished):
            return _shared(status.payoffs, self.seat, 1)
        ways = {seat: self.game.legal_actions(state, seat) for seat in status.seats}
        if prod(map(len, ways.values())) <= self.settings.narrow:
            return self.solved(state, ways, rng)
        if self.settings.playouts:
            return self.played_out(state, (), rng)
        score = self.game.evaluate(state, self.seat) if self.game.evaluate else 0
        return score, -score

    def solved(self, state: object, ways: dict[Seat, Sequence[Any]], rng: Rng) -> Cell:
        """The worth of a state with few ways to go on, from a table of its own."""
        rows = ways.pop(self.seat, (None,))
        pairs = ([(seat, action) for action in ways[seat]] for seat in ways)
        cells = self.table(state, rows, list(product(*pairs)), rng)
        return settled(cells) or _answer([Encounter(1, cells)], self.settings).worth


def _shared(sums: Sequence[int], seat: Seat, count: int) -> Cell:
    others = len(sums) - 1
    return SCALE * sums[seat] // count, SCALE * (sum(sums) - sums[seat]) // (count * others)


def _merged(tables: Sequence[Table]) -> Encounter:
    """The tables of worlds that look alike to the others, as one."""
    count = len(tables)
    rows = zip(*tables, strict=True)
    cells = tuple(tuple(_mean(cells, count) for cells in zip(*row, strict=True)) for row in rows)
    return Encounter(count, cells)


def _mean(cells: Sequence[Cell], count: int) -> Cell:
    return sum(cell[0] for cell in cells) // count, sum(cell[1] for cell in cells) // count


def _drawn(mix: Mix, rng: Rng) -> int:
    point, _ = rng.below(ONE)
    return next(i for i, reached in enumerate(accumulate(mix)) if point < reached)


def _shares(turn: Turn, mix: Mix) -> str:
    """The mix in words, likeliest first."""
    parts = [
        (100 * p // ONE, turn.game.notation.write(a)) for a, p in zip(turn.legal, mix, strict=True)
    ]
    return ", ".join(f"{name} {share} %" for share, name in sorted(parts, reverse=True) if share)

"""Asks for forced wins step by step: who wins, and within how many plies?"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from meadhall.bots.deadline import STOP, Deadline
from meadhall.bots.search.contract_lane import contract_lane
from meadhall.bots.search.lanes import bind_in_order, lane_for, rebind
from meadhall.bots.solve import forced_wins
from meadhall.bots.solve.forced_wins import NEVER
from meadhall.bots.solve.solver_memory import (
    ABORTED,
    ATTACKER,
    CONTROLS,
    ENTRY,
    KILLERS,
    LIMIT,
    MOST_PLIES,
    NODES,
    SolverMemory,
)
from meadhall.core.fast_lane import NOBODY, Array, FastLane
from meadhall.core.game import AnyGame, Traits
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.kit.compiled import bind

Prove: TypeAlias = Callable[[Array, SolverMemory, int], int]
Outcome: TypeAlias = Literal["won", "lost", "drawn", "open"]

DUEL = 2
_MEGABYTE, _BYTES = 1 << 20, 8
_SMALLEST_TABLE = 1 << 10
_PURE_TABLE = 1 << 12
"""Entries of a table over the pure rules, which are too slow to fill more."""
_PART_FOR_LINE = 10
"""The line may cost this part of the nodes once more, where the table has lost something."""


@dataclass(frozen=True, slots=True)
class SolveLimits:
    """How much a solver may do: positions to visit, plies to look ahead, megabytes of table."""

    nodes: int = 20_000_000
    plies: int = 60
    memory: int = 64


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is certain for the seat to move.

    `won` and `lost`: the match is over within `plies`, whatever the loser does. `line` has the
    seats and actions if the winner hurries and the loser holds out. `open`: nobody wins by force
    within `plies`, and further ahead nothing is known. `drawn`: nobody can force a win at all.
    """

    outcome: Outcome
    plies: int
    nodes: int
    winner: Seat | None = None
    line: tuple[tuple[Seat, Any], ...] = ()

    @property
    def moves(self) -> int:
        """How many actions of its own the winner needs."""
        # Without a whole line, seats are taken to alternate.
        if len(self.line) < self.plies:
            return (self.plies + 1) // 2
        return sum(seat == self.winner for seat, _ in self.line)

    def words(self) -> str:
        """What is certain, for people to read; empty if nothing is."""
        if self.winner is None:
            return ""
        verb = "wins" if self.outcome == "won" else "loses"
        return f"{verb} by force in {self.moves} move{'' if self.moves == 1 else 's'}"


def check_solvable(game: AnyGame, state: object, traits: Traits, seats: int) -> None:
    """Raises `Refused` if nothing can be proved about the match, with the reason."""
    title = game.spec.title
    if seats != DUEL:
        text = f"Only matches of two players can be solved; this one of {title} has {seats}."
        raise Refused.because("NOT_SOLVABLE", text, "seats")
    if traits.chance:
        text = f"This match of {title} cannot be solved: chance has a part in it."
        raise Refused.because("NOT_SOLVABLE", text)
    if (traits.hidden or traits.simultaneous) and proving_lane(game, state) is None:
        text = f"This match of {title} cannot be solved: the players have secrets in it."
        raise Refused.because("NOT_SOLVABLE", text)


def proving_lane(game: AnyGame, state: object) -> FastLane[Any] | None:
    """The game's fast lane, if what two players can force on it holds by the rules too."""
    lane = lane_for(game, state)
    return lane if lane is not None and lane.proves(state) else None


class Solver:
    """Finds out who wins from one position. It remembers what earlier questions have shown."""

    def __init__(
        self, game: AnyGame, state: object, limits: SolveLimits, deadline: Deadline
    ) -> None:
        self.game, self.state, self.limits, self.deadline = game, state, limits, deadline
        self.most = min(limits.plies, MOST_PLIES)
        lane = proving_lane(game, state)
        self.compiled = lane is not None
        self.control = control = _zeros(CONTROLS, compiled=self.compiled)

        def tick() -> None:
            if deadline.has_passed:
                control[STOP] = 1

        self.lane = contract_lane(game, tick) if lane is None else lane
        self.prove = _plain_prove(self.lane) if lane is None else compiled_prove(lane)
        self.array = self.lane.pack(state)
        rows = self._rows(self.lane.most_moves + 1), self._rows(KILLERS)
        self.memories = [SolverMemory(*rows, self._table(), control) for _ in range(DUEL)]
        """For each attacking seat a memory; only the tables differ."""
        self.ahead = 0
        """How many plies the present question looks ahead."""
        control[LIMIT] = limits.nodes

    @property
    def nodes(self) -> int:
        """How many positions have been visited."""
        return int(self.control[NODES])

    def verdict(self) -> Verdict:
        """What is certain about the position, as far as the limits allow."""
        in_secret = self.lane.kernels.in_secret
        if in_secret is not None and in_secret(self.array):
            return Verdict("open", 0, 0)
        # Over the pure rules the search looks at the clock itself.
        with self.deadline.stop_search(self.control) if self.compiled else nullcontext():
            return self._deepen()

    def _deepen(self) -> Verdict:
        """Asks for a win of either seat, always of the one that has cost fewer nodes so far."""
        mover = int(self.lane.kernels.to_move(self.array))
        plies, spent = {mover: 1, 1 - mover: 1}, {mover: 0, 1 - mover: 0}
        while asked := [seat for seat in plies if plies[seat] <= self.most]:
            attacker, before = min(asked, key=spent.__getitem__), self.nodes
            self.ahead = plies[attacker]
            answer = self.ask(attacker, self.ahead)
            if answer is None:
                break
            if answer > 0:
                line = self.line(attacker, answer - 1)
                outcome: Outcome = "won" if attacker == mover else "lost"
                return Verdict(outcome, answer - 1, self.nodes, attacker, line)
            spent[attacker] += self.nodes - before
            plies[attacker] = NEVER if answer == -NEVER else plies[attacker] + 1
        if min(plies.values()) == NEVER:
            return Verdict("drawn", self.ahead, self.nodes)
        return Verdict("open", min(*plies.values(), self.most + 1) - 1, self.nodes)

    def losing_moves(self, moves: Iterable[int]) -> set[int]:
        """Those of the mover's moves after which the other seat wins by force."""
        kernels, other = self.lane.kernels, 1 - int(self.lane.kernels.to_move(self.array))
        losing: set[int] = set()
        self.control[LIMIT] += self.limits.nodes
        with self.deadline.stop_search(self.control) if self.compiled else nullcontext():
            for plies in range(1, self.most):
                for move in (one for one in moves if one not in losing):
                    undo = kernels.make(self.array, move)
                    answer = self.ask(other, plies)
                    kernels.unmake(self.array, move, undo)
                    if answer is None:
                        return losing
                    losing |= {move} if answer > 0 else set()
        return losing

    def ask(self, attacker: Seat, plies: int) -> int | None:
        """The answer of `forced_wins` about the attacker; `None` if the limits ended the search."""
        self.control[ATTACKER] = attacker
        answer = int(self.prove(self.array, self.memories[attacker], plies))
        return None if self.control[ABORTED] else answer

    def line(self, attacker: Seat, plies: int) -> tuple[tuple[Seat, Any], ...]:
        """The play to the end of a win that is proved.

        It ends early where the table has lost what it knew and the limits leave no time to find it.
        """
        kernels, state = self.lane.kernels, self.state
        played: list[tuple[int, int]] = []
        line: list[tuple[Seat, Any]] = []
        self.control[LIMIT] += self.limits.nodes // _PART_FOR_LINE
        while (seat := int(kernels.to_move(self.array))) != NOBODY:
            found = self._best(attacker, plies)
            if found is None:
                break
            plies, move = found
            line.append((seat, self.lane.action(state, move)))
            state = self.game.apply(state, *line[-1]).state
            played.append((move, kernels.make(self.array, move)))
        for move, undo in reversed(played):
            kernels.unmake(self.array, move, undo)
        return tuple(line)

    def _best(self, attacker: Seat, plies: int) -> tuple[int, int] | None:
        """The plies that are left after the best move of a position that is won, and the move."""
        kernels = self.lane.kernels
        row = self.memories[attacker].moves[-1]  # a row that no search uses
        moves = [int(row[number]) for number in range(kernels.legal(self.array, row))]
        hurries = kernels.to_move(self.array) == attacker
        found: list[tuple[int, int, int]] = []
        for move in moves:
            promise = int(kernels.promise(self.array, move))
            undo = kernels.make(self.array, move)
            left = self._distance(attacker, plies - 1)
            kernels.unmake(self.array, move, undo)
            if left is not None:
                found.append((-left if hurries else left, promise, move))
            elif not hurries:
                return None
        if not found:
            return None
        left, _, move = max(found)
        return abs(left), move

    def _distance(self, attacker: Seat, plies: int) -> int | None:
        """Within how many plies the attacker wins here; `None` if not within `plies`."""
        for ahead in range(plies + 1):
            answer = self.ask(attacker, ahead)
            if answer is None:
                return None
            if answer > 0:
                return answer - 1
        return None

    def _rows(self, length: int) -> Array:
        plies = self.most + 1
        if not self.compiled:
            return [[0] * length for _ in range(plies)]
        import numpy as np  # noqa: PLC0415 - a fast lane brings it along

        return np.zeros((plies, length), np.int64)

    def _table(self) -> Array:
        """A table of half the memory; its size is a power of two, and its last number the mask."""
        room = self.limits.memory * _MEGABYTE // (DUEL * ENTRY * _BYTES)
        wanted = min(room, self.limits.nodes if self.compiled else _PURE_TABLE)
        entries = _SMALLEST_TABLE
        while entries * 2 <= wanted:
            entries *= 2
        table = _zeros(entries * ENTRY + 1, compiled=self.compiled)
        table[-1] = entries - 1
        return table


@cache
def compiled_prove(lane: FastLane[Any]) -> Prove:
    """The search for this lane; compiled on the first call, then kept on disk."""
    prove: Prove = bind_in_order(forced_wins.PARTS, lane, bind)["prove"]
    return prove


# Not cached: a lane over the pure rules is made for one search and holds its states.
def _plain_prove(lane: FastLane[Any]) -> Prove:
    prove: Prove = bind_in_order(forced_wins.PARTS, lane, rebind)["prove"]
    return prove


def _zeros(size: int, *, compiled: bool) -> Array:
    if not compiled:
        return [0] * size
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    return np.zeros(size, np.int64)

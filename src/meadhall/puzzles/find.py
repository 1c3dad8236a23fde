"""Looks for a puzzle in a position: a win by force that exactly one move keeps."""

from dataclasses import dataclass

from meadhall.bots.bot import Budget
from meadhall.bots.deadline import Deadline
from meadhall.bots.solve.solver import SolveLimits, Solver, proving_lane
from meadhall.bots.solve.solver_memory import LIMIT
from meadhall.core.game import AnyGame, to_act
from meadhall.core.seats import Seat
from meadhall.puzzles.puzzle import Puzzle, diagram_of

MARGIN = 2
"""Plies by which other first moves may be slower and still do not win."""
FEWEST_CHOICES = 6
"""A position with fewer moves is no puzzle."""
MEGABYTES = 8
BASE, PER_MOVE, PER_EFFORT, PER_RANK = 400, 100, 60, 40
"""Points of difficulty: of all puzzles, for each move after the first, for each doubling of the
positions that a solver visits, and of the number of moves that one would try before the first."""


@dataclass(frozen=True, slots=True)
class FindLimits:
    """How far to look: moves of the solving seat, and positions for each question to the solver."""

    moves: int = 5
    nodes: int = 400_000


USUAL = FindLimits()


def find_puzzle(
    game: AnyGame,
    state: object,
    limits: FindLimits = USUAL,
    budget: Budget | None = None,
    missed: str = "",
) -> Puzzle | None:
    """The puzzle of this position; `None` if it is none, or the limits leave it open.

    With `missed`, a move that was played there, it is a win that this move throws away; others may
    win, too. Only where the game's fast lane can prove wins, and the game can read positions.
    """
    finder = open_finder(game, state, limits, budget)
    return None if finder is None else finder.find(missed)


def open_finder(
    game: AnyGame, state: object, limits: FindLimits = USUAL, budget: Budget | None = None
) -> "PuzzleFinder | None":
    """What finds a puzzle in the position; `None` where nothing can be proved about it."""
    if game.notation.position is None or len(to_act(game, state)) != 1:
        return None
    # Without the history of the match, as everybody gets it who gets the puzzle.
    read = game.notation.position(diagram_of(game, state))
    if proving_lane(game, read) is None:
        return None
    return PuzzleFinder(game, read, limits, Deadline(budget or Budget()))


class PuzzleFinder:
    """One search for a puzzle in one position."""

    def __init__(
        self, game: AnyGame, state: object, limits: FindLimits, deadline: Deadline
    ) -> None:
        self.game, self.state, self.limits, self.deadline = game, state, limits, deadline
        limit = SolveLimits(limits.nodes, 2 * limits.moves + MARGIN, MEGABYTES)
        self.solver = Solver(game, state, limit, deadline)
        self.kernels = self.solver.lane.kernels
        self.seat: Seat = int(self.kernels.to_move(self.solver.array))
        self.effort = 0
        """How many positions the solver visited until it saw the win."""

    def quickest(self) -> int | None:
        """Within how many plies the seat wins by force; `None` if that is not shown."""
        with self.deadline.stop_search(self.solver.control):
            plies = self._quickest()
        self.effort = self.effort or self.solver.nodes
        return plies

    def find(self, missed: str = "") -> Puzzle | None:
        """The puzzle, if everything about it can be shown. For `missed`, see `find_puzzle`."""
        with self.deadline.stop_search(self.solver.control):
            return self._find(missed)

    def _find(self, missed: str) -> Puzzle | None:
        roots = self._moves()
        if len(roots) < FEWEST_CHOICES or self._is_secret():
            return None
        plies = self._quickest()
        self.effort = self.effort or self.solver.nodes
        margin = None if plies is None else self._margin(roots, plies, missed)
        if plies is None or margin is None:
            return None
        self._allow_more()
        line = self.solver.line(self.seat, plies)
        also = self._also(line) if len(line) == plies else None
        if also is None:
            return None
        write, moves = self.game.notation.write, sum(seat == self.seat for seat, _ in line)
        return Puzzle(
            position=diagram_of(self.game, self.state),
            line=tuple(write(action) for _, action in line),
            moves=moves,
            margin=margin,
            difficulty=self._difficulty(roots, line[0][1], moves),
            also=also,
        )

    def _margin(self, roots: list[int], plies: int, missed: str) -> int | None:
        """By how many plies other moves are slower; `None` if several win, or it is not known.

        If a move was played that shall be missed, others may win, but not that one.
        """
        if missed:
            action: object = self.game.notation.parse(missed)
            played = [self.solver.lane.number(self.state, action)]
            return 0 if self._winning(played, plies + MARGIN, enough=1) == [] else None
        return MARGIN if self._is_single(roots, plies + MARGIN) else None

    def _is_single(self, roots: list[int], plies: int) -> bool:
        """Whether it is shown that exactly one move wins within the plies."""
        winning = self._winning(roots, plies, enough=2)
        return winning is not None and len(winning) == 1

    def _is_secret(self) -> bool:
        in_secret = self.kernels.in_secret
        return in_secret is not None and in_secret(self.solver.array)

    def _moves(self) -> list[int]:
        """The legal moves as numbers."""
        row = self.solver.memories[self.seat].moves[-1]  # a row that no search uses
        count = self.kernels.legal(self.solver.array, row)
        return [int(row[number]) for number in range(count)]

    def _allow_more(self) -> None:
        self.solver.control[LIMIT] = self.solver.nodes + self.limits.nodes

    def _quickest(self) -> int | None:
        self._allow_more()
        for plies in range(1, 2 * self.limits.moves):
            answer = self.solver.ask(self.seat, plies)
            if answer is None:
                return None
            if answer > 0:
                return answer - 1
        return None

    def _winning(self, moves: list[int], plies: int, enough: int) -> list[int] | None:
        """Those of the moves that win within the plies, up to `enough`; `None` if that is open."""
        self._allow_more()
        array, found = self.solver.array, list[int]()
        for move in moves:
            undo = self.kernels.make(array, move)
            answer = self.solver.ask(self.seat, plies - 1)
            self.kernels.unmake(array, move, undo)
            if answer is None:
                return None
            if answer > 0:
                found.append(move)
                if len(found) == enough:
                    break
        return found

    def _also(self, line: tuple[tuple[Seat, object], ...]) -> tuple[tuple[str, ...], ...] | None:
        """For each move of the seat but the last, the other moves that win as quickly."""
        array, state, played = self.solver.array, self.state, list[tuple[int, int]]()
        found: list[tuple[str, ...]] | None = []
        for ply, (seat, action) in enumerate(line):
            left, number = len(line) - ply, self.solver.lane.number(state, action)
            if found is not None and seat == self.seat and ply < len(line) - 1:
                winning = self._winning(self._moves(), left, enough=len(self._moves()))
                texts = self._texts(state, winning or [], number)
                found = None if winning is None else [*found, texts]
            state = self.game.apply(state, seat, action).state
            played.append((number, self.kernels.make(array, number)))
        for move, undo in reversed(played):
            self.kernels.unmake(array, move, undo)
        return None if found is None else tuple(found)

    def _texts(self, state: object, moves: list[int], known: int) -> tuple[str, ...]:
        write, action = self.game.notation.write, self.solver.lane.action
        return tuple(sorted(write(action(state, move)) for move in moves if move != known))

    def _difficulty(self, roots: list[int], first: object, moves: int) -> int:
        """Points by the length of the win, by what it takes to see it, and by how odd it looks."""
        array, promise = self.solver.array, self.kernels.promise
        chosen = promise(array, self.solver.lane.number(self.state, first))
        rank = sum(promise(array, move) > chosen for move in roots)
        points = BASE + PER_MOVE * (moves - 1) + PER_RANK * rank.bit_length()
        return points + PER_EFFORT * self.effort.bit_length()

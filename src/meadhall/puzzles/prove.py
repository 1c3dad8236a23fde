"""Proves a puzzle again: by the rules alone, expanding every reply, or with the solver."""

from collections.abc import Callable, Collection
from functools import cache
from typing import TypeAlias

from meadhall.bots.bot import Budget
from meadhall.bots.deadline import Deadline
from meadhall.bots.solve.solver import SolveLimits, Solver
from meadhall.core.game import AnyGame, to_act
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.core.status import Finished
from meadhall.puzzles.attempt import solution
from meadhall.puzzles.find import MEGABYTES
from meadhall.puzzles.puzzle import Puzzle, first_state, solving_seat

Wins: TypeAlias = Callable[[object, int], bool]
"""(state, plies): whether the seat it is about wins from the state within the plies."""
NODES = 20_000_000
"""Positions that the solver may visit for one question; a puzzle was found with far fewer."""


def faults_of(game: AnyGame, puzzle: Puzzle, *, by_rules: bool = False) -> list[str]:
    """What is wrong with the puzzle, as sentences; none if it is proved.

    `by_rules` plays every reply by the rules, which only short wins allow. Else the solver decides.
    """
    state = first_state(game, puzzle)
    seat = solving_seat(game, state)
    if by_rules:
        wins, loses = (_by_rules(game, one, puzzle.line) for one in (seat, 1 - seat))
    else:
        wins, loses = (_by_solver(game, one) for one in (seat, 1 - seat))
    faults = _faults_of_line(game, puzzle, seat, wins)
    return [*faults, *_faults_of_start(game, puzzle, wins, loses)]


def _faults_of_line(game: AnyGame, puzzle: Puzzle, seat: Seat, wins: Wins) -> list[str]:
    """The line is legal, ends with a win, and each other move that is accepted wins as quickly."""
    steps, faults = solution(game, puzzle), list[str]()
    status = game.status(steps[-1].after)
    if not isinstance(status, Finished) or status.payoffs[seat] <= 0:
        faults.append("the line does not end with a win")
    own = [ply for ply, step in enumerate(steps) if step.seat == seat]
    if len(own) != puzzle.moves or len(puzzle.also) != len(own) - 1:
        faults.append("the line has another number of moves than the puzzle says")
    for ply, texts in zip(own, puzzle.also, strict=False):
        before, left = steps[ply].before, len(steps) - ply
        faults += [
            f"{text} at ply {ply + 1} does not win as quickly"
            for text in texts
            if not wins(game.apply(before, seat, game.notation.parse(text)).state, left - 1)
        ]
    return faults


def _faults_of_start(game: AnyGame, puzzle: Puzzle, wins: Wins, loses: Wins) -> list[str]:
    """The first move of the line wins as quickly as it says, and no other one does.

    Where the puzzle says so, every other one loses: the opponent wins before the line would end.
    """
    state = first_state(game, puzzle)
    seat, plies, faults = solving_seat(game, state), len(puzzle.line), list[str]()
    for action in game.legal_actions(state, seat):
        text, after = game.notation.write(action), game.apply(state, seat, action).state
        if text == puzzle.line[0]:
            if not wins(after, plies - 1):
                faults.append("the first move does not win in time")
            if plies > 1 and wins(after, plies - 2):
                faults.append("the win is quicker than the line")
        elif puzzle.decisive and not loses(after, plies):
            faults.append(f"{text} does not lose in time")
        elif not puzzle.decisive and wins(after, plies + puzzle.margin - 1):
            faults.append(f"{text} wins, too")
    return faults


def _by_rules(game: AnyGame, seat: Seat, line: Collection[str]) -> Wins:
    """Moves of the line are tried first: mostly they win."""
    write = game.notation.write

    @cache
    def wins(state: object, plies: int) -> bool:
        status = game.status(state)
        if isinstance(status, Finished):
            return status.payoffs[seat] > 0
        if plies == 0:
            return False
        mover = to_act(game, state)[0]
        moves = sorted(game.legal_actions(state, mover), key=lambda one: write(one) not in line)
        after = (game.apply(state, mover, one).state for one in moves)
        results = (wins(position, plies - 1) for position in after)
        return any(results) if mover == seat else all(results)

    return wins


def _by_solver(game: AnyGame, seat: Seat) -> Wins:
    def wins(state: object, plies: int) -> bool:
        status = game.status(state)
        if isinstance(status, Finished):
            return status.payoffs[seat] > 0
        limits = SolveLimits(NODES, plies + 1, MEGABYTES)
        # Without the history of the match, which the solver's lane does not know.
        answer = Solver(game, _forget_history(game, state), limits, Deadline(Budget())).ask(
            seat, plies
        )
        if answer is None:
            raise Refused.because("TOO_MUCH_WORK", "The puzzle takes too long to prove.")
        return answer > 0

    return wins


def _forget_history(game: AnyGame, state: object) -> object:
    position = game.notation.position
    return position(game.notation.diagram(game.view(state, None))) if position else state

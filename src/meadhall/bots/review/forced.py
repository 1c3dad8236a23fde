"""What is certain about a decision: who wins by force before it, and after the action played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meadhall.bots.bot import Budget
from meadhall.bots.deadline import Deadline
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.search.lanes import lane_for
from meadhall.bots.search.playout import state_after
from meadhall.bots.search.sampling import sample_state
from meadhall.bots.solve.solver import SolveLimits, Solver, Verdict, check_solvable, proving_lane
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

_NODES_COMPILED, _NODES_PURE = 1_000_000, 2_000
"""The most positions that a solver looks at for one question."""
_PLIES, _MEGABYTES = 30, 16


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """The seat wins by force, with that many actions of its own."""

    winner: Seat
    moves: int


@dataclass(frozen=True, slots=True)
class ForcedWins:
    """What is proved before and after the action played; `None` where nothing is.

    `line` is the play to the end if the winner hurries. `holding` are the actions after which the
    other seat is not known to win; it is only filled where the action played loses by force.
    """

    before: ForcedWin | None = None
    after: ForcedWin | None = None
    line: Sequence[Any] = ()
    holding: Sequence[Any] = ()


def prove_decision(decision: Decision, budget: Budget, rng: Rng) -> ForcedWins:
    """What a solver finds out; nothing where the match cannot be solved.

    The budget is for one of two questions. After a move that loses by force there is a third one.
    """
    turn = decision.turn
    world = sample_state(turn, rng)
    if not _can_prove(decision, world):
        return ForcedWins()
    solver = _solver(decision, world, budget)
    in_secret = solver.lane.kernels.in_secret
    # What others have chosen in secret is a guess here, and nothing follows from a guess.
    if in_secret is not None and in_secret(solver.array):
        return ForcedWins()
    verdict = solver.verdict()
    before = _forced_win(verdict)
    line = tuple(action for _, action in verdict.line)
    if before is not None and before.winner != turn.seat:
        return ForcedWins(before, before, line)
    after = _after(decision, world, budget)
    if after is None or before is not None:
        return ForcedWins(before, after, line)
    return _look_back(decision, world, after, budget)


def _can_prove(decision: Decision, world: object) -> bool:
    """Whether a solver sees further than a search.

    It does not where a search has a fast lane that proves nothing: the pure rules are too slow.
    """
    game = decision.turn.game
    try:
        check_solvable(game, world, decision.traits, decision.turn.seats)
    except Refused:
        return False
    return lane_for(game, world) is None or proving_lane(game, world) is not None


def _look_back(decision: Decision, world: object, after: ForcedWin, budget: Budget) -> ForcedWins:
    """What a win after the action played says about the position before it."""
    turn = decision.turn
    if after.winner == turn.seat:
        return ForcedWins(ForcedWin(turn.seat, after.moves + 1), after, (decision.played,))
    solver = _solver(decision, world, budget)
    numbers = {solver.lane.number(world, action): action for action in turn.legal}
    losing = solver.losing_moves(numbers)
    holding = [action for number, action in numbers.items() if number not in losing]
    holding = [action for action in holding if action != decision.played]
    # If every action loses, the match was lost before.
    return ForcedWins(None if holding else after, after, (), holding)


def _after(decision: Decision, world: object, budget: Budget) -> ForcedWin | None:
    turn = decision.turn
    if decision.played not in turn.legal:
        return None
    state = state_after(turn.game, world, [(turn.seat, decision.played)])
    # How a match has ended needs no search.
    if isinstance(turn.game.status(state), Finished):
        return None
    return _forced_win(_solver(decision, state, budget).verdict())


def _solver(decision: Decision, state: object, budget: Budget) -> Solver:
    game = decision.turn.game
    most = _NODES_PURE if proving_lane(game, state) is None else _NODES_COMPILED
    nodes = most if budget.nodes is None else min(most, budget.nodes)
    return Solver(game, state, SolveLimits(nodes, _PLIES, _MEGABYTES), Deadline(budget))


def _forced_win(verdict: Verdict) -> ForcedWin | None:
    return None if verdict.winner is None else ForcedWin(verdict.winner, verdict.moves)

"""Asks a solver before searching: a forced win is played at once, and losing moves are left out."""

from dataclasses import replace

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import DECISIVE, WHOLE
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.search_setup import SearchSetup
from meadhall.bots.solve.solver import DUEL, SolveLimits, Solver, Verdict, proving_lane

_SHARE = 4
"""A solver gets at most this part of a budget."""
_PLIES, _MEGABYTES = 30, 16


def can_solve(turn: Turn, state: object) -> bool:
    """Whether forced wins can be found quickly: for two players, on a lane that knows all ends."""
    return turn.seats == DUEL and proving_lane(turn.game, state) is not None


def leave_out_losing_moves(
    turn: Turn, setup: SearchSetup, nodes: int, budget: Budget
) -> Thought | None:
    """The thought of a seat that wins or loses by force; else its losing root moves are removed."""
    part = budget.part(_SHARE)
    most = nodes if part.nodes is None else min(nodes, part.nodes)
    # Half of the nodes for each of the two questions.
    limits = SolveLimits(max(1, most // 2), _PLIES, _MEGABYTES)
    solver = Solver(turn.game, setup.state, limits, Deadline(replace(part, nodes=None)))
    verdict = solver.verdict()
    if verdict.line:
        return forced_thought(turn, verdict)
    moves = [int(move) for move in setup.roots]
    losing = solver.losing_moves(moves)
    setup.roots = setup.moves_array([move for move in moves if move not in losing] or moves)
    return None


def forced_thought(turn: Turn, verdict: Verdict) -> Thought:
    """The first action of the verdict's line. Who loses by force holds out as long as possible."""
    won = verdict.outcome == "won"
    return Thought(
        verdict.line[0][1],
        score=DECISIVE if won else -DECISIVE,
        depth=verdict.plies,
        nodes=verdict.nodes,
        line=tuple(turn.game.notation.write(action) for _, action in verdict.line),
        note=verdict.words(),
        chance=WHOLE if won else 0,
    )

"""Looks ahead by iterative deepening, on a game's fast lane or over its pure rules.

Two players are searched by alpha-beta, more by best replies. Where a win can be proved, a solver is
asked first. In a race, a seat that has passed its only opponent, or has two or three, plans its own
quickest way home. Moves that repeat a position of the match are left out at the root.
"""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import DECISIVE, score_chance, standing
from meadhall.bots.deadline import Deadline
from meadhall.bots.players.blunder import maybe_blunder
from meadhall.bots.players.race_plan import RacePlan, make_plan
from meadhall.bots.players.solver_first import can_solve, leave_out_losing_moves
from meadhall.bots.search.buffers import ABORTED, CROWD, LIMIT, NODES, SCORE, SOLO
from meadhall.bots.search.lanes import lane_for
from meadhall.bots.search.sampling import sample_state
from meadhall.bots.search.search_setup import (
    DEEPEST,
    SearchSetup,
    principal_variation,
    set_up_search,
)
from meadhall.bots.search.threads import node_count, share_search
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

NODES_COMPILED, NODES_PURE = 200_000, 1_000
"""Node limits where neither budget nor settings have one."""
MOST_PURE = 5_000
"""The most nodes on pure rules: settings are chosen for compiled search, which is far faster."""
MOST_TO_PLAN_AMONG = 4
"""Seats. With more of them the board changes so much between two moves that a plan to the end is
worse than looking a few moves ahead."""
_UNLIMITED = 1 << 60


class SearchBot:
    """Settings: `depth` and `nodes` limit the search; `choice` plays any of that many best moves.

    Where several opponents move in between, `crowd` takes the place of `nodes`, and `blunders` is
    how many times in a hundred a random move is played. Once it has passed its only opponent in a
    race, `plan` takes the place of `nodes`. `solve` asks a solver first, with that many nodes,
    where a match of two players can be solved on the game's fast lane. `threads` search together,
    each up to the limit of nodes; with more than one, equal turns need not give equal thoughts.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The best move that the search has found when the budget is spent."""
        deadline = Deadline(budget)
        state = sample_state(turn, rng)
        compiled = lane_for(turn.game, state) is not None
        nodes = self._nodes(budget, "nodes", compiled=compiled)
        setup = set_up_search(turn, state, deadline, nodes)
        control = setup.buffers.control
        if control[CROWD]:
            if slip := maybe_blunder(turn, self.settings.get("blunders", 0), rng):
                return slip
            if "crowd" in self.settings:
                control[LIMIT] = self._nodes(budget, "crowd", compiled=compiled)
        control[SOLO] = _can_plan_alone(setup, turn.seat)
        thought = self._think_first(turn, setup, budget, deadline)
        if thought is not None:
            return thought
        setup.roots = setup.moves_array(_sort_by_promise(setup, rng.fork("ties")))
        # Over the pure rules the search looks at the clock itself.
        with deadline.stop_search(control) if setup.compiled else nullcontext():
            if "choice" in self.settings:
                return _choose_among_best(turn, setup, self.settings["choice"], rng.fork("choice"))
            with share_search(setup, self._helpers(setup)) as helpers:
                thought = _deepen(turn, setup, self.settings.get("depth", DEEPEST))
            return replace(thought, nodes=(thought.nodes or 0) + node_count(helpers))

    def _helpers(self, setup: SearchSetup) -> int:
        """How many more threads search: compiled code needs no lock, so they run side by side."""
        return self.settings.get("threads", 1) - 1 if setup.compiled else 0

    def _think_first(
        self, turn: Turn, setup: SearchSetup, budget: Budget, deadline: Deadline
    ) -> Thought | None:
        """What a solver or a plan says, where one of them can say more than a search."""
        control, settings = setup.buffers.control, self.settings
        if "solve" in settings and can_solve(turn, setup.state):
            return leave_out_losing_moves(turn, setup, settings["solve"], budget)
        may_plan = turn.seats <= MOST_TO_PLAN_AMONG and not {"choice", "depth"} & set(settings)
        if control[SOLO] and setup.compiled and may_plan:
            own_limit = "plan" in settings and not control[CROWD]
            limit = self._nodes(budget, "plan", compiled=True) if own_limit else control[LIMIT]
            planned = make_plan(setup, turn.seat, int(limit), deadline)
            return None if planned is None else _planned_thought(turn, setup, planned)
        return None

    def _nodes(self, budget: Budget, setting: str, *, compiled: bool) -> int:
        """The smaller one of what the budget and the setting allow."""
        given = [n for n in (budget.nodes, self.settings.get(setting)) if n is not None]
        if setting in self.settings and not compiled:
            given.append(MOST_PURE)
        if given:
            return min(given)
        if budget.milliseconds is not None:
            return _UNLIMITED
        return NODES_COMPILED if compiled else NODES_PURE


def _can_plan_alone(setup: SearchSetup, seat: Seat) -> bool:
    """Whether the seat should search its own moves only.

    It does so once it has passed its opponent. Among several opponents, too, a plan of its own is
    worth more than one opponent's reply; the plan assumes that the others stand still.
    """
    alone = setup.lane.kernels.alone
    return alone is not None and bool(setup.buffers.control[CROWD] or alone(setup.array, seat))


def _sort_by_promise(setup: SearchSetup, rng: Rng) -> list[int]:
    """The root moves, the most promising first; ties in random order."""
    shuffled, _ = rng.shuffle([int(move) for move in setup.roots])
    promise = setup.lane.kernels.promise
    return sorted(shuffled, key=lambda move: -promise(setup.array, move))


def _deepen(turn: Turn, setup: SearchSetup, deepest: int) -> Thought:
    """Searches one ply deeper each time, the best move so far first, until the search must end."""
    control, score, reached = setup.buffers.control, 0, 0
    for depth in range(1, deepest + 1):
        best = setup.search(setup.array, setup.buffers, setup.roots, depth)
        # Counts even if the search was ended: the best move so far comes first, so a move that
        # replaced it is better at this depth.
        if best >= 0:
            score = int(control[SCORE])
            setup.put_first(best)
        if control[ABORTED]:
            break
        reached = depth
        if abs(score) >= DECISIVE:
            break
    return _thought(turn, setup, score, reached)


def _choose_among_best(turn: Turn, setup: SearchSetup, choice: int, rng: Rng) -> Thought:
    """Looks one move ahead and plays any of the `choice` best moves, as a beginner does."""
    scores: list[tuple[int, int]] = []
    for move in setup.roots:
        # One move at a time: in a search of all, those that are not best get only bounds.
        setup.search(setup.array, setup.buffers, setup.moves_array([int(move)]), 1)
        scores.append((int(setup.buffers.control[SCORE]), int(move)))
    best = sorted(scores, key=lambda pair: -pair[0])[:choice]
    (score, move), _ = rng.choice(best)
    setup.roots = setup.moves_array([move])
    return _thought(turn, setup, score, 1)


def _thought(turn: Turn, setup: SearchSetup, score: int, reached: int) -> Thought:
    action = setup.lane.action(setup.state, int(setup.roots[0]))
    return Thought(
        action,
        score=score,
        depth=reached,
        nodes=int(setup.buffers.control[NODES]),
        line=principal_variation(turn, setup, max(1, reached)),
        note="" if setup.compiled else "pure rules",
        chance=_chance(turn, setup, action, score) if reached else None,
    )


def _planned_thought(turn: Turn, setup: SearchSetup, planned: RacePlan) -> Thought:
    action = setup.lane.action(setup.state, planned.move)
    return Thought(
        action,
        score=DECISIVE,  # as for every line that was searched to its end
        depth=planned.moves,
        nodes=planned.nodes,
        line=(turn.game.notation.write(action),),
        note=f"a plan of {planned.moves} move{'' if planned.moves == 1 else 's'}",
        chance=_chance(turn, setup, action, 0),
    )


def _chance(turn: Turn, setup: SearchSetup, action: object, score: int) -> int:
    """The chance to win after the action.

    The score of a plan without the opponents says when the seat is home, not who is first. There
    the chance comes from the position right after the action.
    """
    game = turn.game
    if not setup.buffers.control[SOLO]:
        return score_chance(game, score, turn.seats)
    after = game.apply(setup.state, turn.seat, action).state
    return standing(game, after, turn.seats)[turn.seat]

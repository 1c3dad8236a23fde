"""Compares actions fairly: in the same worlds, with the same luck, to the same depth.

The worlds are sampled from the mover's view, so actions are compared by what the mover could know.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import (
    DECISIVE,
    Chances,
    payoff_chances,
    score_chance,
    share_rest,
    standing,
)
from meadhall.bots.deadline import Deadline
from meadhall.bots.players.search_bot import NODES_COMPILED, NODES_PURE
from meadhall.bots.search.buffers import ABORTED, SCORE
from meadhall.bots.search.lanes import lane_for
from meadhall.bots.search.playout import playouts, policy_step, state_after
from meadhall.bots.search.sampling import sample_state
from meadhall.bots.search.search_setup import DEEPEST, SearchSetup, set_up_search
from meadhall.core.game import Traits, strategy
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_SEARCHED_WORLDS = 4
_FEWEST_WORLDS, _MOST_WORLDS = 3, 16
"""Worlds to play on in; fewer than three say nothing, so a small budget is exceeded."""
_MATCHES = 20
"""Random matches in each world, for games without policies."""
_PLIES = 24
"""Plies that are played on by a policy."""
_UNLIMITED = 1 << 60


_SECRETIVE = Traits(simultaneous=True, chance=True, hidden=True)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as its seat saw it, and the action it took.

    `played` is `None` if a clock chose the action or the seat left. `traits` say what kind of game
    the match is; unless somebody knows better, one in which nothing can be proved.
    """

    turn: Turn
    played: Any | None = None
    traits: Traits = _SECRETIVE


class CompareActions(Protocol):
    """A way to compare actions."""

    def __call__(
        self, decision: Decision, actions: Sequence[Any], budget: Budget, rng: Rng
    ) -> list[list[Chances]]:
        """For each world, at least one, the chances after each action."""
        ...


def compare_by_search(
    decision: Decision, actions: Sequence[Any], budget: Budget, rng: Rng
) -> list[list[Chances]]:
    """Searches after each action, all to the same depth; in one world where nothing is hidden."""
    forks = [rng.fork(f"world {number}") for number in range(_SEARCHED_WORLDS)]
    # Equal worlds are searched once, so an open game spends the whole budget on one.
    worlds = list(dict.fromkeys(sample_state(decision.turn, fork) for fork in forks))
    part = budget.part(len(worlds))
    return [_search_world(decision.turn, world, actions, part) for world in worlds]


def _search_world(
    turn: Turn, world: object, actions: Sequence[Any], budget: Budget
) -> list[Chances]:
    game, seat, seats = turn.game, turn.seat, turn.seats
    chances = []
    scores = _scores(turn, world, actions, budget)
    for action, score in zip(actions, scores, strict=True):
        after = state_after(game, world, [(seat, action)])
        rest = standing(game, after, seats)
        chances.append(share_rest(score_chance(game, score, seats), seat, rest))
    return chances


def _scores(turn: Turn, world: object, actions: Sequence[Any], budget: Budget) -> list[int]:
    """The score of each action at the greatest depth that all of them were searched to.

    It is the mean of that depth and the one before: at odd depths the seat has the last word, at
    even ones its opponent, and a curve of only one of them would jump with every ply.
    """
    deadline = Deadline(budget)
    setup = set_up_search(turn, world, deadline, _nodes(turn, world, budget))
    roots = [setup.moves_array([setup.lane.number(world, action)]) for action in actions]
    scores: list[int] = []
    before: list[int] = []
    with deadline.stop_search(setup.buffers.control) if setup.compiled else nullcontext():
        for depth in range(1, DEEPEST + 1):
            # Depth 1 is never cut short, so `scores` is filled at least once.
            deeper = _scores_at_depth(setup, roots, depth)
            if deeper is None:
                break
            before, scores = scores or deeper, deeper
            if all(abs(score) >= DECISIVE for score in scores):
                break
    return [_mean_score(*pair) for pair in zip(before, scores, strict=True)]


def _mean_score(shallower: int, deeper: int) -> int:
    """The mean of two scores; the deeper one if either has seen the end of the match."""
    seen = max(abs(shallower), abs(deeper)) >= DECISIVE
    return deeper if seen else (shallower + deeper) // 2


def _nodes(turn: Turn, world: object, budget: Budget) -> int:
    """The budget's nodes; a default for the lane if it has no limit."""
    if budget.nodes is not None:
        return budget.nodes
    if budget.milliseconds is not None:
        return _UNLIMITED
    return NODES_COMPILED if lane_for(turn.game, world) else NODES_PURE


def _scores_at_depth(setup: SearchSetup, roots: Sequence[Any], depth: int) -> list[int] | None:
    """The score of each root at this depth; `None` if the search was ended before the last."""
    scores = []
    for root in roots:
        # One root at a time: in a search of all, those that are not best get only bounds.
        setup.search(setup.array, setup.buffers, root, depth)
        if setup.buffers.control[ABORTED]:
            return None
        scores.append(int(setup.buffers.control[SCORE]))
    return scores


def compare_by_playing_on(
    decision: Decision, actions: Sequence[Any], budget: Budget, rng: Rng
) -> list[list[Chances]]:
    """Plays on after each action, in one world after the other until the budget is spent."""
    deadline, nodes = Deadline(budget), 0
    limit = _UNLIMITED if budget.nodes is None else budget.nodes
    worlds: list[list[Chances]] = []
    while len(worlds) < _FEWEST_WORLDS or (
        len(worlds) < _MOST_WORLDS and nodes < limit and not deadline.has_passed
    ):
        luck = rng.fork(f"world {len(worlds)}")
        world = decision.turn.game.resample(decision.turn.view, luck)
        worlds.append([_play_on(decision.turn, world, action, luck) for action in actions])
        nodes += len(actions) * _PLIES
    return worlds


def _play_on(turn: Turn, world: object, action: object, rng: Rng) -> Chances:
    """The chances after some plies by the game's first policy; without one, after random play."""
    game, first = turn.game, [(turn.seat, action)]
    if not strategy(game).policies:
        return payoff_chances(game, playouts(game)(world, first, _MATCHES, rng), _MATCHES)
    policy = next(iter(strategy(game).policies))
    state = state_after(game, world, first)
    for ply in range(_PLIES):
        status = game.status(state)
        if isinstance(status, Finished):
            break
        state = policy_step(game, state, status.seats[0], policy, rng.fork(str(ply)))
    return standing(game, state, turn.seats)

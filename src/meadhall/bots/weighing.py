"""What actions are worth, compared fairly: in the same worlds, with the same luck, equally deep.

The worlds are imagined from the mover's view, so an action is weighed by what the mover could know.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from meadhall.bots.alphabeta import ABORTED, DECIDED, SCORE
from meadhall.bots.bot import Budget, Turn
from meadhall.bots.chances import Chances, around, paid, scored, standing
from meadhall.bots.imagine import imagined
from meadhall.bots.lanes import lane_for
from meadhall.bots.playout import after, led, playouts
from meadhall.bots.search import NODES_COMPILED, NODES_PURE
from meadhall.bots.study import DEEPEST, Study, study
from meadhall.bots.watch import Watch
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_SEARCHED_WORLDS = 4
_FEWEST_PLAYED, _MOST_PLAYED = 3, 16
"""Worlds that are played on in; fewer say nothing, whatever the budget is."""
_MATCHES = 20
"""Random matches in each world, where nobody has rules of thumb to play on by."""
_PLIES = 24
"""How many actions are played on by rules of thumb."""
_UNLIMITED = 1 << 60


@dataclass(frozen=True, slots=True)
class Case:
    """A decision as its seat saw it, and what was played.

    Nothing was played where a clock chose or the seat left.
    """

    turn: Turn
    played: Any | None = None


class Weigh(Protocol):
    """A way to weigh actions: for each world that was looked at, the chances after each action."""

    def __call__(
        self, case: Case, actions: Sequence[Any], budget: Budget, rng: Rng
    ) -> list[list[Chances]]:
        """At least one world."""
        ...


def by_search(case: Case, actions: Sequence[Any], budget: Budget, rng: Rng) -> list[list[Chances]]:
    """Searches on after each action, all to the same depth; one world where nothing is hidden."""
    forks = [rng.fork(f"world {number}") for number in range(_SEARCHED_WORLDS)]
    worlds = list(dict.fromkeys(imagined(case.turn, fork) for fork in forks))
    part = budget.part(len(worlds))
    return [_searched(case, world, actions, part) for world in worlds]


def _searched(case: Case, world: object, actions: Sequence[Any], budget: Budget) -> list[Chances]:
    game, seat, seats = case.turn.game, case.turn.seat, case.turn.seats
    chances = []
    scores = _scores(case.turn, world, actions, budget)
    for action, score in zip(actions, scores, strict=True):
        reached = after(game, world, [(seat, action)])
        rest = standing(game, reached, seats)
        chances.append(around(scored(game, score, seats), seat, rest))
    return chances


def _scores(turn: Turn, world: object, actions: Sequence[Any], budget: Budget) -> list[int]:
    """The score of each action at the greatest depth that all of them were searched to."""
    watch = Watch(budget)
    made = study(turn, world, watch, _nodes(turn, world, budget))
    roots = [made.numbers([made.lane.number(world, action)]) for action in actions]
    scores: list[int] = []
    with watch.stopping(made.desk.control) if made.compiled else nullcontext():
        for depth in range(1, DEEPEST + 1):
            deeper = _ranked(made, roots, depth)
            if deeper is None:
                break
            scores = deeper
            if all(abs(score) >= DECIDED for score in scores):
                break
    return scores


def _nodes(turn: Turn, world: object, budget: Budget) -> int:
    """What the budget allows; where it says nothing, as much as the lane is good for."""
    if budget.nodes is not None:
        return budget.nodes
    if budget.milliseconds is not None:
        return _UNLIMITED
    return NODES_COMPILED if lane_for(turn.game, world) else NODES_PURE


def _ranked(made: Study, roots: Sequence[Any], depth: int) -> list[int] | None:
    """The scores at this depth, unless something ended the search on the way."""
    scores = []
    for root in roots:
        made.rank(made.array, made.desk, root, depth)
        if made.desk.control[ABORTED]:
            return None
        scores.append(int(made.desk.control[SCORE]))
    return scores


def by_playing_on(
    case: Case, actions: Sequence[Any], budget: Budget, rng: Rng
) -> list[list[Chances]]:
    """Plays on after each action, in one world after the other until the budget is spent."""
    watch, nodes = Watch(budget), 0
    limit = _UNLIMITED if budget.nodes is None else budget.nodes
    worlds: list[list[Chances]] = []
    while len(worlds) < _FEWEST_PLAYED or (
        len(worlds) < _MOST_PLAYED and nodes < limit and not watch.over
    ):
        luck = rng.fork(f"world {len(worlds)}")
        world = case.turn.game.resample(case.turn.view, luck)
        worlds.append([_played_on(case, world, action, luck) for action in actions])
        nodes += len(actions) * _PLIES
    return worlds


def _played_on(case: Case, world: object, action: object, rng: Rng) -> Chances:
    """The chances some plies later by the game's first policy, else at the end of random play."""
    game, first = case.turn.game, [(case.turn.seat, action)]
    if not game.policies:
        return paid(game, playouts(game)(world, first, _MATCHES, rng), _MATCHES)
    policy = next(iter(game.policies))
    state = after(game, world, first)
    for ply in range(_PLIES):
        status = game.status(state)
        if isinstance(status, Finished):
            break
        state = led(game, state, status.seats[0], policy, rng.fork(str(ply)))
    return standing(game, state, case.turn.seats)

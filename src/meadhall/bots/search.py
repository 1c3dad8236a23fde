"""Looks ahead: iterative deepening over a game's fast lane, or over its pure rules.

Two players are searched by alpha-beta, more by best replies; in a race, who has passed the other or
is one of many is searched for the quickest way home. Positions that the match has already seen are
left out at the root.
"""

from collections.abc import Mapping
from contextlib import nullcontext

from meadhall.bots.alphabeta import ABORTED, CROWD, DECIDED, LIMIT, NODES, SCORE, SOLO
from meadhall.bots.blunder import blunder
from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import scored, standing
from meadhall.bots.imagine import imagined
from meadhall.bots.lanes import lane_for
from meadhall.bots.study import DEEPEST, Study, principal_line, study
from meadhall.bots.watch import Watch
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat

NODES_COMPILED, NODES_PURE = 200_000, 1_000
"""How far to look where nobody says how long."""
MOST_PURE = 5_000
"""Settings are made for compiled search; without it nobody would wait for as many nodes."""
_UNLIMITED = 1 << 60


class SearchBot:
    """Settings: `depth` and `nodes` limit the search; `choice` picks among so many best moves.

    Where several opponents move in between, `crowd` takes the place of `nodes`, and `blunders` is
    how many times in a hundred anything legal is played.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The move that looks best when the budget is spent."""
        watch = Watch(budget)
        state = imagined(turn, rng)
        compiled = lane_for(turn.game, state) is not None
        made = study(turn, state, watch, self._nodes(budget, "nodes", compiled=compiled))
        if made.desk.control[CROWD]:
            if slip := blunder(turn, self.settings.get("blunders", 0), rng):
                return slip
            if "crowd" in self.settings:
                made.desk.control[LIMIT] = self._nodes(budget, "crowd", compiled=compiled)
        made.desk.control[SOLO] = _races_alone(made, turn.seat)
        made.roots = made.numbers(_promising_first(made, rng.fork("ties")))
        with watch.stopping(made.desk.control) if made.compiled else nullcontext():
            if "choice" in self.settings:
                return _one_of_the_best(turn, made, self.settings["choice"], rng.fork("choice"))
            return _deepened(turn, made, self.settings.get("depth", DEEPEST))

    def _nodes(self, budget: Budget, setting: str, *, compiled: bool) -> int:
        """What the budget and the setting allow, whichever is less."""
        given = [n for n in (budget.nodes, self.settings.get(setting)) if n is not None]
        if setting in self.settings and not compiled:
            given.append(MOST_PURE)
        if given:
            return min(given)
        if budget.milliseconds is not None:
            return _UNLIMITED
        return NODES_COMPILED if compiled else NODES_PURE


def _races_alone(made: Study, seat: Seat) -> bool:
    """Whether the seat need only think of its own moves.

    It may have passed its opponent. Among many, what one of them may reply matters less than a plan
    of one's own, which is then made as if the others stood still.
    """
    alone = made.lane.kernels.alone
    return alone is not None and bool(made.desk.control[CROWD] or alone(made.array, seat))


def _promising_first(made: Study, rng: Rng) -> list[int]:
    """The root moves, the most promising first; those that promise the same in any order."""
    shuffled, _ = rng.shuffled([int(move) for move in made.roots])
    promise = made.lane.kernels.promise
    return sorted(shuffled, key=lambda move: -promise(made.array, move))


def _deepened(turn: Turn, made: Study, deepest: int) -> Thought:
    """Searches one ply deeper each time, the best move so far first, until something ends it."""
    control, score, reached = made.desk.control, 0, 0
    for depth in range(1, deepest + 1):
        best = made.rank(made.array, made.desk, made.roots, depth)
        if best >= 0:
            score = int(control[SCORE])
            moves = [int(move) for move in made.roots]
            made.roots = made.numbers([moves[best], *moves[:best], *moves[best + 1 :]])
        if control[ABORTED]:
            break
        reached = depth
        if abs(score) >= DECIDED:
            break
    return _thought(turn, made, score, reached)


def _one_of_the_best(turn: Turn, made: Study, choice: int, rng: Rng) -> Thought:
    """Looks one move ahead and plays any of the best few: how somebody plays who is learning."""
    scored: list[tuple[int, int]] = []
    for move in made.roots:
        made.rank(made.array, made.desk, made.numbers([int(move)]), 1)
        scored.append((int(made.desk.control[SCORE]), int(move)))
    best = sorted(scored, key=lambda pair: -pair[0])[:choice]
    (score, move), _ = rng.choice(best)
    made.roots = made.numbers([move])
    return _thought(turn, made, score, 1)


def _thought(turn: Turn, made: Study, score: int, reached: int) -> Thought:
    action = made.lane.action(made.state, int(made.roots[0]))
    return Thought(
        action,
        score=score,
        depth=reached,
        nodes=int(made.desk.control[NODES]),
        line=principal_line(turn, made, max(1, reached)),
        note="" if made.compiled else "pure rules",
        chance=_chance(turn, made, action, score) if reached else None,
    )


def _chance(turn: Turn, made: Study, action: object, score: int) -> int:
    """The chance to win after the action.

    A plan of one's own says how soon one is home and not who is first, so there the position is
    asked, as it is after the action.
    """
    game = turn.game
    if not made.desk.control[SOLO]:
        return scored(game, score, turn.seats)
    reached = game.apply(made.state, turn.seat, action).state
    return standing(game, reached, turn.seats)[turn.seat]

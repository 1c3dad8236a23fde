"""Monte-Carlo tree search where things are hidden or several seats choose at once.

Every round imagines a world that fits the view and walks one tree that all worlds share, so the
tree is about what the seat can know. Seats that choose together each pick by what they learnt
themselves, without seeing the others' pick, and the branch taken is the joint choice: UCT,
decoupled. An arm counts as untried only in worlds where it was open.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import estimated
from meadhall.bots.uct import UNIT, confidence
from meadhall.bots.watch import Watch
from meadhall.core.game import AnyGame, to_act
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

ROUNDS = 300
"""How many rounds where nobody says how long."""

Pick: TypeAlias = tuple[Seat, Any]
Joint: TypeAlias = tuple[Pick, ...]


class Arm:
    """What is known of one seat's action in one situation."""

    __slots__ = ("open", "total", "visits")

    def __init__(self) -> None:
        self.open = 0
        self.visits = 0
        self.total = 0


class Situation:
    """Each seat's arms, and where the joint choices made so far lead."""

    __slots__ = ("after", "arms")

    def __init__(self) -> None:
        self.arms: dict[Pick, Arm] = {}
        self.after: dict[Joint, Situation] = {}


class IsMctsBot:
    """Settings, with what they are by default.

    `nodes` (300): rounds. `horizon` (0): plies of random play before the evaluation is asked; a
    game without an evaluation is always played to its end. `curiosity` (700) and `temper` (200) as
    for `MctsBot`.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The action that the search came back to most often."""
        if len(turn.legal) == 1:
            return Thought(turn.legal[0], note="the only action")
        search = _Search(turn.game, self.settings)
        watch, limit = Watch(budget), self._rounds(budget)
        root, rounds = Situation(), 0
        while rounds == 0 or (rounds != limit and not watch.over):
            luck = rng.fork(f"round {rounds}")
            search.round(root, turn.game.resample(turn.view, luck.fork("world")), luck)
            rounds += 1
        return _thought(turn, root, rounds)

    def _rounds(self, budget: Budget) -> int | None:
        given = [n for n in (budget.nodes, self.settings.get("nodes")) if n is not None]
        if given:
            return max(1, min(given))
        return ROUNDS if budget.milliseconds is None else None


class _Search:
    """One search: the game and how it is searched."""

    def __init__(self, game: AnyGame, settings: Mapping[str, int]) -> None:
        self.game = game
        self.horizon = settings.get("horizon", 0) if game.evaluate else game.spec.max_plies
        self.curiosity = settings.get("curiosity", 700)
        self.temper = settings.get("temper", 200)

    def round(self, root: Situation, state: Any, rng: Rng) -> None:  # noqa: ANN401 - any game's state
        """Down the tree, one new situation, on at random, and back with what came of it."""
        here: Situation | None = root
        path: list[tuple[Situation, Joint]] = []
        while here is not None and (asked := to_act(self.game, state)):
            joint, state, rng = self._choose(here, asked, state, rng)
            path.append((here, joint))
            known = here.after.get(joint)
            here.after.setdefault(joint, Situation())
            here = known
        end = self._played_on(state, rng)
        for situation, joint in path:
            for seat, action in joint:
                arm = situation.arms[seat, action]
                arm.visits += 1
                arm.total += self._worth(end, seat)

    def _choose(
        self,
        here: Situation,
        asked: Sequence[Seat],
        state: Any,  # noqa: ANN401 - any game's state
        rng: Rng,
    ) -> tuple[Joint, Any, Rng]:
        """Every seat that is asked picks for itself; the state after all of them."""
        picks: list[Pick] = []
        for seat in asked:
            if seat not in to_act(self.game, state):
                break
            action, rng = self._pick(here, seat, self.game.legal_actions(state, seat), rng)
            picks.append((seat, action))
            state = self.game.apply(state, seat, action).state
        return tuple(picks), state, rng

    def _pick(self, here: Situation, seat: Seat, legal: Sequence[Any], rng: Rng) -> tuple[Any, Rng]:
        """An arm never tried, or the one of which most can be hoped."""
        arms = [here.arms.setdefault((seat, action), Arm()) for action in legal]
        for arm in arms:
            arm.open += 1
        untried = [a for a, arm in zip(legal, arms, strict=True) if not arm.visits]
        if untried:
            return rng.choice(untried)
        hopes = [confidence(a.visits, a.total, a.open, self.curiosity) for a in arms]
        return legal[hopes.index(max(hopes))], rng

    def _played_on(self, state: Any, rng: Rng) -> Any:  # noqa: ANN401 - any game's state
        """The state after random play as far as the horizon."""
        for _ in range(self.horizon):
            asked = to_act(self.game, state)
            if not asked:
                break
            seat, rng = rng.choice(asked)
            action, rng = rng.choice(self.game.legal_actions(state, seat))
            state = self.game.apply(state, seat, action).state
        return state

    def _worth(self, state: Any, seat: Seat) -> int:  # noqa: ANN401 - any game's state
        """What the state is worth to the seat, from minus to plus a win."""
        status = self.game.status(state)
        if isinstance(status, Finished):
            return status.payoffs[seat] * UNIT
        score = self.game.evaluate(state, seat) if self.game.evaluate else 0
        return score * UNIT // (abs(score) + self.temper)


def _thought(turn: Turn, root: Situation, rounds: int) -> Thought:
    arms = [root.arms.get((turn.seat, action), Arm()) for action in turn.legal]
    visits = [arm.visits for arm in arms]
    chosen = visits.index(max(visits))
    value = arms[chosen].total // max(1, visits[chosen])
    action = turn.legal[chosen]
    return Thought(
        action,
        score=value,
        depth=_depth(root),
        nodes=rounds,
        line=(turn.game.notation.write(action),),
        note=f"{visits[chosen]} visits",
        chance=estimated(turn.game, value, UNIT, turn.seats),
    )


def _depth(situation: Situation) -> int:
    """How far down the tree goes where it was visited last."""
    depth = 0
    while situation.after:
        situation = next(reversed(situation.after.values()))
        depth += 1
    return depth

"""Monte-Carlo tree search where things are hidden or several seats choose at once.

Each round samples a world that fits the view. All worlds share one tree, so the tree is about what
the seat can know (information-set MCTS). Seats that choose together each pick by their own
statistics, without seeing the others' picks, and the branch is their joint choice (decoupled UCT).
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import mean_value_chance
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.uct import WIN_VALUE, upper_bound
from meadhall.core.game import AnyGame, evaluation, strategy, to_act
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

ROUNDS = 300
"""Rounds where neither budget nor settings have a limit."""

SeatAction: TypeAlias = tuple[Seat, Any]
JointChoice: TypeAlias = tuple[SeatAction, ...]


class Arm:
    """The statistics of one seat's action in one situation.

    `available` counts the rounds in which the action was legal: not every world allows it.
    """

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        self.total = 0


class Situation:
    """A node of the tree: each seat's arms, and the situation after each joint choice."""

    __slots__ = ("after", "arms")

    def __init__(self) -> None:
        self.arms: dict[SeatAction, Arm] = {}
        self.after: dict[JointChoice, Situation] = {}


class IsMctsBot:
    """Settings, with their defaults.

    `nodes` (300): rounds. `horizon` (0): plies of random play before the evaluation is asked; a
    game without an evaluation is always played to its end. `curiosity` (700) and
    `evaluation_scale` (200) as for `MctsBot`.
    """

    def __init__(self, settings: Mapping[str, int] | None = None) -> None:
        self.settings = dict(settings or {})

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The action that the search visited most."""
        if len(turn.legal) == 1:
            return Thought(turn.legal[0], note="the only action")
        search = _SharedTreeSearch(turn.game, self.settings)
        deadline, limit = Deadline(budget), self._rounds(budget)
        root, rounds = Situation(), 0
        # Without a limit (`None`) only the deadline ends the loop.
        while rounds == 0 or (rounds != limit and not deadline.has_passed):
            luck = rng.fork(f"round {rounds}")
            search.play_round(root, turn.game.resample(turn.view, luck.fork("world")), luck)
            rounds += 1
        return _thought(turn, root, rounds)

    def _rounds(self, budget: Budget) -> int | None:
        given = [n for n in (budget.nodes, self.settings.get("nodes")) if n is not None]
        if given:
            return max(1, min(given))
        return ROUNDS if budget.milliseconds is None else None


class _SharedTreeSearch:
    """The search of one game, with its settings."""

    def __init__(self, game: AnyGame, settings: Mapping[str, int]) -> None:
        self.game = game
        self.horizon = (
            settings.get("horizon", 0) if strategy(game).evaluate else game.spec.max_plies
        )
        self.curiosity = settings.get("curiosity", 700)
        self.evaluation_scale = settings.get("evaluation_scale", 200)

    def play_round(self, root: Situation, state: Any, rng: Rng) -> None:  # noqa: ANN401 - any game's state
        """Walks down the tree, adds one situation, plays on at random and updates the path."""
        here: Situation | None = root
        path: list[tuple[Situation, JointChoice]] = []
        while here is not None and (asked := to_act(self.game, state)):
            joint, state, rng = self._choose_jointly(here, asked, state, rng)
            path.append((here, joint))
            # A joint choice that is new ends the walk, so each round adds one situation.
            known = here.after.get(joint)
            here.after.setdefault(joint, Situation())
            here = known
        end = self._play_randomly(state, rng)
        for situation, joint in path:
            for seat, action in joint:
                arm = situation.arms[seat, action]
                arm.visits += 1
                arm.total += self._value(end, seat)

    def _choose_jointly(
        self,
        here: Situation,
        asked: Sequence[Seat],
        state: Any,  # noqa: ANN401 - any game's state
        rng: Rng,
    ) -> tuple[JointChoice, Any, Rng]:
        """A choice of each seat that is asked, and the state after all of them."""
        choices: list[SeatAction] = []
        for seat in asked:
            if seat not in to_act(self.game, state):  # an earlier choice has ended the question
                break
            action, rng = self._select(here, seat, self.game.legal_actions(state, seat), rng)
            choices.append((seat, action))
            state = self.game.apply(state, seat, action).state
        return tuple(choices), state, rng

    def _select(
        self, here: Situation, seat: Seat, legal: Sequence[Any], rng: Rng
    ) -> tuple[Any, Rng]:
        """An action without visits, or the one with the greatest upper bound."""
        arms = [here.arms.setdefault((seat, action), Arm()) for action in legal]
        for arm in arms:
            arm.available += 1
        untried = [a for a, arm in zip(legal, arms, strict=True) if not arm.visits]
        if untried:
            return rng.choice(untried)
        # Not the node's visits: an action would look neglected for rounds where it was not legal.
        bounds = [upper_bound(a.visits, a.total, a.available, self.curiosity) for a in arms]
        return legal[bounds.index(max(bounds))], rng

    def _play_randomly(self, state: Any, rng: Rng) -> Any:  # noqa: ANN401 - any game's state
        """The state after random play as far as the horizon."""
        for _ in range(self.horizon):
            asked = to_act(self.game, state)
            if not asked:
                break
            seat, rng = rng.choice(asked)
            action, rng = rng.choice(self.game.legal_actions(state, seat))
            state = self.game.apply(state, seat, action).state
        return state

    def _value(self, state: Any, seat: Seat) -> int:  # noqa: ANN401 - any game's state
        """The state's value to the seat, from minus to plus a win."""
        status = self.game.status(state)
        if isinstance(status, Finished):
            return status.payoffs[seat] * WIN_VALUE
        score = evaluation(self.game, state, seat)
        return score * WIN_VALUE // (abs(score) + self.evaluation_scale)


def _thought(turn: Turn, root: Situation, rounds: int) -> Thought:
    arms = [root.arms.get((turn.seat, action), Arm()) for action in turn.legal]
    visits = [arm.visits for arm in arms]
    best = visits.index(max(visits))
    value = arms[best].total // max(1, visits[best])
    action = turn.legal[best]
    return Thought(
        action,
        score=value,
        depth=_depth(root),
        nodes=rounds,
        line=(turn.game.notation.write(action),),
        note=f"{visits[best]} visits",
        chance=mean_value_chance(turn.game, value, WIN_VALUE, turn.seats),
    )


def _depth(situation: Situation) -> int:
    """The depth of the tree along its newest branches."""
    depth = 0
    while situation.after:
        situation = next(reversed(situation.after.values()))
        depth += 1
    return depth

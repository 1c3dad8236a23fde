"""Tries out what the game's policies propose, by playing on in sampled worlds.

A policy is a player made of rules of thumb; a game may bring several that play differently. The bot
samples worlds that fit its view. In each world every candidate is played, its policy finishes the
seat's turn, and all seats play on by policies for a while. The bot takes the candidate after which
it stands best on average; candidates that fall behind are dropped early. Where the game has a
compiled rehearsal, that plays on instead of the pure rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import chance_among, duel_chance
from meadhall.bots.deadline import Deadline
from meadhall.bots.search.lanes import announce
from meadhall.bots.search.playout import policy_step
from meadhall.core.bulk_play import DECIDED
from meadhall.core.game import evaluation, speed, strategy
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_FEWEST = 2
_WORLDS_BEFORE_DROPS = 4  # the results of one or two worlds are mostly luck
_PLIES_PER_OWN_PLY = 8  # if the others make more plies than that, the seat is out of the match

Trial: TypeAlias = Callable[[int, Rng], int]
"""(candidate's number, luck of a world): how the seat stands after playing on in that world."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How hard to think.

    `worlds`: how many to sample at most. `plies`: for how many of its own actions to play on.
    `extra`: how many legal actions to try that no policy proposes, by the game's `rank`.
    `milliseconds`: when to stop if the budget has no limit; it keeps answers quick where nothing is
    compiled.
    """

    worlds: int = 12
    plies: int = 9
    extra: int = 0
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action, and the policy that plays on after it."""

    action: Any
    policy: str


class RolloutBot:
    """Takes the candidate that does best when it is played on."""

    def __init__(self, settings: Mapping[str, int]) -> None:
        self.settings = RolloutSettings(**settings)

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """The candidate with the best average result."""
        candidates = self.candidates(turn, rng.fork("proposals"))
        if len(candidates) == 1:
            return Thought(candidates[0].action, note="everybody proposes it")
        if budget.nodes is None and budget.milliseconds is None:
            budget = replace(budget, milliseconds=self.settings.milliseconds)
        plies = self.settings.plies
        trial = _compiled_trial(turn, candidates, plies) or PureTrial(turn, candidates, plies)
        race = _Race(trial, plies, strategy(turn.game).evaluation_scale, budget)
        best = race.run(len(candidates), self.settings.worlds, rng)
        # The best one was never dropped, so it was tried in every world.
        action, score = candidates[best].action, race.totals[best] // race.worlds
        line = (turn.game.notation.write(action),)
        note = f"{race.worlds} worlds, proposed by {candidates[best].policy}"
        chance = chance_among(race.chances[best] // race.worlds, turn.seats)
        return Thought(action, score, None, race.nodes, line, note, chance)

    def candidates(self, turn: Turn, rng: Rng) -> list[Candidate]:
        """Each policy's action, and `extra` actions that no policy proposes."""
        by_action: dict[Any, Candidate] = {}
        for name, policy in strategy(turn.game).policies.items():
            action = policy(turn.view, turn.seat, turn.legal, rng.fork(name))
            by_action.setdefault(action, Candidate(action, name))
        first = next(iter(strategy(turn.game).policies))
        others = [action for action in self._others(turn, rng) if action not in by_action]
        others = others[: self.settings.extra]
        return [*by_action.values(), *(Candidate(action, first) for action in others)]

    def _others(self, turn: Turn, rng: Rng) -> Sequence[Any]:
        """What else could be tried: as the game ranks it, or in any order."""
        rank = strategy(turn.game).rank
        if not self.settings.extra:
            return ()
        if rank is not None:
            return rank(turn.view, turn.seat, turn.legal)
        return rng.fork("extra").shuffle(turn.legal)[0]


class _Race:
    """Tries candidates in one world after the other, and drops the worse half now and then."""

    def __init__(self, trial: Trial, plies: int, evaluation_scale: int, budget: Budget) -> None:
        self.trial, self.plies, self.evaluation_scale = trial, plies, evaluation_scale
        self.deadline, self.node_limit = Deadline(budget), budget.nodes
        self.nodes, self.worlds = 0, 0
        self.totals: list[int] = []
        self.chances: list[int] = []

    def run(self, candidates: int, worlds: int, rng: Rng) -> int:
        """The number of the best candidate. All of them are tried in the same worlds."""
        self.totals, self.chances = [0] * candidates, [0] * candidates
        field = list(range(candidates))
        while self.worlds < worlds and not (self.worlds and self._is_spent()):
            luck = rng.fork(f"world {self.worlds}")
            for number in field:
                result = self.trial(number, luck)
                self.totals[number] += result
                self.chances[number] += duel_chance(result, self.evaluation_scale)
            self.nodes += len(field) * self.plies
            self.worlds += 1
            field.sort(key=lambda number: -self.totals[number])
            # Successive halving: the field shrinks after 4, 8, 16, … worlds.
            if self.worlds.bit_count() == 1 and self.worlds >= _WORLDS_BEFORE_DROPS:
                field = field[: max(_FEWEST, (len(field) + 1) // 2)]
        return field[0]

    def _is_spent(self) -> bool:
        out_of_nodes = self.node_limit is not None and self.nodes >= self.node_limit
        return out_of_nodes or self.deadline.has_passed


def _compiled_trial(turn: Turn, candidates: Sequence[Candidate], plies: int) -> Trial | None:
    """The game's compiled rehearsal; `None` if there is none, or none for this view."""
    rehearse = speed(turn.game).rehearse
    if rehearse is None:
        return None
    pairs = [(candidate.action, candidate.policy) for candidate in candidates]
    try:
        rehearsal = rehearse(turn.view, turn.seat, pairs, plies)
    except ImportError:  # Numba is not installed
        return None
    if rehearsal is None:
        return None
    announce(turn.game, rehearsal.kernel)
    rehearsal.play(0, Rng("warm up"))  # if it must be compiled, do so before the clock runs
    return rehearsal.play


class PureTrial:
    """A trial that plays on by the pure rules."""

    def __init__(self, turn: Turn, candidates: Sequence[Candidate], plies: int) -> None:
        self.turn, self.candidates, self.plies = turn, candidates, plies
        self.luck, self.world = Rng(""), None

    def __call__(self, number: int, luck: Rng) -> int:
        """How the seat stands when `plies` own actions have been played after the candidate."""
        if self.luck != luck:  # all candidates are tried in the same world
            self.luck, self.world = luck, self.turn.game.resample(self.turn.view, luck)
        seat, candidate = self.turn.seat, self.candidates[number]
        state = self.turn.game.apply(self.world, seat, candidate.action).state
        state = self._play_on(state, candidate.policy, luck)
        status = self.turn.game.status(state)
        if isinstance(status, Finished):
            return DECIDED * status.payoffs[seat]
        return evaluation(self.turn.game, state, seat)

    def _play_on(self, state: object, policy: str, luck: Rng) -> object:
        """The candidate's policy plays until the seat's turn ends, then the game's first policy."""
        game, seat = self.turn.game, self.turn.seat
        first = next(iter(strategy(game).policies))
        own = 0
        for ply in range(_PLIES_PER_OWN_PLY * self.plies):
            status = game.status(state)
            if isinstance(status, Finished) or own == self.plies:
                break
            actor = status.seats[0]
            # Once the seat is not asked its turn is over: then it plays by the first policy.
            policy = policy if seat in status.seats else first
            name = policy if actor == seat else first
            state = policy_step(game, state, actor, name, luck.fork(str(ply)))
            own += actor == seat
        return state

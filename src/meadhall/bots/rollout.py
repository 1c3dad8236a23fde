"""Searches by playing on: what the game's policies propose is tried out in imagined worlds.

A policy is a player made of rules of thumb; a game may bring several of different temper. From its
view the bot imagines worlds, lets each policy lead its seat to the end of its turn and everybody
play on by the first policy for a while, and takes the proposal after which it stands best on
average. Proposals that fall behind are dropped early.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.watch import Watch
from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

_DECIDED = 1_000_000
_FEWEST = 2
_CROWD = 8  # with more actions of others than that between two of its own, the seat is out


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard to think.

    `worlds`: how many to imagine at most. `plies`: for how many actions of its own to play on.
    `extra`: how many legal actions to try that no policy proposes.
    """

    worlds: int = 12
    plies: int = 9
    extra: int = 0


@dataclass(frozen=True, slots=True)
class _Proposal:
    """An action and the policy that goes on with it."""

    action: Any
    policy: str


class RolloutBot:
    """Takes the proposal that fares best when it is played out."""

    def __init__(self, settings: Mapping[str, int]) -> None:
        self.settings = Settings(**settings)

    def choose(self, turn: Turn, budget: Budget, rng: Rng) -> Thought:
        """One of the legal actions."""
        proposals = self._proposals(turn, rng.fork("proposals"))
        if len(proposals) == 1:
            return Thought(proposals[0].action, note="everybody proposes it")
        race = _Race(turn, self.settings, budget)
        best = race.run(proposals, rng)
        line = (turn.game.notation.write(best.action),)
        note = f"{race.worlds} worlds, proposed by {best.policy}"
        return Thought(best.action, score=race.mean(best), nodes=race.nodes, line=line, note=note)

    def _proposals(self, turn: Turn, rng: Rng) -> list[_Proposal]:
        """What each policy would do, and some of what none would."""
        found: dict[Any, _Proposal] = {}
        for name, policy in turn.game.policies.items():
            action = policy(turn.view, turn.seat, turn.legal, rng.fork(name))
            found.setdefault(action, _Proposal(action, name))
        first = next(iter(turn.game.policies))
        shuffled, _ = rng.fork("extra").shuffled(turn.legal)
        others = [action for action in shuffled if action not in found][: self.settings.extra]
        return [*found.values(), *(_Proposal(action, first) for action in others)]


class _Race:
    """Plays proposals out, world after world, and drops the slower half from time to time."""

    def __init__(self, turn: Turn, settings: Settings, budget: Budget) -> None:
        self.turn, self.settings, self.most = turn, settings, budget.nodes
        self.watch = Watch(budget)
        self.nodes, self.worlds = 0, 0
        self.totals: dict[_Proposal, int] = {}

    def run(self, proposals: Sequence[_Proposal], rng: Rng) -> _Proposal:
        """The best proposal; every one is tried in the same worlds."""
        self.totals = dict.fromkeys(proposals, 0)
        field = list(proposals)
        while self.worlds < self.settings.worlds and not (self.worlds and self._spent()):
            luck = rng.fork(f"world {self.worlds}")
            world = self.turn.game.resample(self.turn.view, luck)
            for proposal in field:
                self.totals[proposal] += self._played_out(world, proposal, luck)
            self.worlds += 1
            field.sort(key=lambda proposal: -self.totals[proposal])
            if self.worlds.bit_count() == 1 and self.worlds > 1:
                field = field[: max(_FEWEST, (len(field) + 1) // 2)]
        return field[0]

    def mean(self, proposal: _Proposal) -> int:
        """What the proposal was worth on average."""
        return self.totals[proposal] // self.worlds

    def _spent(self) -> bool:
        return self.watch.over or (self.most is not None and self.nodes >= self.most)

    def _played_out(self, world: object, proposal: _Proposal, rng: Rng) -> int:
        """How the seat stands some plies after the proposal."""
        game, seat = self.turn.game, self.turn.seat
        first = next(iter(game.policies))
        state, lead = game.apply(world, seat, proposal.action).state, proposal.policy
        own, most = 0, _CROWD * self.settings.plies
        for ply in range(most):
            status = game.status(state)
            if isinstance(status, Finished) or own == self.settings.plies:
                break
            actor = status.seats[0]
            lead = lead if seat in status.seats else first
            name = lead if actor == seat else first
            state = _step(game, state, actor, name, rng.fork(str(ply)))
            own += actor == seat
            self.nodes += 1
        status = game.status(state)
        if isinstance(status, Finished):
            return _DECIDED * status.payoffs[seat]
        return game.evaluate(state, seat) if game.evaluate else 0


def _step(game: AnyGame, state: object, seat: Seat, policy: str, rng: Rng) -> object:
    """The state after what the policy does."""
    legal = game.legal_actions(state, seat)
    action = game.policies[policy](game.view(state, seat), seat, legal, rng)
    return game.apply(state, seat, action).state

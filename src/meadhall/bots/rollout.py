"""Searches by playing on: what the game's policies propose is tried out in imagined worlds.

A policy is a player made of rules of thumb; a game may bring several of different temper. From its
view the bot imagines worlds, lets each policy lead its seat to the end of its turn and everybody
play on by the policies for a while, and takes the proposal after which it stands best on average.
Proposals that fall behind are dropped early. Where the game can rehearse, compiled, that is used.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from meadhall.bots.bot import Budget, Thought, Turn
from meadhall.bots.chances import among, hoped
from meadhall.bots.lanes import announce
from meadhall.bots.playout import led
from meadhall.bots.watch import Watch
from meadhall.core.rng import Rng
from meadhall.core.simulate import DECIDED
from meadhall.core.status import Finished

_FEWEST = 2
_PATIENCE = 4  # worlds before anybody is dropped: one or two say next to nothing
_CROWD = 8  # with more actions of others than that between two of its own, the seat is out

Play: TypeAlias = Callable[[int, Rng], int]
"""From a proposal's number and the luck of a world to how the seat stands in the end."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard to think.

    `worlds`: how many to imagine at most. `plies`: for how many actions of its own to play on.
    `extra`: how many legal actions to try that no policy proposes. `milliseconds`: when to stop if
    the budget does not say; it keeps answers quick where nothing is compiled.
    """

    worlds: int = 12
    plies: int = 9
    extra: int = 0
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
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
        if budget.nodes is None and budget.milliseconds is None:
            budget = replace(budget, milliseconds=self.settings.milliseconds)
        plies = self.settings.plies
        play = _rehearsed(turn, proposals, plies) or Stage(turn, proposals, plies)
        race = _Race(play, plies, turn.game.temper, budget)
        best = race.run(len(proposals), self.settings.worlds, rng)
        action, score = proposals[best].action, race.totals[best] // race.worlds
        line = (turn.game.notation.write(action),)
        note = f"{race.worlds} worlds, proposed by {proposals[best].policy}"
        chance = among(race.hopes[best] // race.worlds, turn.seats)
        return Thought(action, score, None, race.nodes, line, note, chance)

    def _proposals(self, turn: Turn, rng: Rng) -> list[Proposal]:
        """What each policy would do, and some of what none would."""
        found: dict[Any, Proposal] = {}
        for name, policy in turn.game.policies.items():
            action = policy(turn.view, turn.seat, turn.legal, rng.fork(name))
            found.setdefault(action, Proposal(action, name))
        first = next(iter(turn.game.policies))
        shuffled, _ = rng.fork("extra").shuffled(turn.legal)
        others = [action for action in shuffled if action not in found][: self.settings.extra]
        return [*found.values(), *(Proposal(action, first) for action in others)]


class _Race:
    """Plays proposals out, world after world, and drops the slower half from time to time."""

    def __init__(self, play: Play, plies: int, temper: int, budget: Budget) -> None:
        self.play, self.plies, self.temper, self.most = play, plies, temper, budget.nodes
        self.watch = Watch(budget)
        self.nodes, self.worlds = 0, 0
        self.totals: list[int] = []
        self.hopes: list[int] = []

    def run(self, proposals: int, worlds: int, rng: Rng) -> int:
        """The number of the best proposal; every one is tried in the same worlds."""
        self.totals, self.hopes = [0] * proposals, [0] * proposals
        field = list(range(proposals))
        while self.worlds < worlds and not (self.worlds and self._spent()):
            luck = rng.fork(f"world {self.worlds}")
            for number in field:
                stands = self.play(number, luck)
                self.totals[number] += stands
                self.hopes[number] += hoped(stands, self.temper)
            self.nodes += len(field) * self.plies
            self.worlds += 1
            field.sort(key=lambda number: -self.totals[number])
            if self.worlds.bit_count() == 1 and self.worlds >= _PATIENCE:
                field = field[: max(_FEWEST, (len(field) + 1) // 2)]
        return field[0]

    def _spent(self) -> bool:
        return self.watch.over or (self.most is not None and self.nodes >= self.most)


def _rehearsed(turn: Turn, proposals: Sequence[Proposal], plies: int) -> Play | None:
    """The game's own way to play on, unless it has none, or none for this view."""
    if turn.game.rehearse is None:
        return None
    pairs = [(proposal.action, proposal.policy) for proposal in proposals]
    try:
        rehearsal = turn.game.rehearse(turn.view, turn.seat, pairs, plies)
    except ImportError:
        return None
    if rehearsal is None:
        return None
    announce(turn.game, rehearsal.kernel)
    rehearsal.play(0, Rng("warm up"))  # if it has to be compiled, then before the clock runs
    return rehearsal.play


class Stage:
    """Plays on by the pure rules."""

    def __init__(self, turn: Turn, proposals: Sequence[Proposal], plies: int) -> None:
        self.turn, self.proposals, self.plies = turn, proposals, plies
        self.luck, self.world = Rng(""), None

    def __call__(self, number: int, luck: Rng) -> int:
        """How the seat stands some plies after the proposal."""
        if self.luck != luck:
            self.luck, self.world = luck, self.turn.game.resample(self.turn.view, luck)
        game, seat, proposal = self.turn.game, self.turn.seat, self.proposals[number]
        first = next(iter(game.policies))
        state, lead = game.apply(self.world, seat, proposal.action).state, proposal.policy
        own = 0
        for ply in range(_CROWD * self.plies):
            status = game.status(state)
            if isinstance(status, Finished) or own == self.plies:
                break
            actor = status.seats[0]
            lead = lead if seat in status.seats else first
            name = lead if actor == seat else first
            state = led(game, state, actor, name, luck.fork(str(ply)))
            own += actor == seat
        status = game.status(state)
        if isinstance(status, Finished):
            return DECIDED * status.payoffs[seat]
        return game.evaluate(state, seat) if game.evaluate else 0

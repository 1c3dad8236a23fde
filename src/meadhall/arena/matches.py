"""Plays whole matches between bots, each of which sees its own seat's view and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Any

from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: its last state, how it ended, and what was played on the way.

    `trail` has the state before each action, `choices` how many actions were legal there.
    `thinking` is the nanoseconds that each seat's bot took in all; matches are equal without it.
    """

    state: object
    result: Finished
    actions: tuple[tuple[Seat, Any], ...]
    trail: tuple[object, ...]
    choices: tuple[int, ...]
    thinking: tuple[int, ...] = field(compare=False)

    @property
    def plies(self) -> int:
        """How many actions it took."""
        return len(self.actions)


def play(
    game: AnyGame, options: object, bots: Sequence[Bot], rng: Rng, budget: Budget | None = None
) -> Played:
    """One match, seat by seat; equal bots, generators and node budgets give equal matches.

    Of those who are asked at once any may answer first: else the first seat would make all the
    alliances before the last one is heard.
    """
    budget = budget or Budget()
    state = start(game, options, len(bots), game_rng(rng))
    luck = [rng.fork(f"seat {seat}") for seat in range(len(bots))]
    asking = rng.fork("asking")
    actions: list[tuple[Seat, Any]] = []
    trail: list[object] = []
    choices: list[int] = []
    thinking = [0] * len(bots)
    while not isinstance(status := game.status(state), Finished):
        seat, asking = asking.choice(status.seats)
        turn = Turn.of(game, state, seat, len(bots))
        began = monotonic_ns()
        action = bots[seat].choose(turn, budget, luck[seat].fork(str(len(actions)))).action
        thinking[seat] += monotonic_ns() - began
        trail.append(state)
        choices.append(len(turn.legal))
        actions.append((seat, action))
        state = game.apply(state, seat, action).state
    return Played(state, status, tuple(actions), tuple(trail), tuple(choices), tuple(thinking))


def game_rng(rng: Rng) -> Rng:
    """What chance in the match is drawn from, apart from what the bots draw from."""
    return rng.fork("game")

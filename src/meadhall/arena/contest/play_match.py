"""Plays whole matches between bots. Each bot sees its own seat's view and nothing else."""

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
class PlayedMatch:
    """A finished match: its last state, its result and its actions.

    `trail` has the state before each action, `choices` the number of legal actions there.
    `thinking` is the total time of each seat's bot in nanoseconds; comparisons ignore it.
    """

    state: object
    result: Finished
    actions: tuple[tuple[Seat, Any], ...]
    trail: tuple[object, ...]
    choices: tuple[int, ...]
    thinking: tuple[int, ...] = field(compare=False)

    @property
    def plies(self) -> int:
        """The number of actions."""
        return len(self.actions)


def play_match(
    game: AnyGame, options: object, bots: Sequence[Bot], rng: Rng, budget: Budget | None = None
) -> PlayedMatch:
    """Play one match. Equal bots, generators and node budgets give equal matches.

    Where the game waits for several seats, a random one acts first. If it were always the first
    seat, that one would make all the alliances before the last one could act.
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
        # `luck` never advances. Each decision has its own fork, so the draws of one decision do
        # not depend on how many numbers the earlier ones used.
        action = bots[seat].choose(turn, budget, luck[seat].fork(str(len(actions)))).action
        thinking[seat] += monotonic_ns() - began
        trail.append(state)
        choices.append(len(turn.legal))
        actions.append((seat, action))
        state = game.apply(state, seat, action).state
    return PlayedMatch(state, status, tuple(actions), tuple(trail), tuple(choices), tuple(thinking))


def game_rng(rng: Rng) -> Rng:
    """The generator for chance in the match; the bots draw from others."""
    return rng.fork("game")

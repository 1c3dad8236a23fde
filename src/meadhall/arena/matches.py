"""Plays whole matches between bots, each of which sees its own seat's view and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass

from meadhall.bots.bot import Bot, Budget, Turn
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match: its last state, how it ended, and how many actions it took."""

    state: object
    result: Finished
    plies: int


def play(
    game: AnyGame, options: object, bots: Sequence[Bot], rng: Rng, budget: Budget | None = None
) -> Played:
    """One match, seat by seat; equal bots, generators and node budgets give equal matches."""
    budget = budget or Budget()
    state = start(game, options, len(bots), rng.fork("game"))
    luck = [rng.fork(f"seat {seat}") for seat in range(len(bots))]
    plies = 0
    while not isinstance(status := game.status(state), Finished):
        seat = status.seats[0]
        turn = Turn(game, seat, game.view(state, seat), game.legal_actions(state, seat))
        action = bots[seat].choose(turn, budget, luck[seat].fork(str(plies))).action
        state = game.apply(state, seat, action).state
        plies += 1
    return Played(state, status, plies)

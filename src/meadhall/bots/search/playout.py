"""Playing on from a state: at random, in bulk where the game can, or by a policy."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

from meadhall.core.bulk_play import Simulator
from meadhall.core.game import AnyGame, speed, strategy
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.status import Finished

Plies: TypeAlias = Sequence[tuple[Seat, Any]]
"""Actions to be applied in order."""

Playouts: TypeAlias = Callable[[Any, Plies, int, Rng], tuple[int, ...]]
"""(state, first actions, number of random matches, generator): each seat's sum of payoffs."""


def playouts(game: AnyGame) -> Playouts:
    """The fastest way to play out states of this game."""
    if speed(game).bulk_play is not None:
        return simulator(speed(game).bulk_play).playouts
    return lambda state, plies, count, rng: _pure_playouts(
        game, state_after(game, state, plies), count, rng
    )


@cache
def simulator(load: Callable[[], Simulator[Any, Any, Any]]) -> Simulator[Any, Any, Any]:
    """The game's simulator, loaded once."""
    return load()


def state_after(game: AnyGame, state: object, plies: Plies) -> object:
    """The state after the actions."""
    for seat, action in plies:
        state = game.apply(state, seat, action).state
    return state


def policy_step(game: AnyGame, state: object, seat: Seat, policy: str, rng: Rng) -> object:
    """The state after the policy has played for the seat."""
    legal = game.legal_actions(state, seat)
    action = strategy(game).policies[policy](game.view(state, seat), seat, legal, rng)
    return game.apply(state, seat, action).state


def _pure_playouts(game: AnyGame, state: object, count: int, rng: Rng) -> tuple[int, ...]:
    results = [_random_payoffs(game, state, rng.fork(f"playout {n}")) for n in range(count)]
    return tuple(map(sum, zip(*results, strict=True)))


def _random_payoffs(game: AnyGame, state: object, rng: Rng) -> tuple[int, ...]:
    """The payoffs when all seats play at random to the end."""
    status = game.status(state)
    while not isinstance(status, Finished):
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
        status = game.status(state)
    return status.payoffs

"""What actions lead to, by playing on: at random, in bulk where the game can, or by a policy."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.core.simulate import Simulator
from meadhall.core.status import Finished

Plies: TypeAlias = Sequence[tuple[Seat, Any]]
"""Actions to be taken one after the other."""

Playouts: TypeAlias = Callable[[Any, Plies, int, Rng], tuple[int, ...]]
"""From a state, the actions to begin with and a number of random matches to the sums of payoffs."""


def playouts(game: AnyGame) -> Playouts:
    """The quickest way to play out states of this game."""
    if game.simulate is not None:
        return simulator(game.simulate).playouts
    return lambda state, plies, count, rng: _plainly(game, after(game, state, plies), count, rng)


@cache
def simulator(load: Callable[[], Simulator[Any, Any, Any]]) -> Simulator[Any, Any, Any]:
    """What the game loads, loaded once."""
    return load()


def after(game: AnyGame, state: object, plies: Plies) -> object:
    """The state after the actions."""
    for seat, action in plies:
        state = game.apply(state, seat, action).state
    return state


def led(game: AnyGame, state: object, seat: Seat, policy: str, rng: Rng) -> object:
    """The state after what the policy does on that seat."""
    legal = game.legal_actions(state, seat)
    action = game.policies[policy](game.view(state, seat), seat, legal, rng)
    return game.apply(state, seat, action).state


def _plainly(game: AnyGame, state: object, count: int, rng: Rng) -> tuple[int, ...]:
    results = [_played_out(game, state, rng.fork(f"playout {number}")) for number in range(count)]
    return tuple(map(sum, zip(*results, strict=True)))


def _played_out(game: AnyGame, state: object, rng: Rng) -> tuple[int, ...]:
    status = game.status(state)
    while not isinstance(status, Finished):
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
        status = game.status(state)
    return status.payoffs

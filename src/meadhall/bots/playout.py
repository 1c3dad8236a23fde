"""What a state is worth, by playing it out at random: in the game's fast lane where it has one."""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeAlias, cast

from meadhall.core.game import AnyGame
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

Playouts: TypeAlias = Callable[[Any, int, Rng], tuple[int, ...]]
"""From a state and a number to the payoffs of the seats, summed over so many random matches."""


class HasPlayouts(Protocol):
    """A fast lane that can play out at random."""

    playouts: Playouts


def playouts(game: AnyGame) -> Playouts:
    """The quickest way to play out a state of this game."""
    lane = _lane(game.fast) if game.fast is not None else None
    if lane is not None and hasattr(lane, "playouts"):
        return cast(HasPlayouts, lane).playouts
    return lambda state, count, rng: _plainly(game, state, count, rng)


@cache
def _lane(load: Callable[[], object]) -> object:
    return load()


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

"""Measures playouts: random matches from the start to the end."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from meadhall.bots.search.lanes import lane_for, loops_for
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_BATCH = 200  # compiled playouts between two readings of the clock


@dataclass(frozen=True, slots=True)
class PlayoutRate:
    """How many matches and actions were played in how many seconds, on which lane."""

    lane: str
    matches: int
    plies: int
    seconds: float

    @property
    def plies_s(self) -> float:
        """Actions per second."""
        return self.plies / self.seconds

    @property
    def playouts_s(self) -> float:
        """Whole matches per second."""
        return self.matches / self.seconds


@dataclass(frozen=True, slots=True)
class PlayoutSetup:
    """What is played: the game, its options and seats. A playout stops after `cap` plies."""

    game: AnyGame
    options: object
    seats: int
    cap: int


def playouts(setup: PlayoutSetup, seconds: float, *, pure: bool = False) -> PlayoutRate:
    """Play random matches for that long, compiled if the game has a fast lane."""
    compiled = None if pure else _compiled_batch(setup)
    if compiled is None:
        return _measure("pure", lambda number: playout(setup, f"playout {number}"), 1, seconds)
    compiled(0)  # the first call may compile, which must not be measured
    return _measure("fast", compiled, _BATCH, seconds)


def playout(setup: PlayoutSetup, seed: str) -> int:
    """Play one random match by the pure rules; returns how many actions it took."""
    game, rng = setup.game, Rng(seed).fork("chooser")
    state = start(game, setup.options, setup.seats, Rng(seed))
    for ply in range(setup.cap):
        status = game.status(state)
        if isinstance(status, Finished):
            return ply
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
    return setup.cap


def _compiled_batch(setup: PlayoutSetup) -> Callable[[int], int] | None:
    """A function that plays the batch of a number on the fast lane; `None` without a lane."""
    state = start(setup.game, setup.options, setup.seats, Rng("playouts"))
    lane = lane_for(setup.game, state)
    if lane is None:
        return None
    import numpy as np  # noqa: PLC0415 - optional; installed wherever there is a lane

    first = lane.pack(state)
    moves = np.zeros(lane.most_moves + 1, np.int64)
    play = loops_for(lane).playouts
    # A batch uses the seeds from this one on, one per match, so no two batches share any.
    return lambda number: play(first, moves, number * _BATCH, setup.cap, _BATCH)


def _measure(lane: str, play: Callable[[int], int], each: int, seconds: float) -> PlayoutRate:
    """Call `play`, which plays `each` matches, until the time is up, at least once."""
    batches = plies = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or batches == 0:
        plies += play(batches)
        batches += 1
    return PlayoutRate(lane, batches * each, plies, taken)

"""How fast a game plays itself: random actions from the start to the end, over and over."""

from dataclasses import dataclass
from time import perf_counter

from meadhall.bots.lanes import lane_of, loops_for
from meadhall.core.fast import FastLane
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

CAP = 220
"""Random play need not come to an end on a lane that knows no history."""
BATCH = 100


@dataclass(frozen=True, slots=True)
class Playouts:
    """So many matches, so many actions, in so many seconds."""

    matches: int
    plies: int
    seconds: float
    lane: str = "pure"

    @property
    def plies_s(self) -> float:
        """Actions per second."""
        return self.plies / self.seconds

    @property
    def playouts_s(self) -> float:
        """Whole matches per second."""
        return self.matches / self.seconds


def playout_rate(game: AnyGame, options: object, seats: int, seconds: float) -> Playouts:
    """Random matches on the game's fast lane, or under its pure rules where it has none."""
    lane = lane_of(game)
    if lane is None:
        return playouts(game, options, seats, seconds)
    return _compiled(lane, start(game, options, seats, Rng("playouts")), seconds)


def _compiled(lane: FastLane[object], first: object, seconds: float) -> Playouts:
    """The same on a fast lane, a hundred matches at a time, each cut off after `CAP` actions."""
    import numpy as np  # noqa: PLC0415 - a fast lane brings it along

    array, moves = lane.pack(first), np.empty(lane.most_moves, np.int64)
    play = loops_for(lane).playouts
    play(array, moves, 0, 1, 1)  # loads the compiled code, or compiles it, before the clock starts
    matches = plies = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or matches == 0:
        plies += play(array, moves, matches, CAP, BATCH)
        matches += BATCH
    return Playouts(matches, plies, taken, "fast")


def playouts(game: AnyGame, options: object, seats: int, seconds: float) -> Playouts:
    """Random matches under the pure rules, until the time is over; the last one is finished."""
    matches = plies = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or matches == 0:
        plies += playout(game, options, seats, f"playout {matches}")
        matches += 1
    return Playouts(matches, plies, taken)


def playout(game: AnyGame, options: object, seats: int, seed: str) -> int:
    """One random match; how many actions it took."""
    rng = Rng(seed).fork("chooser")
    state, plies = start(game, options, seats, Rng(seed)), 0
    while not isinstance(status := game.status(state), Finished):
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
        plies += 1
    return plies

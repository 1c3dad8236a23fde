"""How fast a game plays itself: random actions from the start to the end, over and over."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from meadhall.bots.lanes import lane_for, loops_for
from meadhall.core.game import AnyGame, start
from meadhall.core.rng import Rng
from meadhall.core.status import Finished

_BATCH = 200  # compiled playouts between two looks at the clock


@dataclass(frozen=True, slots=True)
class Playouts:
    """So many matches, so many actions, in so many seconds."""

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
class Course:
    """What is played: the game, its options and seats, and after how many plies to give up."""

    game: AnyGame
    options: object
    seats: int
    cap: int


def playouts(course: Course, seconds: float, *, pure: bool = False) -> Playouts:
    """Random matches until the time is over, compiled where the game has a fast lane."""
    compiled = None if pure else _compiled(course)
    if compiled is None:
        return _timed("pure", lambda number: playout(course, f"playout {number}"), 1, seconds)
    compiled(0)  # compiles on a new machine, which is not what is being measured
    return _timed("fast", compiled, _BATCH, seconds)


def playout(course: Course, seed: str) -> int:
    """One random match under the pure rules; how many actions it took."""
    game, rng = course.game, Rng(seed).fork("chooser")
    state = start(game, course.options, course.seats, Rng(seed))
    for ply in range(course.cap):
        status = game.status(state)
        if isinstance(status, Finished):
            return ply
        seat, rng = rng.choice(status.seats)
        action, rng = rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, seat, action).state
    return course.cap


def _compiled(course: Course) -> Callable[[int], int] | None:
    """Plays a batch of that number through the fast lane, where the game has one that fits."""
    state = start(course.game, course.options, course.seats, Rng("playouts"))
    lane = lane_for(course.game, state)
    if lane is None:
        return None
    import numpy as np  # noqa: PLC0415 - where there is a lane, there is numpy

    first = lane.pack(state)
    moves = np.zeros(lane.most_moves + 1, np.int64)
    play = loops_for(lane).playouts
    return lambda number: play(first, moves, number * _BATCH, course.cap, _BATCH)


def _timed(lane: str, play: Callable[[int], int], each: int, seconds: float) -> Playouts:
    batches = plies = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or batches == 0:
        plies += play(batches)
        batches += 1
    return Playouts(lane, batches * each, plies, taken)

"""Many matches of one game in one array, played by compiled kernels or by the pure rules."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from meadhall.bots.search.lanes import announce, rebind
from meadhall.core.fast_lane import NO_LUCK, NOBODY, BatchLane
from meadhall.core.game import speed
from meadhall.envs import vector_loop
from meadhall.envs.numbered import NumberedGame
from meadhall.kit.compiled import bind
from meadhall.kit.luck import draw, scatter


@dataclass(frozen=True, slots=True)
class Batch:
    """A game as functions over rows, and what a row is.

    `loop` has the functions of `vector_loop` by name. `width` and `dtype` say what the state of a
    match is in its row: integers, or for the pure rules one object.
    """

    loop: dict[str, Any]
    starts: Any
    width: int
    dtype: Any
    most_legal: int
    state: Callable[[Any], Any]
    memo: Any

    @property
    def is_compiled(self) -> bool:
        """Whether kernels play, and not the pure rules."""
        return self.dtype is np.int64


def batch_of(numbered: NumberedGame, starts: int) -> Batch:
    """The game on its kernels, if it has any for these options; else on the pure rules.

    Compiled matches begin in one of `starts` positions that the rules have drawn.
    """
    lane = _lane(numbered)
    return _pure(numbered) if lane is None else _compile(numbered, lane, starts)


def _lane(numbered: NumberedGame) -> BatchLane[Any] | None:
    load = speed(numbered.game).batch
    if load is None:
        return None
    try:
        return load(numbered.options, numbered.seats, numbered.is_compact)
    except ImportError:
        return None


def _compile(numbered: NumberedGame, lane: BatchLane[Any], starts: int) -> Batch:
    first = [lane.pack(numbered.start(seed)) for seed in range(starts)]
    # Games without chance before the first move have one start, and it is kept once.
    rows = np.unique(np.array(first, np.int64), axis=0)
    announce(numbered.game, lane.kernels.legal)
    memo = np.zeros(1, np.int64) if lane.memo is None else lane.memo()
    return Batch(
        _compiled_loop(lane), rows, rows.shape[1], np.int64, lane.most_legal, lane.unpack, memo
    )


@cache
def _compiled_loop(lane: BatchLane[Any]) -> dict[str, Any]:
    kernels = {each.name: getattr(lane.kernels, each.name) for each in fields(lane.kernels)}
    parts = {"scatter": bind(scatter, {}), "draw": bind(draw, {}), "LUCK_AT": lane.luck}
    names = {**kernels, "begin": bind(begin_from_start, parts)}
    for part in vector_loop.PARTS:
        names[part.__name__] = bind(part, names, inline=part in vector_loop.INLINED)
    return names


LUCK_AT = NO_LUCK


def begin_from_start(state: Any, starts: Any, luck: int) -> None:
    """Copy one of the starts, and give the match a luck of its own."""
    # Scattered, because rows draw their matches' luck from one generator.
    mixed = scatter(luck)
    state[:] = starts[draw(mixed, len(starts))]
    if LUCK_AT != NO_LUCK:
        state[LUCK_AT] = scatter(mixed + 1)


def _pure(numbered: NumberedGame) -> Batch:
    """The same loop over the pure rules: the state of a match is one object."""

    def begin(state: Any, starts: Any, luck: int) -> None:  # noqa: ARG001 - as kernels have it
        state[0] = numbered.start(scatter(luck))

    def to_act(state: Any) -> int:
        asked = numbered.to_act(state[0])
        return asked[0] if asked else NOBODY

    def legal(state: Any, seat: int, numbers: Any, memo: Any) -> int:  # noqa: ARG001 - as kernels have it
        found = numbered.legal(state[0], seat)
        numbers[: len(found)] = found
        return len(found)

    def step(state: Any, seat: int, number: int, memo: Any) -> None:  # noqa: ARG001 - as kernels have it
        state[0] = numbered.play(state[0], seat, number)

    def observe(state: Any, seat: int, numbers: Any) -> None:
        numbers[:] = numbered.observe(state[0], seat).ravel()

    def payoff(state: Any, seat: int) -> float:
        return numbered.payoffs(state[0])[seat]

    names = {each.__name__: each for each in (begin, to_act, legal, step, observe, payoff)}
    for part in vector_loop.PARTS:
        names[part.__name__] = rebind(part, names)
    return Batch(names, None, 1, object, numbered.size, lambda part: part[0], None)

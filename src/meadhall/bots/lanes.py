"""Fast lanes as bots use them: found where there is one, and loops compiled for them."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from meadhall.bots import alphabeta, loops, uct
from meadhall.bots.alphabeta import Desk
from meadhall.bots.uct import Tree
from meadhall.core.fast import Array, FastLane
from meadhall.core.game import AnyGame
from meadhall.kit import luck
from meadhall.kit.compiled import bind

COMPILING = "Compiling the fast lane of {title}: this takes some seconds, once."


@dataclass(frozen=True, slots=True)
class Loops:
    """Playouts and counts over one game's kernels, compiled."""

    playout: Callable[[Array, Array, int, int], int]
    playouts: Callable[[Array, Array, int, int, int], int]
    perft: Callable[[Array, Array, int], int]


Rank = Callable[[Array, Desk, Array, int], int]
Binder = Callable[[Any, dict[str, Any]], Any]


def lane_of(game: AnyGame) -> FastLane[Any] | None:
    """The game's fast lane, unless it has none or what compiles it is not installed."""
    if game.fast is None:
        return None
    try:
        lane = game.fast()
    except ImportError:
        return None
    announce(game, lane.kernels.legal)
    return lane


def lane_for(game: AnyGame, state: object) -> FastLane[Any] | None:
    """The game's fast lane, if it has one that can play on from this state."""
    lane = lane_of(game)
    return lane if lane is not None and lane.fits(state) else None


@cache
def loops_for(lane: FastLane[Any]) -> Loops:
    """The loops for this lane; compiled when first called, then kept on disk."""
    names = _names(lane)
    for loop in (luck.random_step, luck.draw, loops.playout, loops.playouts, loops.perft):
        names[loop.__name__] = bind(loop, names)
    return Loops(names["playout"], names["playouts"], names["perft"])


@cache
def compiled_rank(lane: FastLane[Any]) -> Rank:
    """The search of root moves for this lane; compiled when first called, then kept on disk."""
    return _chained(lane, bind)


def plain_rank(lane: FastLane[Any]) -> Rank:
    """The same search, over kernels that are plain functions."""
    return _chained(lane, _rebound)


@dataclass(frozen=True, slots=True)
class Growth:
    """The growing of trees over one game's kernels."""

    grow: Callable[[Array, Tree, int], None]
    locate: Callable[[Array, Tree, int, int], int]
    transplant: Callable[[Tree, int, Tree], None]


@cache
def compiled_growth(lane: FastLane[Any]) -> Growth:
    """Tree search for this lane; compiled when first called, then kept on disk."""
    return _growth(lane, bind)


def plain_growth(lane: FastLane[Any]) -> Growth:
    """The same, over kernels that are plain functions."""
    return _growth(lane, _rebound)


def _growth(lane: FastLane[Any], binder: Binder) -> Growth:
    names = _names(lane)
    for step in (luck.random_step, luck.draw):
        names[step.__name__] = binder(step, names)
    parts = ("confidence", "favourite", "unfold", "descend", "wander", "worth", "grow", "copied")
    for part in (*parts, "locate", "transplant"):
        names[part] = binder(getattr(uct, part), names)
    return Growth(names["grow"], names["locate"], names["transplant"])


def _chained(lane: FastLane[Any], binder: Binder) -> Rank:
    """Binds the parts of the search in order, each to the kernels and to the parts before it."""
    names = _names(lane)
    parts = ("place", "settle", "remember", "choices", "pick", "play", "glance", "descend", "rank")
    for part in parts:
        names[part] = binder(getattr(alphabeta, part), names)
    rank: Rank = names["rank"]
    return rank


def _rebound(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The function with other meanings for its global names, not compiled."""
    scope = {**function.__globals__, **names}
    copy = FunctionType(function.__code__, scope, function.__name__)
    scope[function.__name__] = copy
    return copy


def _names(lane: FastLane[Any]) -> dict[str, Any]:
    """The lane's kernels by the names that loops know them by; missing ones are never called."""
    kernels = {f.name: getattr(lane.kernels, f.name) for f in fields(lane.kernels)}
    return {**kernels, "hand": kernels["hand"] or kernels["payoff"]}


_announced: set[str] = set()


def announce(game: AnyGame, kernel: Any) -> None:  # noqa: ANN401 - Numba ships no types
    """Says that compiling begins, where nothing of that kernel is kept on disk yet."""
    if game.spec.slug in _announced:
        return
    _announced.add(game.spec.slug)
    if not any(Path(kernel.stats.cache_path).glob(f"*{kernel.py_func.__qualname__}*")):
        sys.stderr.write(f"{COMPILING.format(title=game.spec.title)}\n")

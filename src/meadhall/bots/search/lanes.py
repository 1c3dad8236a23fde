"""Fast lanes as bots use them: finding a game's lane, and binding loops to its kernels."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from meadhall.bots.search import alphabeta, loops, uct
from meadhall.bots.search.buffers import Buffers
from meadhall.bots.search.uct import Tree
from meadhall.core.fast_lane import Array, FastLane
from meadhall.core.game import AnyGame, speed
from meadhall.kit import luck
from meadhall.kit.compiled import bind

COMPILING = "Compiling the fast lane of {title}: this takes up to a minute, once."

RootSearch = Callable[[Array, Buffers, Array, int], int]
Binder = Callable[[Any, dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Loops:
    """Playouts and perft over one game's kernels, compiled."""

    playout: Callable[[Array, Array, int, int], int]
    playouts: Callable[[Array, Array, int, int, int], int]
    perft: Callable[[Array, Array, int], int]


@dataclass(frozen=True, slots=True)
class TreeLoops:
    """Tree search over one game's kernels."""

    grow: Callable[[Array, Tree, int], None]
    find_node: Callable[[Array, Tree, int, int], int]
    copy_subtree: Callable[[Tree, int, Tree], None]


def lane_of(game: AnyGame) -> FastLane[Any] | None:
    """The game's fast lane; `None` if it has none or Numba is not installed."""
    load = speed(game).lane
    if load is None:
        return None
    try:
        lane = load()
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
    """The loops for this lane; compiled on the first call, then kept on disk."""
    parts = (luck.random_step, luck.draw, loops.playout, loops.playouts, loops.perft)
    names = bind_in_order(parts, lane, bind)
    return Loops(names["playout"], names["playouts"], names["perft"])


@cache
def compiled_search(lane: FastLane[Any]) -> RootSearch:
    """Alpha-beta search for this lane; compiled on the first call, then kept on disk."""
    return _root_search(lane, bind)


# Not cached: a lane over the pure rules is made for one search and holds its states.
def plain_search(lane: FastLane[Any]) -> RootSearch:
    """The same search, not compiled."""
    return _root_search(lane, rebind)


@cache
def compiled_tree_loops(lane: FastLane[Any]) -> TreeLoops:
    """Tree search for this lane; compiled on the first call, then kept on disk."""
    return _tree_loops(lane, bind)


def plain_tree_loops(lane: FastLane[Any]) -> TreeLoops:
    """The same tree search, not compiled."""
    return _tree_loops(lane, rebind)


def _root_search(lane: FastLane[Any], binder: Binder) -> RootSearch:
    search: RootSearch = bind_in_order(alphabeta.PARTS, lane, binder)["search_roots"]
    return search


def _tree_loops(lane: FastLane[Any], binder: Binder) -> TreeLoops:
    names = bind_in_order((luck.random_step, luck.draw, *uct.PARTS), lane, binder)
    return TreeLoops(names["grow"], names["find_node"], names["copy_subtree"])


def bind_in_order(
    parts: Iterable[Callable[..., Any]], lane: FastLane[Any], binder: Binder
) -> dict[str, Any]:
    """Binds each function to the kernels and to the functions before it; all by name."""
    kernels = {f.name: getattr(lane.kernels, f.name) for f in fields(lane.kernels)}
    # Numba compiles calls that are never reached, so an absent `hand` needs a stand-in.
    names = {**kernels, "hand": kernels["hand"] or kernels["payoff"]}
    names["end_index"] = kernels["end_index"] or binder(no_end_index, {})
    names["in_secret"] = kernels["in_secret"] or binder(no_secrets, {})
    for part in parts:
        names[part.__name__] = binder(part, names)
    return names


def no_end_index(state: Array, seat: int) -> int:  # noqa: ARG001 - kernels share one signature
    """The kernel `end_index` of a race without a table of its end."""
    return -1


def no_secrets(state: Array) -> bool:  # noqa: ARG001 - kernels share one signature
    """The kernel `in_secret` of a game in which nobody chooses in secret."""
    return False


def rebind(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A copy of the function with other global names; what `bind` does, but not compiled."""
    scope = {**function.__globals__, **names}
    copy = FunctionType(function.__code__, scope, function.__name__)
    scope[function.__name__] = copy  # so that it can call itself
    return copy


_announced: set[str] = set()


def announce(game: AnyGame, kernel: Any) -> None:  # noqa: ANN401 - Numba ships no types
    """Writes to stderr that compiling begins, and how far it is, unless the code is on disk."""
    if game.spec.slug in _announced:
        return
    _announced.add(game.spec.slug)
    # Numba's file names contain the qualified name, and with it the fingerprint of the code.
    if not any(Path(kernel.stats.cache_path).glob(f"*{kernel.py_func.__qualname__}*")):
        sys.stderr.write(f"{COMPILING.format(title=game.spec.title)}\n")
        from meadhall.bots.search.compile_progress import report_progress  # noqa: PLC0415 - it imports Numba

        report_progress()

"""Plans a race on a game's fast lane: wider and wider beams, until the budget is spent."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from meadhall.bots.deadline import Deadline
from meadhall.bots.search import beam
from meadhall.bots.search.beam import (
    ABORTED,
    CONTROLS,
    FIRST,
    LIMIT,
    MOVES,
    NODES,
    SEAT,
    UNPLANNED,
    WITH_TABLE,
    PlanBuffers,
)
from meadhall.bots.search.end_tables import load_end_table
from meadhall.bots.search.lanes import bind_in_order
from meadhall.bots.search.search_setup import SearchSetup
from meadhall.core.fast_lane import FastLane
from meadhall.core.seats import Seat
from meadhall.kit.compiled import bind

_WIDTHS = (60, 600, 3_000)
"""Each costs about as many nodes as ten times its width for every move of the plan, and more."""
_CANDIDATES = 120
"""Room for this many candidates for each position in the beam; there are about 50."""


@dataclass(frozen=True, slots=True)
class RacePlan:
    """The first move of a plan, how many moves it takes, and the positions visited for it."""

    move: int
    moves: int
    nodes: int


@cache
def compiled_plan(lane: FastLane[Any]) -> Any:  # noqa: ANN401 - Numba ships no types
    """The beam search for this lane; compiled on the first call, then kept on disk."""
    return bind_in_order(beam.PARTS, lane, bind)["plan"]


def make_plan(setup: SearchSetup, seat: Seat, nodes: int, deadline: Deadline) -> RacePlan | None:
    """The shortest plan within the budget; `None` if there was no time for any."""
    import numpy as np  # noqa: PLC0415 - there is a compiled lane, so numpy is installed

    run, table = compiled_plan(setup.lane), load_end_table(setup.lane)
    control = np.zeros(CONTROLS, np.int64)
    control[LIMIT], control[SEAT], control[WITH_TABLE] = nodes, seat, table is not None
    if table is None:
        table = np.zeros(1, np.uint8)
    best: RacePlan | None = None
    with deadline.stop_search(control):
        for width in _WIDTHS:
            buffers = _buffers(setup, width, np.asarray(table), control)
            run(setup.array, buffers, width)
            if control[MOVES] < (best.moves if best else UNPLANNED):
                best = RacePlan(int(control[FIRST]), int(control[MOVES]), int(control[NODES]))
            if control[ABORTED] or _is_exact(setup, seat, best):
                break
    return best


def _is_exact(setup: SearchSetup, seat: Seat, best: RacePlan | None) -> bool:
    """Whether no wider beam can find a shorter plan: it wins now, or the table gave its length."""
    index = setup.lane.kernels.end_index
    if best is None or index is None:
        return False
    known = load_end_table(setup.lane) is not None and index(setup.array, seat) >= 0
    return known or best.moves == 1


def _buffers(setup: SearchSetup, width: int, table: Any, control: Any) -> PlanBuffers:  # noqa: ANN401 - numpy is not imported here
    import numpy as np  # noqa: PLC0415 - see above

    size = 1
    while size < 4 * width:
        size *= 2
    room = width * _CANDIDATES
    return PlanBuffers(
        np.empty((2, width, len(setup.array)), np.int64),
        np.empty((2, width), np.int64),
        np.empty((4, room), np.int64),
        np.empty(size, np.int64),
        np.empty(setup.lane.most_moves + 1, np.int64),
        setup.roots,
        table,
        control,
    )

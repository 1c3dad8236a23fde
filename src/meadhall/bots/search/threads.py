"""Several threads search one position together and share the transposition table.

Nobody divides the work (this is known as lazy SMP): every thread searches the whole position, and
finds in the table what the others have found. They drift apart because they begin at different
depths. Compiled code runs without Python's lock.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

from meadhall.bots.deadline import STOP
from meadhall.bots.search.buffers import ABORTED, NODES
from meadhall.bots.search.search_setup import DEEPEST, SearchSetup


@contextmanager
def share_search(setup: SearchSetup, count: int) -> Iterator[Sequence[SearchSetup]]:
    """While the block runs, `count` more threads search the position of a compiled search."""
    helpers = [setup.helper() for _ in range(count)]
    threads = [
        Thread(target=_search_on, args=(helper, 1 + number % 2), daemon=True)
        for number, helper in enumerate(helpers, 1)
    ]
    for thread in threads:
        thread.start()
    try:
        yield helpers
    finally:
        for helper, thread in zip(helpers, threads, strict=True):
            helper.buffers.control[STOP] = 1
            thread.join()


def _search_on(helper: SearchSetup, first: int) -> None:
    """Search deeper and deeper until the search is stopped."""
    for depth in range(first, DEEPEST + 1):
        best = helper.search(helper.array, helper.buffers, helper.roots, depth)
        if helper.buffers.control[ABORTED]:
            return
        helper.put_first(best)


def node_count(helpers: Sequence[SearchSetup]) -> int:
    """How many positions the helpers have visited."""
    return sum(int(helper.buffers.control[NODES]) for helper in helpers)

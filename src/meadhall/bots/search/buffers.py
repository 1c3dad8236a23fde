"""The memory of an alpha-beta search.

A search allocates nothing while it runs. Everything it changes is in these arrays, so that
compiled code, pure Python and the thread that stops the search share one layout.
"""

from typing import NamedTuple

from meadhall.core.fast_lane import Array

# The indices of `control`. STOP, in `deadline`, is one more: tree search has it at the same place.
NODES, LIMIT, ABORTED = 0, 1, 3
"""Positions visited, how many may be, and whether the search was ended by that or by STOP."""
ROOT, SOLO, CROWD = 4, 5, 6
"""The searching seat, whether it plans alone, and whether it has several opponents."""
PLY, REPLIED, SCORE = 7, 8, 9
"""Depth below the root, whether an opponent's reply was searched, and the best root score."""
HORIZON = 10
"""The depth of the current search of the root."""
CONTROLS = 11

ENTRY = 3
"""Numbers in an entry of the table: the key with a checksum, score, packed (move, depth, bound)."""
BUCKET = 2 * ENTRY
"""A position has two places in the table: one for deep searches, one for the latest."""

KILLERS = 2
"""How many moves are remembered for each ply because they refuted another move there."""
SLOTS = 1 << 14
"""How many moves of each side have a history of their own; a power of two."""


class Buffers(NamedTuple):
    """A row of moves for each ply, the transposition table, and the control numbers.

    `killers` are the moves that caused a cutoff last at each ply. `history` says for each move, by
    side, how often it caused one anywhere.
    """

    moves: Array
    table: Array
    control: Array
    killers: Array
    history: Array

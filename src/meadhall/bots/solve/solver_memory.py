"""The memory of a search for forced wins. Nothing else is allocated while it runs."""

from typing import NamedTuple

from meadhall.core.fast_lane import Array

# The indices of `control`. STOP, in `deadline`, is one more.
NODES, LIMIT, ABORTED = 0, 1, 3
"""Positions visited, how many may be, and whether the search was ended by that or by STOP."""
ATTACKER, PLY = 4, 5
"""The seat that is to win by force, and the depth below the root."""
CONTROLS = 6

ENTRY = 2
"""Numbers in an entry of the table: the key, and a packed (move, plies without a win, win)."""
KILLERS = 2
"""How many moves are remembered for each ply because they settled another position there."""
MOST_PLIES = 200
"""How far ahead a search can look at most; plies have eight bits in the table."""


class SolverMemory(NamedTuple):
    """For each ply a row of moves and a row of killers; the table; the control numbers."""

    moves: Array
    killers: Array
    table: Array
    control: Array

"""The way a marble takes: one step, or a chain of hops."""

from meadhall.games.chinese_checkers.rules.board import HOPS, STEPS
from meadhall.games.chinese_checkers.types import EMPTY

ONE_LEG = 2
"""The length of a route with a single leg: a step or one hop. Most routes are such."""


def route(board: str, start: int, end: int) -> tuple[int, ...]:
    """The shortest way, as all holes where the marble touches down; empty if there is none."""
    if board[end] != EMPTY:
        return ()
    if end in STEPS[start]:
        return start, end
    came_from = {start: start}
    landings = [start]
    for here in landings:  # breadth first: the list grows while it is read
        for over, land in HOPS[here]:
            if board[land] == EMPTY and board[over] != EMPTY and land not in came_from:
                came_from[land] = here
                landings.append(land)
    if end not in came_from:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))

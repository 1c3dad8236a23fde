"""Clicks from a move, and a move from clicks."""

from meadhall.games.chinese_checkers.rules.board import SIZE, STEPS
from meadhall.games.chinese_checkers.types import Move, View

_HOLE_OF_ID = {f"{letter}{hole}": hole for letter in "cm" for hole in range(SIZE)}
"""The hole that a cell's or a marble's id stands for."""


def gesture(action: Move) -> tuple[str, ...]:
    """A click on the marble, then one on the hole it moves to."""
    return f"m{action.start}", f"c{action.end}"


def action_from_clicks(view: View, clicks: tuple[str, ...]) -> Move | None:
    """A move from the first hole or marble clicked to the last; `None` for anything else.

    A single click becomes a move to a neighbour, so that the refusal says what is wrong with the
    start.
    """
    if not clicks or not {*clicks} <= _HOLE_OF_ID.keys():
        return None
    start, end = _HOLE_OF_ID[clicks[0]], _HOLE_OF_ID[clicks[-1]]
    return Move(start, end if len(clicks) > 1 else STEPS[start][0])

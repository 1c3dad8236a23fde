"""Whose turn it is, and how a match ends."""

from meadhall.cli.new_game.template.types import State
from meadhall.core.status import Status, ToAct, win_status


def status(state: State) -> Status:
    """The seat to act or, when no stone is left, the result: the last seat to act has won."""
    if state.stones == 0:
        return win_status((1 - state.turn,), 2, "lastStone")
    return ToAct((state.turn,))

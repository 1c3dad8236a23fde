"""How good a position is, for bots that look ahead."""

from meadhall.cli.template.types import MOST, State
from meadhall.core.seats import Seat


def evaluate(state: State, seat: Seat) -> int:
    """Who must move on a multiple of four loses against good play."""
    lost_for_mover = state.stones % (MOST + 1) == 0
    return 1 if lost_for_mover == (seat != state.turn) else -1

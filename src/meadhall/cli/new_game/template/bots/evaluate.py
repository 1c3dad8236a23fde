"""How good a position is, for bots that look ahead."""

from meadhall.cli.new_game.template.types import MOST, State
from meadhall.core.seats import Seat


def evaluate(state: State, seat: Seat) -> int:
    """1 for the seat that wins with good play, -1 for the other.

    The seat to move loses when the stones are a multiple of four: whatever it takes, the other seat
    can take the rest of the four.
    """
    mover_loses = state.stones % (MOST + 1) == 0
    return 1 if mover_loses == (seat != state.turn) else -1

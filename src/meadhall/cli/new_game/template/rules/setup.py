"""How a match begins."""

from meadhall.cli.new_game.template.types import Options, State
from meadhall.core.rng import Rng


def initial(options: Options, seats: int, rng: Rng) -> State:
    """All stones are on the table, and seat 1 moves first."""
    return State(options.stones, turn=0)

"""What a seat can do."""

from meadhall.cli.new_game.template.types import MOST, State, Take
from meadhall.core.seats import Seat


def legal_actions(state: State, seat: Seat) -> tuple[Take, ...]:
    """Take one to three stones, as far as they last; nothing for the seat that must wait."""
    if seat != state.turn:
        return ()
    return tuple(Take(count) for count in range(1, min(MOST, state.stones) + 1))

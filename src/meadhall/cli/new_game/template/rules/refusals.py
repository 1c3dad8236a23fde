"""Why a seat cannot do something. A refusal's `clause` is a heading of `RULES.md`."""

from meadhall.cli.new_game.template.types import MOST, State, Take
from meadhall.core.refusal import NOT_AN_ACTION, Refusal
from meadhall.core.seats import Seat

_SEATS = (0, 1)


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can."""
    # Clients may send anything, so nothing is assumed about the action before this line.
    # A `bool` is an `int` for Python, but it is no number of stones.
    if not isinstance(action, Take) or type(action.count) is not int or seat not in _SEATS:
        return NOT_AN_ACTION
    if state.stones == 0:
        return Refusal("GAME_OVER", "The match is over.", clause="The end")
    if seat != state.turn:
        return Refusal("NOT_YOUR_TURN", "It is the other seat's turn.", clause="A turn")
    return _wrong_count(state, action.count)


def _wrong_count(state: State, count: int) -> Refusal | None:
    if not 1 <= count <= MOST:
        text = f"Take one to {MOST} stones, not {count}."
        return Refusal("BAD_COUNT", text, clause="A turn")
    if count > state.stones:
        text = f"That is more than are left: {state.stones}."
        return Refusal("TOO_FEW_STONES", text, clause="A turn")
    return None

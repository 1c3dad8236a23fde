"""Why an action is refused: the first reason in the order of the rules."""

from meadhall.core.refusal import NOT_AN_ACTION, Refusal
from meadhall.core.seats import Seat, seat_name
from meadhall.games.chinese_checkers.rules.board import HOLE_NAMES, SIZE, target_of
from meadhall.games.chinese_checkers.rules.legal import allowed_ends, leaves_target
from meadhall.games.chinese_checkers.rules.route import route
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, State

GAME_OVER = Refusal("GAME_OVER", "The match is over.", clause="End")


def refusal(state: State, seat: Seat, action: object) -> Refusal | None:
    """Why the seat cannot do that now; `None` if it can."""
    answer = route_or_refusal(state, seat, action)
    return answer if isinstance(answer, Refusal) else None


def route_or_refusal(state: State, seat: Seat, action: object) -> tuple[int, ...] | Refusal:
    """The route that the marble takes, or why it cannot move so."""
    # Not `isinstance` for the numbers of the holes: `True` is an `int` too.
    if not isinstance(action, Move) or type(action.start) is not int or type(action.end) is not int:
        return NOT_AN_ACTION
    if state.result is not None:
        return GAME_OVER
    if seat != state.turn:  # also a seat that does not exist
        return Refusal("NOT_YOUR_TURN", f"It is {seat_name(state.turn)}'s turn.", clause="Turns")
    wrong = _wrong_marble(state, seat, action)
    if wrong is not None:
        return wrong
    way = route(state.board, action.start, action.end)
    return _wrong_end(state, seat, action, way) or way


def _wrong_marble(state: State, seat: Seat, action: Move) -> Refusal | None:
    for hole in (action.start, action.end):
        if not 0 <= hole < SIZE:
            text = f"There is no hole {hole}. Holes are numbered 0 to {SIZE - 1}."
            return Refusal("NO_SUCH_CELL", text, clause="Board")
    start, marble = action.start, state.board[action.start]
    if marble == EMPTY:
        return Refusal(
            "EMPTY_CELL",
            f"There is no marble in {HOLE_NAMES[start]}.",
            (f"c{start}",),
            clause="Moves",
        )
    if marble != MARBLE[seat]:
        text = f"The marble in {HOLE_NAMES[start]} is {seat_name(MARBLE.index(marble))}'s."
        return Refusal("NOT_YOUR_PIECE", text, (f"m{start}",), clause="Turns")
    return None


def _wrong_end(state: State, seat: Seat, action: Move, way: tuple[int, ...]) -> Refusal | None:
    start, end = action.start, action.end
    if state.board[end] != EMPTY:
        text = f"There is already a marble in {HOLE_NAMES[end]}."
        return Refusal("DESTINATION_OCCUPIED", text, (f"m{end}",), clause="Moves")
    # Before the checks of corners: those rules are named only when they are the reason (C3).
    if not way:
        way_text = f"from {HOLE_NAMES[start]} to {HOLE_NAMES[end]}"
        text = f"Neither a step nor a chain of hops leads {way_text}."
        return Refusal("UNREACHABLE", text, (f"c{end}",), clause="Moves")
    if not allowed_ends(state, seat)[end]:
        text = "You may hop through another player's corner, but not stop in it."
        return Refusal("FOREIGN_TRIANGLE", text, (f"c{end}",), clause="Where a move may end")
    if state.options.lock_target and leaves_target(
        target_of(state.seats, seat, state.seating), start, end
    ):
        text = "A marble that has reached your goal must stay there."
        return Refusal("TARGET_LOCKED", text, (f"m{start}",), clause="Options")
    return None

"""Which states are impossible."""

from meadhall.core.seats import seat_name
from meadhall.games.chinese_checkers.rules.board import MARBLES, SEATINGS, SIZE
from meadhall.games.chinese_checkers.rules.ending import winner
from meadhall.games.chinese_checkers.rules.legal import can_move
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, State


def invariant(state: State) -> list[str]:
    """What is wrong with the state; empty if nothing is."""
    broken = _wrong_shape(state)
    if broken:
        return broken
    for seat in range(state.seats):
        count = state.board.count(MARBLE[seat])
        if count != MARBLES:
            broken.append(f"{seat_name(seat)} has {count} marbles")
    if state.turn not in range(state.seats):
        return [*broken, f"there is no {seat_name(state.turn)}"]
    if len(seats_from(state, 0)) != state.seats - len(state.gone):
        broken.append(f"these seats cannot have left: {state.gone}")
    if state.result is not None and len(state.result.payoffs) != state.seats:
        broken.append(f"this is no result for {state.seats} seats: {state.result.payoffs}")
    if state.result is None:
        broken += _wrong_while_playing(state)
    return broken


def _wrong_shape(state: State) -> list[str]:
    """What is wrong with the board or the seating, so that nothing else can be asked."""
    if state.seating not in range(len(SEATINGS[state.seats])):
        return [f"there is no such seating for {state.seats} seats: {state.seating}"]
    if len(state.board) != SIZE or set(state.board) - {EMPTY, *MARBLE[: state.seats]}:
        return [f"this is no board for {state.seats} seats: {state.board!r}"]
    return []


def _wrong_while_playing(state: State) -> list[str]:
    """What is wrong with a state in which the match still goes on."""
    broken, won = [], winner(state, state.turn)
    if state.turn in state.gone or not can_move(state, state.turn):
        broken.append(f"{seat_name(state.turn)} is to move but cannot")
    if won is not None:
        broken.append(f"{seat_name(won)} has already won")
    return broken

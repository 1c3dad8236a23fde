"""Whose turn it is next, and what the end of a round brings."""

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls.pieces import jarl
from meadhall.games.jarls.types import Event, RoundEnded, State, Turn, TurnEnded


def next_turn(state: State, *, killed: bool) -> Turn:
    """The turn after this one; `killed` says that a piece was pushed to its death in it.

    A round goes clockwise from its first seat. The next one begins with the next surviving seat.
    """
    turn, quiet = state.turn, 0 if killed else state.turn.quiet
    left = (turn.first - turn.mover - 1) % state.seats
    for step in range(1, left + 1):
        seat = (turn.mover + step) % state.seats
        if jarl(seat) in state.board:
            return Turn(turn.number + 1, turn.round, turn.first, seat, quiet)
    first = next_standing(state, turn.first)
    return Turn(turn.number + 1, turn.round + 1, first, first, 0 if killed else quiet + 1)


def next_standing(state: State, seat: Seat) -> Seat:
    """The next surviving seat clockwise; the same one where nobody else is left."""
    seats = state.seats
    around = ((seat + step) % seats for step in range(1, seats + 1))
    return next(other for other in around if jarl(other) in state.board)


def end_turn(state: State, *, killed: bool = False) -> Step[State, Event]:
    """The turn passes on, and with the last turn of a round the round ends."""
    turn = next_turn(state, killed=killed)
    events: tuple[Event, ...] = (TurnEnded(state.turn.mover, turn.mover, turn.number),)
    if turn.round != state.turn.round:
        events = (*events, RoundEnded(turn.round, turn.quiet))
    return Step(state.with_turn(turn), events)

"""What an action, a timeout or a leaving seat leads to."""

from dataclasses import replace
from functools import cache

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import win_status
from meadhall.games.chinese_checkers.rules.board import CORNER_OF
from meadhall.games.chinese_checkers.rules.ending import (
    MOVES_EACH,
    adjudicate,
    finish,
    win,
    winner,
)
from meadhall.games.chinese_checkers.rules.legal import can_move, legal_moves
from meadhall.games.chinese_checkers.rules.marbles import shift
from meadhall.games.chinese_checkers.rules.moves import move_number
from meadhall.games.chinese_checkers.rules.refusals import GAME_OVER, route_or_refusal
from meadhall.games.chinese_checkers.rules.repetition import OCCURRENCES, checksum, occurrences
from meadhall.games.chinese_checkers.rules.route import ONE_LEG
from meadhall.games.chinese_checkers.rules.turns import seats_from
from meadhall.games.chinese_checkers.types import Event, Left, Move, Moved, Skipped, State


def apply(state: State, seat: Seat, action: Move) -> Step[State, Event]:
    """The state after the move, and what happened: the move, skipped seats, the end."""
    way = route_or_refusal(state, seat, action)
    if isinstance(way, Refusal):
        raise Refused(way)
    start, end = action.start, action.end
    following = seats_from(state, (seat + 1) % state.seats)
    moved = State(  # takes half as long as `replace`, and every move needs one
        state.options,
        state.seats,
        shift(state.board, start, end),
        following[0],  # `_pass_turn` corrects this if that seat cannot move
        state.history + (move_number(start, end),),  # noqa: RUF005 - half the time, when long
        state.trail + checksum(state.board),
        state.gone,
        seating=state.seating,
    )
    events = _move_events(seat, way)
    # A move that ends in the centre fills no corner, so nobody can have won.
    won = winner(moved, seat) if CORNER_OF[end] is not None else None
    if won is not None:
        return finish(replace(moved, turn=seat), win(moved, won), events)
    return _pass_turn(moved, seat, following, events)


def default_action(state: State, seat: Seat, rng: Rng) -> Move:
    """A random legal move, for a seat whose time is up."""
    action, _ = rng.choice(legal_moves(state, seat))
    return action


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The seat gives up. Its marbles stay as obstacles, and the last seat playing wins."""
    if state.result is not None:
        raise Refused(GAME_OVER)
    if not 0 <= seat < state.seats:
        raise Refused.because("NO_SUCH_SEAT", f"There is no {seat_name(seat)}.", clause="Leaving")
    if seat in state.gone:
        text = f"{seat_name(seat).capitalize()} has already left."
        raise Refused.because("ALREADY_LEFT", text, clause="Leaving")
    left = replace(state, gone=(*state.gone, seat))
    playing = seats_from(left, 0)
    if len(playing) == 1:
        return finish(left, win_status((playing[0],), state.seats, "lastLeft"), (Left(seat),))
    if seat != state.turn:
        return Step(left, (Left(seat),))
    return _pass_turn(left, seat, seats_from(left, (seat + 1) % state.seats), (Left(seat),))


def _move_events(seat: Seat, way: tuple[int, ...]) -> tuple[Event, ...]:
    return _short_move_events(seat, way) if len(way) <= ONE_LEG else (Moved(seat, way),)


@cache
def _short_move_events(seat: Seat, way: tuple[int, ...]) -> tuple[Event, ...]:
    """The events of a step or a single hop. There are few of those, so all matches share them."""
    return (Moved(seat, way),)


def _pass_turn(
    state: State, seat: Seat, following: tuple[Seat, ...], events: tuple[Event, ...]
) -> Step[State, Event]:
    """Give the turn to the first of the following seats that can move, unless the match ends."""
    # The mover is the last of `following`, unless it has left: it goes on if all others are stuck.
    for turn in following:
        if can_move(state, turn):
            break
        events += (Skipped(turn),)
    else:
        return finish(replace(state, turn=seat), adjudicate(state, "allStuck"), events)
    onward = state if state.turn == turn else replace(state, turn=turn)
    if occurrences(onward) >= OCCURRENCES:
        return finish(onward, adjudicate(onward, "repetition"), events)
    if len(state.history) >= MOVES_EACH * state.seats:
        return finish(onward, adjudicate(onward, "moveLimit"), events)
    return Step(onward, events)

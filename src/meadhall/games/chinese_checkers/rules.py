"""The rules, as pure functions that take a state and return a new one."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from meadhall.core.game import Step
from meadhall.core.refusal import Refusal, Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat, seat_name
from meadhall.core.status import WIN, Finished, Status, ToAct, won_by
from meadhall.games.chinese_checkers.board import CORNER_OF, MARBLES, SIZE, TIPS, home_of, target_of
from meadhall.games.chinese_checkers.ending import (
    MOVES_EACH,
    OCCURRENCES,
    adjudicated,
    boards_before,
    goal,
    occurrences,
    seats_from,
    sign,
    winner,
)
from meadhall.games.chinese_checkers.moves import (
    MOVES,
    STRAIGHT,
    can_move,
    code,
    leaves,
    legal_moves,
    may_rest,
    picked,
    route,
    shifted,
)
from meadhall.games.chinese_checkers.types import (
    EMPTY,
    MARBLE,
    Ended,
    Event,
    Left,
    Move,
    Moved,
    Options,
    Skipped,
    State,
)

T = TypeVar("T")

_TURNS = tuple(ToAct((seat,)) for seat in range(len(MARBLE)))


def initial(options: Options, seats: int, rng: Rng) -> State:
    """Every home full, seat 1 to move."""
    return State(options, seats, _first_board(seats), 0)


@cache
def _first_board(seats: int) -> str:
    owner = {hole: MARBLE[seat] for seat in range(seats) for hole in TIPS[home_of(seats, seat)]}
    return "".join(owner.get(hole, EMPTY) for hole in range(SIZE))


def status(state: State) -> Status:
    """Whose turn it is, or how it ended."""
    return state.result or _TURNS[state.turn]


def legal_actions(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves of the seat whose turn it is."""
    return tuple(pick(state, seat, MOVES))


def pick(state: State, seat: Seat, kept: Sequence[Sequence[T]]) -> Sequence[T]:
    """What is kept, by start and end, for each of these moves."""
    if state.result is not None or seat != state.turn:
        return ()
    return picked(state, seat, kept)


def refusal(state: State, seat: Seat, action: Move) -> Refusal | None:
    """Why the seat cannot do that now; the first reason in the order of the rules."""
    judged = _way(state, seat, action)
    return judged if isinstance(judged, Refusal) else None


def _way(state: State, seat: Seat, action: Move) -> tuple[int, ...] | Refusal:
    """The way that the marble takes, or why it cannot."""
    if state.result is not None:
        return Refusal("GAME_OVER", "The match is over.", clause="End")
    if seat != state.turn:
        return Refusal("NOT_YOUR_TURN", f"It is {seat_name(state.turn)}'s turn.", clause="Turns")
    wrong = _wrong_marble(state, seat, action)
    if wrong is not None:
        return wrong
    way = route(state.board, action.start, action.end)
    return _wrong_way(state, seat, action, way) or way


def _wrong_marble(state: State, seat: Seat, action: Move) -> Refusal | None:
    for hole in (action.start, action.end):
        if not 0 <= hole < SIZE:
            return Refusal(
                "NO_SUCH_CELL", f"There is no hole {hole}; they go from 0 to 120.", clause="Board"
            )
    start, marble = action.start, state.board[action.start]
    if marble == EMPTY:
        return Refusal("EMPTY_CELL", f"Hole {start} is empty.", (f"c{start}",), "Moves")
    if marble != MARBLE[seat]:
        whose = seat_name(MARBLE.index(marble))
        return Refusal(
            "NOT_YOUR_PIECE", f"The marble in hole {start} is {whose}'s.", (f"m{start}",), "Turns"
        )
    return None


def _wrong_way(state: State, seat: Seat, action: Move, way: tuple[int, ...]) -> Refusal | None:
    start, end = action.start, action.end
    if state.board[end] != EMPTY:
        return Refusal(
            "DESTINATION_OCCUPIED", f"There is a marble in hole {end}.", (f"m{end}",), "Moves"
        )
    if not way:
        text = f"Neither a step nor a chain of hops leads from {start} to {end}."
        return Refusal("UNREACHABLE", text, (f"c{end}",), "Moves")
    if not may_rest(state, seat)[end]:
        text = "A move may pass through another player's tip but not end in it."
        return Refusal("FOREIGN_TRIANGLE", text, (f"c{end}",), "Where a move may end")
    if state.options.lock_target and leaves(target_of(state.seats, seat), start, end):
        text = "A marble that has reached its target must stay in it."
        return Refusal("TARGET_LOCKED", text, (f"m{start}",), "Options")
    return None


def apply(state: State, seat: Seat, action: Move) -> Step[State, Event]:
    """The state after the move, and what happened: the move, seats passed over, the end."""
    way = _way(state, seat, action)
    if isinstance(way, Refusal):
        raise Refused(way)
    start, end = action.start, action.end
    following = seats_from(state, (seat + 1) % state.seats)
    moved = State(  # twice as fast as `replace`, and every move comes by here
        state.options,
        state.seats,
        shifted(state.board, start, end),
        following[0],  # if that seat can move
        state.history + (code(start, end),),  # noqa: RUF005 - half the time, when long
        state.trail + sign(state.board),
        state.gone,
    )
    events = _went(seat, way)
    won = winner(moved, seat) if CORNER_OF[end] is not None else None  # else no tip is fuller now
    if won is not None:
        return _over(replace(moved, turn=seat), goal(moved, won), events)
    return _pass_on(moved, seat, following, events)


def _went(seat: Seat, way: tuple[int, ...]) -> tuple[Event, ...]:
    """What happens when a marble goes that way."""
    return (Moved(seat, way),) if len(way) > STRAIGHT else _went_straight(seat, way)


@cache
def _went_straight(seat: Seat, way: tuple[int, ...]) -> tuple[Event, ...]:
    """The same for a step or a single hop: all matches in memory share these."""
    return (Moved(seat, way),)


def repeats(state: State, seat: Seat, action: Move) -> bool:
    """Whether a legal move leads to a position that has been there before."""
    board = shifted(state.board, action.start, action.end)
    if board not in boards_before(state):
        return False
    return occurrences(apply(state, seat, action).state) > 1


def leave(state: State, seat: Seat) -> Step[State, Event]:
    """The seat gives up: its marbles stay as obstacles, and the last one playing wins."""
    if state.result is not None:
        raise Refused.because("GAME_OVER", "The match is over.", clause="End")
    if seat in state.gone:
        raise Refused.because("ALREADY_LEFT", "That seat has left before.", clause="Leaving")
    left = replace(state, gone=(*state.gone, seat))
    playing = seats_from(left, 0)
    if len(playing) == 1:
        return _over(left, won_by((playing[0],), state.seats, "lastLeft"), (Left(seat),))
    if seat != state.turn:
        return Step(left, (Left(seat),))
    return _pass_on(left, seat, seats_from(left, (seat + 1) % state.seats), (Left(seat),))


def _pass_on(
    state: State, seat: Seat, following: tuple[Seat, ...], events: tuple[Event, ...]
) -> Step[State, Event]:
    """The turn goes on to the first of the following that can move, unless the match is over."""
    for turn in following:
        if can_move(state, turn):
            break
        events += (Skipped(turn),)
    else:
        return _over(replace(state, turn=seat), adjudicated(state, "allStuck"), events)
    onward = state if state.turn == turn else replace(state, turn=turn)
    if occurrences(onward) >= OCCURRENCES:
        return _over(onward, adjudicated(onward, "repetition"), events)
    if len(state.history) >= MOVES_EACH * state.seats:
        return _over(onward, adjudicated(onward, "moveLimit"), events)
    return Step(onward, events)


def _over(state: State, result: Finished, events: tuple[Event, ...]) -> Step[State, Event]:
    won = result.payoffs.index(WIN) if WIN in result.payoffs else None
    return Step(replace(state, result=result), (*events, Ended(won, result.reason)))


def default_action(state: State, seat: Seat, rng: Rng) -> Move:
    """A run-out clock plays any move, each as likely as the others."""
    action, _ = rng.choice(legal_moves(state, seat))
    return action


def invariant(state: State) -> list[str]:
    """The promises the state breaks."""
    broken = []
    if len(state.board) != SIZE or set(state.board) - {EMPTY, *MARBLE[: state.seats]}:
        return [f"no board for {state.seats} seats: {state.board!r}"]
    for seat in range(state.seats):
        count = state.board.count(MARBLE[seat])
        if count != MARBLES:
            broken.append(f"{seat_name(seat)} has {count} marbles")
    if state.turn not in range(state.seats):
        return [*broken, f"there is no {seat_name(state.turn)}"]
    if len(seats_from(state, 0)) != state.seats - len(state.gone):
        broken.append(f"these cannot have left: {state.gone}")
    if state.result is not None and len(state.result.payoffs) != state.seats:
        broken.append(f"no result for {state.seats} seats: {state.result.payoffs}")
    if state.result is None:
        broken += _unfinished(state)
    return broken


def _unfinished(state: State) -> list[str]:
    """The promises that a state breaks in which the match is said to go on."""
    broken, won = [], winner(state, state.turn)
    if state.turn in state.gone or not can_move(state, state.turn):
        broken.append(f"{seat_name(state.turn)} is to move and cannot")
    if won is not None:
        broken.append(f"{seat_name(won)} has won already")
    return broken

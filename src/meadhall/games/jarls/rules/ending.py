"""Who is out, who is left, who has won."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.core.status import Status, ToAct, draw_status, win_status
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.pieces import (
    EMPTY,
    NAMES,
    is_jarl,
    jarl,
    owner,
    pieces_of,
    side,
)
from meadhall.games.jarls.rules.push import MoveCells
from meadhall.games.jarls.types import (
    Cause,
    Eliminated,
    Event,
    GameEnded,
    PlayerEliminated,
    Result,
    State,
    TurnSkipped,
    TurnState,
)


def status(state: State) -> Status:
    """The seats that are to move or to choose, or how the match ended."""
    result, famine = state.result, state.famine
    if result is None:
        return ToAct((state.turn.mover,) if famine is None else famine.waiting)
    if not result.winners:
        return draw_status(state.seats, result.reason)
    return win_status(result.winners, state.seats, result.reason)


def survivors(state: State) -> tuple[Seat, ...]:
    """The seats whose Jarl is on the board."""
    return tuple(seat for seat in range(state.seats) if jarl(seat) in state.board)


def next_survivor(state: State, seat: Seat) -> Seat:
    """The next surviving seat clockwise; the same seat if no other is left."""
    seats = state.seats
    around = ((seat + step) % seats for step in range(1, seats + 1))
    return next(other for other in around if jarl(other) in state.board)


def remove_player(state: State, seat: Seat, cause: Cause) -> Step[State, Event]:
    """The seat is out and loses all its pieces that are still on the board."""
    hexes, board = grid(state.radius).hexes, list(state.board)
    events: list[Event] = []
    for code, cell in pieces_of(state.board, seat):
        board[cell] = EMPTY
        events.append(Eliminated(NAMES[code], seat, hexes[cell], cause))
    return Step(state.with_board(tuple(board)), (*events, PlayerEliminated(seat)))


# Not for moves: there the Throne counts before the last survivor (`check_win`).
def eliminate_player(state: State, seat: Seat, cause: Cause) -> Step[State, Event]:
    """The seat is out. If only one side is left, it has won."""
    removed = remove_player(state, seat, cause)
    result = check_last_standing(removed.state)
    if result is None:
        return removed
    ended = finish(removed.state, result)
    return Step(ended.state, removed.events + ended.events)


def check_win(state: State, route: MoveCells, *, someone_fell: bool) -> Result | None:
    """The result if the move has decided the match. The Throne counts before the last survivor."""
    result = check_throne(state, route)
    if result is None and someone_fell:
        return check_last_standing(state)
    return result


# `start`: a Jarl that was pushed onto the Throne and attacks from there may stay on it, and has
# not walked onto it.
def check_throne(state: State, route: MoveCells) -> Result | None:
    """The result if the move has brought a Jarl onto the Throne from another hex."""
    throne = grid(state.radius).throne
    if is_jarl(route.code) and state.board[throne] == route.code and route.start != throne:
        return Result(_members(state, owner(route.code)), "throne")
    return None


def check_last_standing(state: State) -> Result | None:
    """The result if at most one side has a Jarl left."""
    left = survivors(state)
    if not left:
        return Result((), "allDead")
    winners = _members(state, left[0])
    return Result(winners, "lastStanding") if set(left) <= set(winners) else None


def _members(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats on the seat's side, eliminated ones too: they win and lose together."""
    teams = state.options.teams
    mine = side(seat, teams=teams)
    return tuple(other for other in range(state.seats) if side(other, teams=teams) == mine)


def finish(state: State, result: Result) -> Step[State, Event]:
    """The match ends with that result."""
    return Step(
        replace(state, famine=None, to_place=0, result=result),
        (GameEnded(result.winners, result.reason),),
    )


def resolve_deaths(state: State) -> Step[State, Event]:
    """What deaths between two turns lead to: the end, or the next turn if the mover is dead.

    Between turns means before a round's first turn, so the seat that takes over opens the round.
    """
    result = check_last_standing(state)
    if result is not None:
        return finish(state, result)
    turn = state.turn
    if jarl(turn.mover) in state.board:
        return Step(state, ())
    first = next_survivor(state, turn.mover)
    after = TurnState(turn.number, turn.round, first, first, turn.quiet)
    return Step(state.with_turn(after), (TurnSkipped(turn.mover, "dead"),))

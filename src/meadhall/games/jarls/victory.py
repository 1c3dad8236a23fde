"""Who is out, who is left, and who has won."""

from dataclasses import replace

from meadhall.core.game import Step
from meadhall.core.seats import Seat
from meadhall.games.jarls.grid import grid
from meadhall.games.jarls.moves import pieces_of
from meadhall.games.jarls.pieces import EMPTY, NAMES, is_jarl, jarl, owner, side
from meadhall.games.jarls.push import March
from meadhall.games.jarls.turns import next_standing
from meadhall.games.jarls.types import (
    Cause,
    Eliminated,
    Event,
    GameEnded,
    PlayerEliminated,
    Result,
    State,
    Turn,
    TurnSkipped,
)


def standing(state: State) -> tuple[Seat, ...]:
    """The seats whose Jarl is still there."""
    return tuple(seat for seat in range(state.seats) if jarl(seat) in state.board)


def eliminate_player(state: State, seat: Seat, cause: Cause) -> Step[State, Event]:
    """The seat loses whatever it still has on the board."""
    hexes, board = grid(state.radius).hexes, list(state.board)
    events: list[Event] = []
    for code, cell in pieces_of(state.board, seat):
        board[cell] = EMPTY
        events.append(Eliminated(NAMES[code], seat, hexes[cell], cause))
    return Step(state.with_board(tuple(board)), (*events, PlayerEliminated(seat)))


def check_throne(state: State, order: March) -> Result | None:
    """Whether the command has just brought a Jarl onto the Throne from another hex."""
    throne = grid(state.radius).throne
    if is_jarl(order.code) and state.board[throne] == order.code and order.start != throne:
        return Result(_members(state, owner(order.code)), "throne")
    return None


def check_last_standing(state: State) -> Result | None:
    """Whether only one side has a Jarl left, or none has."""
    left = standing(state)
    if not left:
        return Result((), "allDead")
    winners = _members(state, left[0])
    return Result(winners, "lastStanding") if set(left) <= set(winners) else None


def _members(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats on the seat's side, out or not: they win and lose together."""
    teams = state.options.teams
    mine = side(seat, teams=teams)
    return tuple(other for other in range(state.seats) if side(other, teams=teams) == mine)


def finish(state: State, result: Result) -> Step[State, Event]:
    """The match is over."""
    return Step(
        replace(state, famine=None, to_place=0, result=result),
        (GameEnded(result.winners, result.reason),),
    )


def aftermath(state: State) -> Step[State, Event]:
    """What deaths between two turns lead to: the end, or a turn that passes on from a dead mover.

    Between turns means before a round's first turn, so whom it passes to opens the round.
    """
    result = check_last_standing(state)
    if result is not None:
        return finish(state, result)
    turn = state.turn
    if jarl(turn.mover) in state.board:
        return Step(state, ())
    first = next_standing(state, turn.mover)
    passed_on = Turn(turn.number, turn.round, first, first, turn.quiet)
    return Step(state.with_turn(passed_on), (TurnSkipped(turn.mover, "dead"),))

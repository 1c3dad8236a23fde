"""How marbles move: one step, or a chain of hops; and where a move may end."""

from functools import cache

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.board import (
    ANYWHERE,
    CORNER_OF,
    HOPS,
    OWN_GROUND,
    SIZE,
    STEPS,
    home_of,
    target_of,
)
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, State


def reach(board: str, start: int) -> list[int]:
    """Where a marble could get to if it might rest anywhere: steps, then hops, nearest first."""
    steps = [end for end in STEPS[start] if board[end] == EMPTY]
    landings = [start]
    for here in landings:
        for over, land in HOPS[here]:
            if board[land] == EMPTY and board[over] != EMPTY and land not in landings:
                landings.append(land)
    return steps + landings[1:]


def route(board: str, start: int, end: int) -> tuple[int, ...]:
    """The shortest way of a move that is possible: every hole where the marble touches down."""
    if end in STEPS[start]:
        return start, end
    came_from = {start: start}
    landings = [start]
    for here in landings:
        for over, land in HOPS[here]:
            if board[land] == EMPTY and board[over] != EMPTY and land not in came_from:
                came_from[land] = here
                landings.append(land)
    way = [end]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))


def may_rest(state: State, seat: Seat) -> tuple[bool, ...]:
    """For every hole, whether the seat's moves may end there."""
    free = state.options.rest == "free"
    return ANYWHERE if free else OWN_GROUND[home_of(state.seats, seat)]


def is_locked(state: State, seat: Seat, move: Move) -> bool:
    """Whether the move would take a marble out of a target that must not be left."""
    target = target_of(state.seats, seat)
    return (
        state.options.lock_target
        and CORNER_OF[move.start] == target
        and CORNER_OF[move.end] != target
    )


def ends(state: State, seat: Seat, start: int) -> list[int]:
    """Where the seat may move its marble in that hole, in ascending order."""
    rest = may_rest(state, seat)
    reached = [end for end in sorted(reach(state.board, start)) if rest[end]]
    if not state.options.lock_target:
        return reached
    moves = moves_from(start)
    return [end for end in reached if not is_locked(state, seat, moves[end])]


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat, by start and end, whoever's turn it is."""
    return tuple(
        moves_from(start)[end]
        for start in marbles(state.board, seat)
        for end in ends(state, seat, start)
    )


def can_move(state: State, seat: Seat) -> bool:
    """Whether the seat has any move."""
    return any(ends(state, seat, start) for start in marbles(state.board, seat))


def marbles(board: str, seat: Seat) -> list[int]:
    """The holes with the seat's marbles."""
    mark = MARBLE[seat]
    return [hole for hole, marble in enumerate(board) if marble == mark]


def shifted(board: str, start: int, end: int) -> str:
    """The board after a marble went from one hole to another."""
    low, high = sorted((start, end))
    return f"{board[:low]}{board[high]}{board[low + 1 : high]}{board[low]}{board[high + 1 :]}"


@cache
def moves_from(start: int) -> tuple[Move, ...]:
    """The moves from that hole to every other, made once."""
    return tuple(Move(start, end) for end in range(SIZE))


def code(start: int, end: int) -> int:
    """The move as a number."""
    return start * SIZE + end

"""How marbles move: one step, or a chain of hops; and where a move may end."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import compress

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

WAYS = 256
"""How many ways of marbles are kept: more than there are moves at a time on their way."""
_FREE = bytes(chr(sign) == EMPTY for sign in range(256))
_OWN = tuple(bytes(chr(sign) == mark for sign in range(256)) for mark in MARBLE)
_STEPS = tuple(tuple(sorted(steps)) for steps in STEPS)
"""From each hole, where steps end, in order."""


@lru_cache(WAYS)
def route(board: str, start: int, end: int) -> tuple[int, ...]:
    """The shortest way of the marble, every hole where it touches down; empty if there is none.

    It is asked for when a move is checked, when it is made, and when it is drawn.
    """
    if board[end] != EMPTY:
        return ()
    if end in STEPS[start]:
        return start, end
    came_from = {start: start}
    landings = [start]
    for here in landings:
        for over, land in HOPS[here]:
            if board[land] == EMPTY and board[over] != EMPTY and land not in came_from:
                came_from[land] = here
                landings.append(land)
    if end not in came_from:
        return ()
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


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat, by start and end, whoever's turn it is."""
    free, rest = tuple(_free(state.board)), may_rest(state, seat)
    found: list[Move] = []
    for start in marbles(state.board, seat):
        ends = [end for end in _STEPS[start] if free[end]]
        hops = [land for over, land in HOPS[start] if not free[over] and free[land]]
        if hops:
            for here in hops:
                for over, land in HOPS[here]:
                    if not free[over] and free[land] and land not in hops:
                        hops.append(land)
            ends += hops
            ends.sort()
        moves = moves_from(start)
        found += [moves[end] for end in ends if rest[end]]
    if state.options.lock_target:
        found = [move for move in found if not is_locked(state, seat, move)]
    return tuple(found)


def _free(board: str) -> bytes:
    """For every hole, whether it is empty."""
    return board.encode().translate(_FREE)


def can_move(state: State, seat: Seat) -> bool:
    """Whether the seat has any move; nearly always the first marble has a step."""
    free, rest = _free(state.board), may_rest(state, seat)
    for start in () if state.options.lock_target else marbles(state.board, seat):
        for end in STEPS[start]:
            if free[end] and rest[end]:
                return True
    return legal_moves(state, seat) != ()


def marbles(board: str, seat: Seat) -> Iterator[int]:
    """The holes with the seat's marbles."""
    return compress(range(SIZE), held(board, seat))


def held(board: str, seat: Seat) -> bytes:
    """For every hole, whether a marble of the seat is in it."""
    return board.encode().translate(_OWN[seat])


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

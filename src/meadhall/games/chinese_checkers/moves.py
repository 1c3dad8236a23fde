"""How marbles move: one step, or a chain of hops; and where a move may end."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress
from typing import TypeVar

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.board import (
    ANYWHERE,
    CORNER_OF,
    HOPS,
    LINES,
    OWN_GROUND,
    SEATING,
    SIZE,
    STEPS,
    target_of,
)
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, State

T = TypeVar("T")

MOVES = tuple(tuple(Move(start, end) for end in range(SIZE)) for start in range(SIZE))
"""The moves from each hole to each, made once."""
STRAIGHT = 2
"""How many holes a step or a single hop touches. Nearly all moves are such, and there are few."""
_FREE = bytes(chr(sign) == EMPTY for sign in range(256))
_OWN = tuple(bytes(chr(sign) == mark for sign in range(256)) for mark in MARBLE)
_CODES = tuple(range(SIZE * SIZE))
"""One object for each number: histories are long, and every move copies one."""
_LINES = tuple(
    tuple(sorted((line[0], line[1] if len(line) > 1 else SIZE) for line in lines if line))
    for lines in LINES
)
"""From each hole: the next holes, in order, each with the one behind it, beyond the edge `SIZE`."""


def route(board: str, start: int, end: int) -> tuple[int, ...]:
    """The shortest way of the marble, every hole where it touches down; empty if there is none."""
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
    if state.options.rest == "free":
        return ANYWHERE
    return OWN_GROUND[SEATING[state.seats][seat]]


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat, by start and end, whoever's turn it is."""
    return tuple(picked(state, seat, MOVES))


def picked(  # noqa: C901, PLR0912 - in one piece it takes three quarters of the time
    state: State, seat: Seat, kept: Sequence[Sequence[T]]
) -> list[T]:
    """What is kept, by start and end, for each of these moves.

    Along a line the next hole is free for a step, or else it may be hopped over.
    """
    free, ground = [*_free(state.board), False], may_rest(state, seat)  # nothing beyond the edge
    locks = state.options.lock_target and _locked(ground, target_of(state.seats, seat))
    found: list[T] = []
    for start in marbles(state.board, seat):
        ends, hops = [], []
        for near, far in _LINES[start]:
            if free[near]:
                ends.append(near)
            elif free[far]:
                hops.append(far)
        if hops:
            for here in hops:
                for over, land in HOPS[here]:
                    if not free[over] and free[land] and land not in hops:
                        hops.append(land)
            ends += hops
            ends.sort()
        row, ground = kept[start], locks[start] if locks else ground
        for end in ends:
            if ground[end]:
                found.append(row[end])  # noqa: PERF401 - a comprehension is one more call
    return found


def leaves(target: int, start: int, end: int) -> bool:
    """Whether the move would take a marble out of the target."""
    return CORNER_OF[start] == target != CORNER_OF[end]


@cache
def _locked(rest: tuple[bool, ...], target: int) -> tuple[tuple[bool, ...], ...]:
    """For every hole, where moves from there may end if the target must not be left."""
    return tuple(
        tuple([rest[end] and not leaves(target, start, end) for end in range(SIZE)])
        for start in range(SIZE)
    )


def _free(board: str) -> bytes:
    """For every hole, whether it is empty."""
    return board.encode().translate(_FREE)


def can_move(state: State, seat: Seat) -> bool:
    """Whether the seat has any move; nearly always the first marble has a step."""
    board, rest, mark = state.board, may_rest(state, seat), MARBLE[seat]
    start = -1 if state.options.lock_target else board.find(mark)
    while start >= 0:
        for end in STEPS[start]:
            if board[end] == EMPTY and rest[end]:
                return True
        start = board.find(mark, start + 1)
    return legal_moves(state, seat) != ()


def marbles(board: str, seat: Seat) -> Iterator[int]:
    """The holes with the seat's marbles."""
    return compress(range(SIZE), held(board, seat))


def held(board: str, seat: Seat) -> bytes:
    """For every hole, whether a marble of the seat is in it."""
    return board.encode().translate(_OWN[seat])


def shifted(board: str, start: int, end: int) -> str:
    """The board after a marble went from one hole to another."""
    low, high = (start, end) if start < end else (end, start)
    return f"{board[:low]}{board[high]}{board[low + 1 : high]}{board[low]}{board[high + 1 :]}"


def code(start: int, end: int) -> int:
    """The move as a number."""
    return _CODES[start * SIZE + end]

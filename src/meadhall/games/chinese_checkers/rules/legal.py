"""Which moves a seat has: steps and chains of hops, and where they may end."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from meadhall.core.seats import Seat
from meadhall.games.chinese_checkers.rules.board import (
    ANYWHERE,
    CORNER_OF,
    HOPS,
    LINES,
    OWN_GROUND,
    SEATINGS,
    SIZE,
    STEPS,
    target_of,
)
from meadhall.games.chinese_checkers.rules.marbles import empty_mask, marbles
from meadhall.games.chinese_checkers.rules.moves import MOVES
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, State

T = TypeVar("T")

_NEIGHBOURS = tuple(
    tuple(sorted((line[0], line[1] if len(line) > 1 else SIZE) for line in lines if line))
    for lines in LINES
)
"""From each hole: its neighbours in ascending order, each with the hole behind it.

`SIZE` stands for a hole that would be off the board.
"""


def legal_actions(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves of the seat whose turn it is, by start and end; none for other seats."""
    return tuple(select(state, seat, MOVES))


def select(state: State, seat: Seat, table: Sequence[Sequence[T]]) -> Sequence[T]:
    """The table's entry, by start and end, for each legal action of the seat."""
    if state.result is not None or seat != state.turn:
        return ()
    return _select_any_turn(state, seat, table)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """The moves that the seat has, or would have if it were its turn."""
    return tuple(_select_any_turn(state, seat, MOVES))


# One long function: split into several, it takes a third longer, and it runs for every move.
def _select_any_turn(  # noqa: C901, PLR0912 - see above
    state: State, seat: Seat, table: Sequence[Sequence[T]]
) -> list[T]:
    """The table's entry for each move of the seat, also when it is not its turn.

    A neighbouring hole is either empty, for a step, or has a marble that may be hopped over.
    """
    # The moving marble still counts as standing in `start`. That hides no hop and allows none: hops
    # change q and r by even numbers, so no chain comes next to `start`, and none may end there.
    free = [*empty_mask(state.board), False]  # the last entry is the hole off the board
    ground = allowed_ends(state, seat)
    locks = state.options.lock_target and _locked_ends(
        ground, target_of(state.seats, seat, state.seating)
    )
    entries: list[T] = []
    for start in marbles(state.board, seat):
        ends, hops = [], []
        for near, far in _NEIGHBOURS[start]:
            if free[near]:
                ends.append(near)
            elif free[far]:
                hops.append(far)
        if hops:
            for here in hops:  # breadth first: the list grows while it is read
                for over, land in HOPS[here]:
                    if not free[over] and free[land] and land not in hops:
                        hops.append(land)
            ends += hops
            ends.sort()
        # `locks` holds the whole ground for each start, so nothing is lost by overwriting `ground`.
        row, ground = table[start], locks[start] if locks else ground
        for end in ends:
            if ground[end]:
                entries.append(row[end])  # noqa: PERF401 - a comprehension is one more call
    return entries


def can_move(state: State, seat: Seat) -> bool:
    """Whether the seat has any move."""
    board, ends, mark = state.board, allowed_ends(state, seat), MARBLE[seat]
    # A step of the first marble nearly always settles it, without listing all moves.
    # With locked targets a step may be illegal, so that case goes straight to the list.
    start = -1 if state.options.lock_target else board.find(mark)
    while start >= 0:
        for end in STEPS[start]:
            if board[end] == EMPTY and ends[end]:
                return True
        start = board.find(mark, start + 1)
    return legal_moves(state, seat) != ()


def allowed_ends(state: State, seat: Seat) -> tuple[bool, ...]:
    """For each hole, whether the seat's moves may end there."""
    if state.options.rest == "free":
        return ANYWHERE
    return OWN_GROUND[SEATINGS[state.seats][state.seating][seat]]


def leaves_target(target: int, start: int, end: int) -> bool:
    """Whether the move takes a marble out of the target."""
    return CORNER_OF[start] == target != CORNER_OF[end]


@cache
def _locked_ends(ends: tuple[bool, ...], target: int) -> tuple[tuple[bool, ...], ...]:
    """By start: for each hole, whether a move may end there when the target must not be left."""
    return tuple(
        tuple([ends[end] and not leaves_target(target, start, end) for end in range(SIZE)])
        for start in range(SIZE)
    )

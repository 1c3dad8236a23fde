"""How marbles move: one step, or a chain of hops; and where a move may end."""

from collections.abc import Iterator, Sequence
from functools import cache
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

_BIT = tuple(1 << (SIZE - 1 - hole) for hole in range(SIZE))
_OCCUPIED = str.maketrans({EMPTY: "0", **dict.fromkeys(MARBLE, "1")})
_FREE = bytes(chr(sign) == EMPTY for sign in range(256))
_TAKEN = bytes(chr(sign) != EMPTY for sign in range(256))
_OWN = tuple(bytes(chr(sign) == mark for sign in range(256)) for mark in MARBLE)


class _Around(dict[int, tuple[tuple[int, ...], tuple[int, ...]]]):
    """What a marble can do next, by which of the holes around it are taken, as bits.

    The free holes beside it, in ascending order, and those that hops over the others end in.
    """

    def __init__(self, hole: int) -> None:
        super().__init__()
        self.hole = hole

    def __missing__(self, taken: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        steps = (end for end in STEPS[self.hole] if not taken & _BIT[end])
        lands = (land for over, land in HOPS[self.hole] if taken & _BIT[over])
        self[taken] = found = tuple(sorted(steps)), tuple(lands)
        return found


_AROUND = tuple((_Around(hole), sum(_BIT[end] for end in STEPS[hole])) for hole in range(SIZE))
"""For every hole what is known of it, and the holes beside it as bits."""


def reach(board: str, start: int) -> Sequence[int]:
    """Where a marble could get to if it might rest anywhere, in ascending order."""
    return _reach(_free(board), _bits(board), start)


def _reach(free: bytes, bits: int, start: int) -> Sequence[int]:
    around, beside = _AROUND[start]
    steps, lands = around[bits & beside]
    if not lands:
        return steps
    landings = [land for land in lands if free[land]]
    for here in landings:
        around, beside = _AROUND[here]
        for land in around[bits & beside][1]:
            if free[land] and land not in landings:
                landings.append(land)
    landings += steps
    landings.sort()
    return landings


def _free(board: str) -> bytes:
    """For every hole, whether it is empty."""
    return board.encode().translate(_FREE)


def _bits(board: str) -> int:
    """The marbles as bits, so that the holes beside one can be looked up all at once."""
    return int(board.translate(_OCCUPIED), 2)


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


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat, by start and end, whoever's turn it is."""
    board, rest = state.board, may_rest(state, seat)
    free, bits = _free(board), _bits(board)
    found: list[Move] = []
    for start in marbles(board, seat):
        moves = moves_from(start)
        found += [moves[end] for end in _reach(free, bits, start) if rest[end]]
    if state.options.lock_target:
        found = [move for move in found if not is_locked(state, seat, move)]
    return tuple(found)


def can_move(state: State, seat: Seat) -> bool:
    """Whether the seat has any move; nearly always the first marble has a step."""
    free, rest = _free(state.board), may_rest(state, seat)
    steps = (end for start in marbles(state.board, seat) for end in STEPS[start])
    if not state.options.lock_target and any(free[end] and rest[end] for end in steps):
        return True
    return legal_moves(state, seat) != ()


def occupied(board: str) -> Iterator[int]:
    """The holes with marbles, whoever's they are."""
    return compress(range(SIZE), board.encode().translate(_TAKEN))


def marbles(board: str, seat: Seat) -> Iterator[int]:
    """The holes with the seat's marbles."""
    return compress(range(SIZE), board.encode().translate(_OWN[seat]))


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

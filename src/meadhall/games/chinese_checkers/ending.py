"""How a match ends: by a win, or by judging who is closest to one."""

from functools import cache, lru_cache
from operator import itemgetter
from zlib import crc32

from meadhall.core.seats import Seat
from meadhall.core.status import DRAW, LOSS, Finished, won_by
from meadhall.games.chinese_checkers.board import CORNER_OF, MARBLES, SIZE, TIPS, target_of, way_in
from meadhall.games.chinese_checkers.moves import marbles, shifted
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, State

ENOUGH = 6
"""How many of a full target must be a seat's own for it to win."""
OCCURRENCES = 3
MOVES_EACH = 150

_FIRST_SIGN, _SIGNS = 0x4E00, 20_000
"""So many characters stand for boards, hardly ever one for two of the same match."""

_IN_TIP = tuple(itemgetter(*tip) for tip in TIPS)
"""For each corner, what stands in its tip on a board."""


def seats_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats still playing, from that one round the table."""
    return _round(state.seats, state.gone, seat)


@cache
def _round(seats: int, gone: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    order = (*range(seat, seats), *range(seat))
    return tuple(other for other in order if other not in gone)


def at_home(state: State, seat: Seat) -> int:
    """How many of the seat's marbles are in its target."""
    return _in_target(state, seat).count(MARBLE[seat])


def _in_target(state: State, seat: Seat) -> tuple[str, ...]:
    held: tuple[str, ...] = _IN_TIP[target_of(state.seats, seat)](state.board)
    return held


def has_won(state: State, seat: Seat) -> bool:
    """Whether the target is full and enough of it is the seat's own; ten are always enough."""
    held = _in_target(state, seat)
    return EMPTY not in held and held.count(MARBLE[seat]) >= ENOUGH


def winner(state: State, mover: Seat) -> Seat | None:
    """Who has won now: the mover is asked first, then the others in turn order."""
    for seat in seats_from(state, mover):
        if has_won(state, seat):
            return seat
    return None


def sign(board: str) -> str:
    """A character that is the same for the same board."""
    return chr(_FIRST_SIGN + crc32(board.encode()) % _SIGNS)


def occurrences(state: State) -> int:
    """How often this position has been on the board with the same seat to move, now included.

    The moves are taken back one by one; `differing` counts the holes in which the board of that
    time was not like the board of now.
    """
    board, mark, times, differing = state.board, MARBLE[state.turn], 1, 0
    if sign(board) not in state.trail:
        return times
    past = list(board)
    for number in reversed(state.history):
        start, end = divmod(number, SIZE)
        marble = past[end]
        differing += (board[end] != EMPTY) - (board[end] != marble)
        differing += (board[start] != marble) - (board[start] != EMPTY)
        past[start], past[end] = marble, EMPTY
        if differing == 0 and marble == mark:
            times += 1
    return times


@lru_cache(maxsize=8)
def boards_before(state: State) -> frozenset[str]:
    """Every board that led to this one; a bot asks for all of its moves at once."""
    board, boards = state.board, []
    for number in reversed(state.history):
        start, end = divmod(number, SIZE)
        board = shifted(board, start, end)
        boards.append(board)
    return frozenset(boards)


def distance_left(state: State, seat: Seat) -> int:
    """How far the seat's marbles outside its target are from the nearest hole not their own."""
    corner = target_of(state.seats, seat)
    own = [*marbles(state.board, seat)]
    inside = tuple(hole for hole in own if CORNER_OF[hole] == corner)
    way = way_in(corner, inside)
    return sum(way[hole] for hole in own)


def adjudicated(state: State, reason: str) -> Finished:
    """The end by judgement: most marbles home, then the shortest way left, else a draw."""
    playing = seats_from(state, 0)
    merits = [(at_home(state, seat), -distance_left(state, seat)) for seat in playing]
    best = max(merits)
    if merits.count(best) == 1:
        return won_by((playing[merits.index(best)],), state.seats, reason)
    return Finished(
        tuple(LOSS if seat in state.gone else DRAW for seat in range(state.seats)), reason
    )


def goal(state: State, seat: Seat) -> Finished:
    """The end by a win, in one of its two ways."""
    reason = "goal" if at_home(state, seat) == MARBLES else "blockedGoal"
    return won_by((seat,), state.seats, reason)

"""How moves and positions are written: `12-45`, and the star as text."""

import re
from dataclasses import replace
from functools import lru_cache
from sys import intern

from meadhall.core.game import Notation
from meadhall.core.refusal import Refused
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers.rules.board import HOLES, SIZE, empty_corner
from meadhall.games.chinese_checkers.rules.ending import REASONS
from meadhall.games.chinese_checkers.rules.invariant import invariant
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, Options, State, View

PARSED_MOVES = 4_000
"""How many texts `parse` remembers, so that the same move is not matched again."""
# Made once: every match in memory keeps its moves as text, and shares these.
_TEXTS = tuple(tuple(intern(f"{start}-{end}") for end in range(SIZE)) for start in range(SIZE))
_MOVE = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*")
_HEAD = re.compile(
    r"([2-6]) seats(?:, corner ([1-4]) empty)?, seat ([1-6]) to move, rest (own|free),"
    r" lock (yes|no), left ([1-6 ]+|none)"
    rf"(?:, over by ({'|'.join(REASONS)})((?: -1| 0| 1)+))?"
)
_ROWS = tuple(sorted({r for _, r in HOLES}))
# Columns are half holes: each row is shifted by half a hole against the next, so x is 2 * q + r.
_LEFTMOST = min(2 * q + r for q, r in HOLES)


def write(action: Move) -> str:
    """`12-45`: from hole 12 to hole 45."""
    start, end = action.start, action.end
    if 0 <= start < SIZE and 0 <= end < SIZE:
        return _TEXTS[start][end]
    return f"{start}-{end}"  # not on the board: it can be written, and will be refused


@lru_cache(PARSED_MOVES)
def parse(text: str) -> Move:
    """The move that the text stands for."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise Refused.because(
            "BAD_NOTATION", f"{text!r} is not a move. Write two holes, for example: 6-14."
        )
    return Move(int(match[1]), int(match[2]))


def diagram(view: View) -> str:
    """The star, with the marbles as seat numbers, below a line with everything else."""
    left = " ".join(str(seat + 1) for seat in view.gone) or "none"
    empty = f", corner {empty_corner(view.seating)} empty" if view.seating else ""
    head = (
        f"{view.seats} seats{empty}, seat {view.turn + 1} to move, rest {view.options.rest},"
        f" lock {'yes' if view.options.lock_target else 'no'}, left {left}"
    )
    if view.result is not None:
        head += f", over by {view.result.reason} {' '.join(map(str, view.result.payoffs))}"
    return "\n".join([head, *(_row(view.board, r) for r in _ROWS)])


def _row(board: str, r: int) -> str:
    shown = {EMPTY: EMPTY, **{mark: str(seat + 1) for seat, mark in enumerate(MARBLE)}}
    columns = {2 * q + r - _LEFTMOST: shown[board[n]] for n, (q, at) in enumerate(HOLES) if at == r}
    return "".join(columns.get(x, " ") for x in range(max(columns) + 1))


def position(text: str) -> State:
    """The state that a diagram shows, without the moves that led to it."""
    head, *rows = text.strip("\n").split("\n")
    match = _HEAD.fullmatch(head.strip())
    # Holes are numbered row by row, so the rows without their blanks are the board.
    holes = "".join("".join(rows).split())
    if match is None or len(holes) != len(HOLES) or set(holes) - set(".123456"):
        raise Refused.because(
            "BAD_DIAGRAM", "This is not a diagram of a Chinese Checkers position."
        )
    board = "".join(hole if hole == EMPTY else MARBLE[int(hole) - 1] for hole in holes)
    seats, empty, turn, rest, lock, left, reason, payoffs = match.groups()
    gone = () if left == "none" else tuple(int(seat) - 1 for seat in left.split())
    options = Options("free" if rest == "free" else "own", lock == "yes")
    # Seating n leaves corner n empty; the usual one, which is not named, is seating 0.
    seating = int(empty or 0)
    state = State(options, int(seats), board, int(turn) - 1, gone=gone, seating=seating)
    if reason:
        state = replace(state, result=Finished(tuple(map(int, payoffs.split())), reason))
    broken = invariant(state)
    if broken:
        raise Refused.because("BAD_DIAGRAM", f"This position is impossible: {'; '.join(broken)}.")
    return state


NOTATION: Notation[State, Move, View] = Notation(
    write=write,
    parse=parse,
    diagram=diagram,
    help="START-END: move the marble in one hole to another, for example: 6-14",
    position=position,
)

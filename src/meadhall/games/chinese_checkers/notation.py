"""How the game is written: `12-45`, and the star as text."""

import re
from dataclasses import replace
from functools import lru_cache
from sys import intern

from meadhall.core.game import Notation
from meadhall.core.refusal import Refused
from meadhall.core.status import Finished
from meadhall.games.chinese_checkers.board import HOLES, SIZE
from meadhall.games.chinese_checkers.present import REASONS
from meadhall.games.chinese_checkers.rules import invariant
from meadhall.games.chinese_checkers.types import EMPTY, MARBLE, Move, Options, State, View

TEXTS = 4_000
"""How many moves are remembered as they were written."""
_TEXTS = tuple(tuple(intern(f"{start}-{end}") for end in range(SIZE)) for start in range(SIZE))
"""What every move is written as, made once: matches in memory share them."""
_MOVE = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*")
_HEAD = re.compile(
    r"([2-6]) seats, seat ([1-6]) to move, rest (own|free), lock (yes|no), left ([1-6 ]+|none)"
    rf"(?:, over by ({'|'.join(REASONS)})((?: -1| 0| 1)+))?"
)
_ROWS = tuple(sorted({r for _, r in HOLES}))
_LEFTMOST = min(2 * q + r for q, r in HOLES)


def write(action: Move) -> str:
    """`12-45`: from hole 12 to hole 45."""
    start, end = action.start, action.end
    if 0 <= start < SIZE and 0 <= end < SIZE:
        return _TEXTS[start][end]
    return f"{start}-{end}"  # a move that can be written, but not made


@lru_cache(TEXTS)
def parse(text: str) -> Move:
    """The move that the text names."""
    found = _MOVE.fullmatch(text)
    if found is None:
        raise Refused.because(
            "BAD_NOTATION", f"{text!r} is no move; write the two holes, for example: 6-14."
        )
    return Move(int(found[1]), int(found[2]))


def diagram(view: View) -> str:
    """The star with the seats' marbles as 1 to 6, under a line that says the rest."""
    left = " ".join(str(seat + 1) for seat in view.gone) or "none"
    head = (
        f"{view.seats} seats, seat {view.turn + 1} to move, rest {view.options.rest},"
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
    """The state that a diagram shows, as if play had begun there."""
    head, *rows = text.strip("\n").split("\n")
    found = _HEAD.fullmatch(head.strip())
    holes = "".join("".join(rows).split())
    if found is None or len(holes) != len(HOLES) or set(holes) - set(".123456"):
        raise Refused.because("BAD_DIAGRAM", "This is no diagram of a Chinese Checkers position.")
    board = "".join(hole if hole == EMPTY else MARBLE[int(hole) - 1] for hole in holes)
    seats, turn, rest, lock, left, reason, payoffs = found.groups()
    gone = () if left == "none" else tuple(int(seat) - 1 for seat in left.split())
    options = Options("free" if rest == "free" else "own", lock == "yes")
    state = State(options, int(seats), board, int(turn) - 1, gone=gone)
    if reason:
        state = replace(state, result=Finished(tuple(map(int, payoffs.split())), reason))
    broken = invariant(state)
    if broken:
        raise Refused.because("BAD_DIAGRAM", f"This position cannot be: {'; '.join(broken)}.")
    return state


NOTATION: Notation[State, Move, View] = Notation(
    write=write,
    parse=parse,
    diagram=diagram,
    help="START-END: move the marble in one hole to another, for example: 6-14",
    position=position,
)

"""The loop of a batch of matches, over the kernels of any game.

A match is a row: some numbers of its own, and then the state of the game. `vector_batch` compiles
these functions for a game's kernels, or runs them as they are over the pure rules; until then the
names of the kernels stand for nothing.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadhall.core.fast_lane import NOBODY
from meadhall.kit.luck import WORD, random_step

# Where things are in a row: the luck of its matches, the actions of this match, whether it is over,
# and the seat that acted last.
LUCK, PLIES, OVER, ACTED = range(4)
HEADER = 4
"""Where the state of the game begins."""
WAIT, NEXT_STEP, SAME_STEP = range(3)
"""When a match that is over begins anew: when it is asked to, with the next step, at once."""
RESET, SHOW, SKIP = -1, -2, -3
"""Instead of a number: begin anew, only observe, do nothing."""
EVERY = -1
"""The count of legal numbers of a match that ignores the next number: all will do."""


class StepArrays(NamedTuple):
    """What a step writes; every array has a row for each match, but `memo`, which they share."""

    seen: NDArray[np.signedinteger[Any]]
    mask: NDArray[np.int8]
    numbers: NDArray[np.int32]
    counts: NDArray[np.int64]
    player: NDArray[np.int64]
    rewards: NDArray[np.float32]
    seat_rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    last_seen: NDArray[np.signedinteger[Any]]
    memo: NDArray[np.int64]


def begin(state: Any, starts: Any, luck: int) -> None:
    """Put the first state of a match into the array."""
    raise NotImplementedError


def to_act(state: Any) -> int:
    """The first seat that the match waits for."""
    raise NotImplementedError


def legal(state: Any, seat: int, numbers: Any, memo: Any) -> int:
    """Write the legal numbers of the seat; return how many there are."""
    raise NotImplementedError


def step(state: Any, seat: int, number: int, memo: Any) -> None:
    """Play a number."""
    raise NotImplementedError


def observe(state: Any, seat: int, numbers: Any) -> None:
    """Write what the seat sees."""
    raise NotImplementedError


def payoff(state: Any, seat: int) -> int:
    """The payoff of the seat."""
    raise NotImplementedError


def begin_match(row: Any, starts: Any) -> None:
    """Begin the next match of the row."""
    row[LUCK] = random_step(row[LUCK])
    row[PLIES] = 0
    row[OVER] = 0
    begin(row[HEADER:], starts, row[LUCK])


def clear_mask(out: StepArrays, env: int) -> None:
    """Forget the legal numbers. A few are unset, which is quicker than clearing the whole row."""
    if out.counts[env] == EVERY:
        out.mask[env, :] = 0
    for place in range(out.counts[env]):
        out.mask[env, out.numbers[env, place]] = 0
    out.counts[env] = 0


def show(row: Any, out: StepArrays, env: int) -> None:
    """Write who is to act, what that seat sees, and what it can do."""
    state = row[HEADER:]
    seat = to_act(state)
    clear_mask(out, env)
    count = legal(state, seat, out.numbers[env], out.memo)
    for place in range(count):
        out.mask[env, out.numbers[env, place]] = 1
    out.counts[env] = count
    out.player[env] = seat
    observe(state, seat, out.seen[env])


def show_end(row: Any, seat: int, out: StepArrays, env: int, mode: int) -> None:
    """The match waits for its reset: write what the seat that acted last sees."""
    row[OVER] = 1
    clear_mask(out, env)
    if mode == NEXT_STEP:
        out.mask[env, :] = 1
        out.counts[env] = EVERY
    out.player[env] = NOBODY
    observe(row[HEADER:], seat, out.seen[env])


def close_step(row: Any, out: StepArrays, env: int, seat: int, most: int) -> bool:
    """Write whether the match is over after the seat's action, and what it pays."""
    state = row[HEADER:]
    row[PLIES] += 1
    if to_act(state) != NOBODY:
        out.truncated[env] = row[PLIES] >= most
        return bool(out.truncated[env])
    out.ended[env] = True
    for other in range(out.seat_rewards.shape[1]):
        out.seat_rewards[env, other] = payoff(state, other)
    out.rewards[env] = out.seat_rewards[env, seat]
    return True


def play_row(row: Any, starts: Any, number: int, out: StepArrays, at: tuple[int, int, int]) -> None:
    """Play a number in one match. `at`: its place, the mode, and the actions of a match at most."""
    env, mode, most = at
    seat = to_act(row[HEADER:])
    step(row[HEADER:], seat, number, out.memo)
    row[ACTED] = seat
    over = close_step(row, out, env, seat, most)
    if over and mode != SAME_STEP:
        show_end(row, seat, out, env, mode)
        return
    if over:
        observe(row[HEADER:], seat, out.last_seen[env])
        begin_match(row, starts)
    show(row, out, env)


# One function for everything, so that a game's kernels are compiled only once.
def run_rows(
    rows: Any, starts: Any, numbers: NDArray[np.int64], out: StepArrays, span: tuple[int, ...]
) -> None:
    """In each match of the span (from, to, the mode, actions at most), play its number.

    A number may also be `RESET`, `SHOW` or `SKIP`. A match that is over begins anew.
    """
    low, high, mode, most = span
    for env in range(low, high):
        number, row = numbers[env], rows[env]
        if number == SKIP:
            continue
        out.rewards[env] = 0
        for other in range(out.seat_rewards.shape[1]):
            out.seat_rewards[env, other] = 0
        out.ended[env] = out.truncated[env] = False
        if number == RESET or (row[OVER] and number != SHOW):
            begin_match(row, starts)
            show(row, out, env)
        elif number != SHOW:
            play_row(row, starts, number, out, (env, mode, most))
        elif not row[OVER]:
            show(row, out, env)
        elif row[PLIES]:  # else no match has begun
            show_end(row, row[ACTED], out, env, mode)


def first_illegal(rows: Any, actions: NDArray[np.int64], out: StepArrays, waits: bool) -> int:  # noqa: FBT001 - a kernel
    """The first match whose number is not legal, or that `waits` for its reset; -1 if none."""
    for env in range(len(actions)):
        number = actions[env]
        if rows[env, OVER]:
            if waits:
                return env
        elif number < 0 or number >= out.mask.shape[1] or not out.mask[env, number]:
            return env
    return -1


def draw_legal(luck: Any, out: StepArrays, chosen: NDArray[np.int64]) -> None:
    """Choose a legal number for each match, by a number from 0 to 1; 0 where any will do."""
    for env in range(len(chosen)):
        count = out.counts[env]
        chosen[env] = out.numbers[env, int(luck[env] * count)] if count > 0 else 0


def observe_rows(rows: Any, seat: int, seen: Any) -> None:
    """Write what the seat sees of each match."""
    for env in range(len(seen)):
        observe(rows[env, HEADER:], seat, seen[env])


INLINED: tuple[Any, ...] = (
    random_step,
    begin_match,
    clear_mask,
    show,
    show_end,
    close_step,
    play_row,
)
"""What becomes a part of `run_rows`: to hand all arrays on for every match takes time."""
PARTS: tuple[Any, ...] = (*INLINED, run_rows, first_illegal, draw_legal, observe_rows)
"""The functions in the order in which they are compiled."""
SEEDS = WORD
"""The seeds of a row's luck are 0 to this number."""

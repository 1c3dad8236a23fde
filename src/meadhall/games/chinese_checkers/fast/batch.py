"""Many matches at once, by the numbers of `encode`: legal numbers, steps and observations.

The array is the lane's, and then what the lane does not know: the history, so that a position that
occurs for the third time and the last allowed move end the match.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from meadhall.core.fast_lane import BatchKernels, BatchLane
from meadhall.core.status import DRAW, LOSS, WIN, Finished
from meadhall.games.chinese_checkers.fast.lane import pack
from meadhall.games.chinese_checkers.fast.make import make as lane_make
from meadhall.games.chinese_checkers.fast.make import payoff, to_move
from meadhall.games.chinese_checkers.fast.make import shift as lane_shift
from meadhall.games.chinese_checkers.fast.moves import legal as lane_legal
from meadhall.games.chinese_checkers.fast.tables import (
    AT_WALL,
    BIT,
    CORNER,
    EMPTY,
    HOME,
    KEY,
    LENGTH,
    NEXT,
    OWN,
    PIECES,
    RINGS,
    SEATS,
    STUCK,
    TO_CORNER,
    TURN,
    WHOLE_CORNER,
    WINNER,
    WITHIN,
    Numbers,
)
from meadhall.games.chinese_checkers.rules.board import CORNERS, MARBLES, SEATINGS, SIZE
from meadhall.games.chinese_checkers.rules.ending import MOVES_EACH, REASONS
from meadhall.games.chinese_checkers.rules.moves import (
    CLASS,
    CLASS_HOLES,
    PLACE_IN_CLASS,
    WAYS,
)
from meadhall.games.chinese_checkers.rules.repetition import OCCURRENCES
from meadhall.games.chinese_checkers.types import EMPTY as PURE_EMPTY
from meadhall.games.chinese_checkers.types import MARBLE, Options, State
from meadhall.kit.compiled import bind, kernel

# After the lane's array: how many moves were made, the key of the position before each, and a bit
# for each key, which several keys share. Most positions are new, and then their bit is not set.
MOVES = LENGTH
KEYS = MOVES + 1
MARKS = KEYS + MOVES_EACH * CORNERS
MARK_WORDS, WORD_BITS = 64, 32
WHOLE = MARKS + MARK_WORDS

CLASS_OF: Numbers = np.array(CLASS, np.int64)
PLACE_OF: Numbers = np.array(PLACE_IN_CLASS, np.int64)
MOST_HOLES = max(map(len, CLASS_HOLES))
HOLE_AT: Numbers = np.array(
    [(*holes, *(0,) * (MOST_HOLES - len(holes))) for holes in CLASS_HOLES], np.int64
)
WAY_OF: NDArray[np.uint8] = np.array([6 + place for place in PLACE_IN_CLASS] * SIZE, np.uint8)
"""By the move, the number of a step by its direction, or of a hop by where it ends."""
for _start in range(SIZE):
    for _direction in range(6):
        if NEXT[_start, _direction] != AT_WALL:
            WAY_OF[_start * SIZE + NEXT[_start, _direction]] = _direction


@kernel
def keep_no_sums(state: Numbers, seat: int, start: int, end: int) -> None:
    """Nothing: here nobody evaluates, so the sums of the lane's network may be out of date."""


shift = bind(lane_shift, {"shift_sums": keep_no_sums})
make = bind(lane_make, {"shift": shift})


@kernel
def distance_left(state: Numbers, seat: int) -> int:
    """The sum of the distances of the seat's marbles to the nearest target hole not its own."""
    first = PIECES + seat * MARBLES
    target = (state[HOME + seat] + 3) % CORNERS
    free, way = WHOLE_CORNER, 0
    for piece in range(first, first + MARBLES):
        if CORNER[state[piece]] == target:
            free ^= BIT[state[piece]]
    for piece in range(first, first + MARBLES):
        hole = state[piece]
        if CORNER[hole] != target:
            ring = (target * SIZE + hole) * RINGS
            way += TO_CORNER[target * SIZE + hole]
            # It ends: with a marble outside, one of the ten holes is not the seat's own.
            while not WITHIN[ring] & free:
                ring += 1
                way += 1
    return int(way)


@kernel
def adjudicate(state: Numbers) -> None:
    """Ends the match: most marbles in the target win, then least distance left; else a draw."""
    best, most, least = STUCK, -1, 0
    for seat in range(state[SEATS]):
        inside, left = state[OWN + seat], distance_left(state, seat)
        if inside > most or (inside == most and left < least):
            best, most, least = seat, inside, left
        elif inside == most and left == least:
            best = STUCK  # a draw, unless a later seat is better than both
    state[WINNER] = best


@kernel
def mark_word(key: int) -> int:
    """Where the mark of a position is in the array."""
    return MARKS + key % MARK_WORDS


@kernel
def mark_bit(key: int) -> int:
    """Which bit it is there."""
    return key // MARK_WORDS % WORD_BITS


@kernel
def occurrences(state: Numbers) -> int:
    """How often this position has been on the board with the same seat to move, now included."""
    times, key = 1, state[KEY]
    if not state[mark_word(key)] >> mark_bit(key) & 1:
        return 1  # nearly always, and quicker than looking through the history
    for at in range(KEYS, KEYS + state[MOVES]):
        times += state[at] == key
    return times


@kernel
def play(state: Numbers, move: int) -> None:
    """Plays a legal move of the lane, and ends the match where the history asks for it."""
    before = state[KEY]
    state[KEYS + state[MOVES]] = before
    state[mark_word(before)] |= 1 << mark_bit(before)
    state[MOVES] += 1
    make(state, move)
    if state[WINNER] == EMPTY:
        over = state[MOVES] >= MOVES_EACH * state[SEATS]
        if over or occurrences(state) >= OCCURRENCES:
            adjudicate(state)
    elif state[WINNER] == STUCK:
        adjudicate(state)


@kernel
def legal(state: Numbers, seat: int, numbers: Numbers, memo: Numbers) -> int:
    """Writes the legal numbers of the seat to move; returns how many."""
    return lane_legal(state, numbers)


@kernel
def step(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Plays a legal number."""
    play(state, number)


@kernel
def rank_of(state: Numbers, seat: int, hole: int) -> int:
    """How many marbles of the seat lie in holes with a smaller number."""
    rank = 0
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        rank += state[piece] < hole
    return rank


@kernel
def legal_compact(state: Numbers, seat: int, numbers: Numbers, memo: Numbers) -> int:
    """Writes the compact numbers of the legal moves; returns how many."""
    count = lane_legal(state, numbers)
    last, first = AT_WALL, 0
    for place in range(count):
        move = numbers[place]
        start = move // SIZE
        if start != last:  # the moves of a marble come one after the other
            last, first = start, rank_of(state, seat, start) * WAYS
        numbers[place] = first + WAY_OF[move]
    return count


@kernel
def step_compact(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Plays a legal compact number."""
    rank, way, start = number // WAYS, number % WAYS, AT_WALL
    for piece in range(PIECES + seat * MARBLES, PIECES + seat * MARBLES + MARBLES):
        if rank_of(state, seat, state[piece]) == rank:
            start = state[piece]
    end = NEXT[start, way] if way < 6 else HOLE_AT[CLASS_OF[start], way - 6]  # noqa: PLR2004 - directions
    play(state, int(start) * SIZE + int(end))


@kernel
def observe(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes a plane of marbles for each seat, then a plane for each seat's turn."""
    seats = state[SEATS]
    numbers[:] = 0
    for other in range(seats):
        for piece in range(PIECES + other * MARBLES, PIECES + other * MARBLES + MARBLES):
            numbers[other * SIZE + state[piece]] = 1
    turn = (seats + state[TURN]) * SIZE
    numbers[turn : turn + SIZE] = 1


def pack_all(state: State) -> Numbers:
    """The first state of a match as an array."""
    array = np.zeros(WHOLE, np.int64)
    array[:LENGTH] = pack(state)
    return array


def unpack(array: Numbers, options: Options) -> State:
    """The state without its history."""
    seats, homes = int(array[SEATS]), array[HOME : HOME + int(array[SEATS])].tolist()
    board = "".join(PURE_EMPTY if owner == EMPTY else MARBLE[owner] for owner in array[:SIZE])
    seating = SEATINGS[seats].index(tuple(homes))
    return State(options, seats, board, int(array[TURN]), result=_result(array), seating=seating)


def _result(array: Numbers) -> Finished | None:
    """The result. Of the reasons it can tell a win in the target from the end by the history."""
    winner, seats = int(array[WINNER]), int(array[SEATS])
    if winner == EMPTY:
        return None
    if winner == STUCK:
        return Finished((DRAW,) * seats, REASONS[-1])
    full = array[OWN + winner] == MARBLES
    payoffs = tuple(WIN if seat == winner else LOSS for seat in range(seats))
    return Finished(payoffs, REASONS[0] if full else REASONS[-1])


_PLAIN = BatchKernels(to_act=to_move, legal=legal, step=step, observe=observe, payoff=payoff)
_COMPACT = BatchKernels(
    to_act=to_move, legal=legal_compact, step=step_compact, observe=observe, payoff=payoff
)


@cache
def batch(options: Options, seats: int, compact: bool) -> BatchLane[State]:  # noqa: FBT001 - as the contract has it
    """Matches with these options, by plain or by compact numbers."""
    return BatchLane(
        kernels=_COMPACT if compact else _PLAIN,
        pack=pack_all,
        unpack=lambda array: unpack(array, options),
        most_legal=MARBLES * SIZE,
    )

"""Many matches at once, by the numbers of `encode`: legal numbers, steps and observations.

The array is the lane's, and then what turns the lane's moves into numbers. Fog and the placing of
Shields stay with the pure rules.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from meadhall.core.fast_lane import BatchKernels, BatchLane
from meadhall.core.rng import Rng
from meadhall.games.jarls.fast.lane import fits, make, pack, payoff, to_move
from meadhall.games.jarls.fast.lane import legal as lane_legal
from meadhall.games.jarls.fast.moves import reach
from meadhall.games.jarls.fast.tables import (
    AT,
    CELLS,
    FAMINE,
    HOLE,
    LARGEST,
    LENGTH,
    MOST_MOVES,
    NEXT,
    NOWHERE,
    PER_SEAT,
    QUIET,
    SEATS,
    SHIELD,
    STARVE,
    STEPS,
    SWAP,
    SWAP_MOVE,
    SWAP_OPEN,
    TURN,
    WALL,
    Numbers,
)
from meadhall.games.jarls.fast.unpack import unpack_state
from meadhall.games.jarls.options import Options
from meadhall.games.jarls.rules.board import grid
from meadhall.games.jarls.rules.scales import scale
from meadhall.games.jarls.rules.setup import initial
from meadhall.games.jarls.types import State
from meadhall.kit.compiled import kernel

# After the lane's array: what the encoding counts with.
BOARD = LENGTH  # the radius of the first board
EACH = BOARD + 1  # the pieces of a seat
WHOLE = EACH + 1

BOARD_CELLS: Numbers = np.array([len(grid(radius).hexes) for radius in range(11)], np.int64)
NUMBER_OF: Numbers = np.zeros((11, CELLS + 1), np.int64)
"""By radius and cell of the largest board, the number of the cell on a board of that radius."""
CELL_OF: Numbers = np.zeros((11, CELLS), np.int64)
"""The reverse."""
for _radius in range(1, 11):
    for _number, _hex in enumerate(grid(_radius).hexes):
        NUMBER_OF[_radius, LARGEST.number[_hex]] = _number
        CELL_OF[_radius, _number] = LARGEST.number[_hex]

_OTHER_PLANES = 5


@kernel
def place_of(state: Numbers, code: int) -> int:
    """The index of the piece among all pieces of the match."""
    return int(code // PER_SEAT * state[EACH] + code % PER_SEAT)


@kernel
def number_of(state: Numbers, move: int) -> int:
    """The number of a move of the lane."""
    pieces, cells = state[SEATS] * state[EACH], BOARD_CELLS[state[BOARD]]
    if move == SWAP_MOVE:
        return int(pieces * cells + pieces + cells)
    if move >= STARVE:
        return int(pieces * cells) + place_of(state, state[move - STARVE])
    start = move // (6 * STEPS)
    direction = move // STEPS % 6
    target = NEXT[start * 6 + direction]
    if move % STEPS:
        target = NEXT[target * 6 + direction]
    return int(place_of(state, state[start]) * cells + NUMBER_OF[state[BOARD], target])


@kernel
def move_of(state: Numbers, number: int) -> int:
    """The lane's move of a legal number."""
    each, cells = state[EACH], BOARD_CELLS[state[BOARD]]
    pieces = state[SEATS] * each
    if number == pieces * cells + pieces + cells:
        return SWAP_MOVE
    starves = number >= pieces * cells
    piece = number - pieces * cells if starves else number // cells
    start = state[AT + piece // each * PER_SEAT + piece % each]
    if starves:
        return int(STARVE + start)
    target = CELL_OF[state[BOARD], number % cells]
    for direction in range(6):
        one = NEXT[start * 6 + direction]
        if one == target:
            return int(start * 6 + direction) * STEPS
        if NEXT[one * 6 + direction] == target:
            return int(start * 6 + direction) * STEPS + 1
    return NOWHERE  # never: a legal target is one or two cells away


@kernel
def move_numbers(state: Numbers, seat: int, numbers: Numbers) -> int:
    """Writes the numbers of the seat's moves; returns how many."""
    board, count = state[BOARD], 0
    cells = BOARD_CELLS[board]
    for piece in range(seat * PER_SEAT, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE:
            first = place_of(state, piece) * cells
            for direction in range(6):
                # Both are written and counted as far as they are legal, which saves branches.
                far, one = reach(state, cell, direction), NEXT[cell * 6 + direction]
                numbers[count] = first + NUMBER_OF[board, one]
                numbers[count + (far > 0)] = first + NUMBER_OF[board, NEXT[one * 6 + direction]]
                count += far
    return count


@kernel
def legal(state: Numbers, seat: int, numbers: Numbers, memo: Numbers) -> int:
    """Writes the legal numbers of the seat to move; returns how many."""
    if not state[FAMINE] and state[SWAP] != SWAP_OPEN:
        return move_numbers(state, seat, numbers)  # nearly always, and quicker
    count = lane_legal(state, numbers)
    for place in range(count):
        numbers[place] = number_of(state, numbers[place])
    return count


@kernel
def step(state: Numbers, seat: int, number: int, memo: Numbers) -> None:
    """Plays a legal number."""
    make(state, move_of(state, number))


@kernel
def observe_ground(state: Numbers, numbers: Numbers, first: int) -> None:
    """Writes the planes of holes, Shields and hexes that have not fallen."""
    board = state[BOARD]
    cells = BOARD_CELLS[board]
    for number in range(cells):
        code = state[CELL_OF[board, number]]
        numbers[first + number] = code == HOLE
        numbers[first + cells + number] = code == SHIELD
        numbers[first + 2 * cells + number] = code != WALL


@kernel
def observe(state: Numbers, seat: int, numbers: Numbers) -> None:
    """Writes what the seat sees, plane by plane, its own pieces first."""
    cells, pieces = BOARD_CELLS[state[BOARD]], state[SEATS] * state[EACH]
    numbers[: pieces * cells] = 0
    for other in range(state[SEATS]):
        for piece in range(state[EACH]):
            cell = state[AT + other * PER_SEAT + piece]
            if cell != NOWHERE:
                plane = ((other - seat) % state[SEATS]) * state[EACH] + piece
                numbers[plane * cells + NUMBER_OF[state[BOARD], cell]] = 1
    observe_ground(state, numbers, pieces * cells)
    turns = (pieces + _OTHER_PLANES - 2) * cells
    numbers[turns : turns + cells] = state[TURN] == seat
    numbers[turns + cells : turns + 2 * cells] = state[QUIET]


_KERNELS = BatchKernels(to_act=to_move, legal=legal, step=step, observe=observe, payoff=payoff)


def _packer(options: Options, seats: int) -> Callable[[State], Numbers]:
    chosen = scale(options, seats)

    def pack_all(state: State) -> Numbers:
        array = np.zeros(WHOLE, np.int64)
        array[:LENGTH] = pack(state)
        array[BOARD], array[EACH] = chosen.radius, chosen.warriors + 1
        return array

    return pack_all


@cache
def batch(options: Options, seats: int, compact: bool) -> BatchLane[State] | None:  # noqa: FBT001 - as the contract has it
    """Matches with these options; `None` where only the pure rules can play them."""
    if compact or not fits(initial(options, seats, Rng("fits"))):
        return None
    return BatchLane(
        kernels=_KERNELS,
        pack=_packer(options, seats),
        unpack=lambda array: unpack_state(array, options),
        most_legal=MOST_MOVES,
    )

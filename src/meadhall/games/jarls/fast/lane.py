"""The entry to the fast lane: kernels that play whole moves, and states as arrays.

The array holds the board twice: what stands on each cell, and the cell of each piece. The lane
covers all rules but two, which stay with the pure rules: fog, where each seat's moves are checked
on a board of its own, and the placing of Shields. In a famine, seats choose one after the other.
"""

from functools import cache

import numpy as np

from meadhall.core.fast_lane import NOBODY, FastLane, Kernels, Learnable
from meadhall.games.jarls.bots.network import INPUTS, network_file
from meadhall.games.jarls.fast.evaluate import evaluate, known_score, learn_inputs, promise
from meadhall.games.jarls.fast.moves import legal_moves
from meadhall.games.jarls.fast.network import MOST_INPUTS
from meadhall.games.jarls.fast.push import (
    FELL_AT,
    last_dead,
    move_pieces,
    move_pieces_back,
    put,
    revive,
    swap_sides,
)
from meadhall.games.jarls.fast.tables import (
    ASKED,
    AT,
    CELLS,
    CHOICE_BITS,
    DEAD,
    DRAW_AFTER,
    DRAWN,
    EMPTY,
    FAMINE,
    FIRST,
    FIXED,
    GROUND,
    HASH_MIX,
    HOLE,
    KEY,
    LARGEST,
    LENGTH,
    MOST_MOVES,
    NO_SIDE,
    NOWHERE,
    ONGOING,
    PER_SEAT,
    PIECES,
    QUIET,
    RADIUS,
    RESULT,
    SEATS,
    SHIELD,
    SIDE,
    STARVE,
    STARVE_AFTER,
    STARVE_AGAIN,
    STEPS,
    SUDDEN_DEATH,
    SWAP,
    SWAP_AHEAD,
    SWAP_MOVE,
    SWAP_OPEN,
    SWAP_OVER,
    THRONE,
    THRONE_HOLDS,
    TURN,
    WALL,
    Numbers,
)
from meadhall.games.jarls.fast.turns import (
    choose,
    eliminate,
    last_standing_result,
    pass_turn,
    restore_rings,
    skip_stuck_seats,
    starve_choices,
    win_result,
)
from meadhall.games.jarls.rules.board import grid, moves_of
from meadhall.games.jarls.rules.pieces import (
    BY_NAME,
    MOST_SEATS,
    NAMES,
    STRIDE,
    is_shield,
    owner,
    side,
)
from meadhall.games.jarls.rules.pieces import EMPTY as PURE_EMPTY
from meadhall.games.jarls.rules.pieces import HOLE as PURE_HOLE
from meadhall.games.jarls.types import Action, Famine, Move, Starve, State, Swap
from meadhall.kit.compiled import kernel
from meadhall.kit.hexgrid import neighbour

# What `make` returns for `unmake` is one number. The lowest 8 bits say what the move did to the
# board. Above them are turn, first seat, quiet rounds and radius before the move, the deaths in it,
# and the famine before it. With one number, a search allocates nothing per move.
# The famine takes 30 bits at the top, so the number stays below 2**63 and is never negative. Quiet
# rounds have 8 bits: starvation or a draw ends a match before there are 200. One bit says that the
# sides could be swapped.
CHANGE_MASK = 255
TURN_AT, FIRST_AT, QUIET_AT, RADIUS_AT, DEATHS_AT, SWAP_AT, FAMINE_AT = 8, 11, 14, 22, 26, 32, 33
MOST_QUIET = 200
SEAT_MASK, QUIET_MASK, RADIUS_MASK, DEATHS_MASK = 7, 255, 15, 63


@kernel
def to_move(state: Numbers) -> int:
    """The seat to move or, in a famine, the first seat that has not chosen."""
    if state[RESULT] != ONGOING:
        return NOBODY
    if not state[FAMINE]:
        return int(state[TURN])
    seat = 0
    # It ends: the last choice ends a famine, so some seat still has its bit.
    while not state[FAMINE] >> seat & 1:
        seat += 1
    return seat


@kernel
def legal(state: Numbers, moves: Numbers) -> int:
    """Writes the moves of the seat to move, or its choices in a famine; returns how many."""
    seat = to_move(state)
    if seat == NOBODY:
        return 0
    if state[FAMINE]:
        return starve_choices(state, seat, moves)
    count = legal_moves(state, seat, moves)
    if state[SWAP] == SWAP_OPEN:
        moves[count] = SWAP_MOVE
        count += 1
    return count


@kernel
def play_move(state: Numbers, move: int) -> int:
    """Plays a move and what follows from it; returns what `move_pieces` did to the board."""
    start = move // (6 * STEPS)
    code = state[start]
    change = move_pieces(state, move)
    fell = change >> FELL_AT
    if fell and last_dead(state) % PER_SEAT == 0:
        eliminate(state, last_dead(state) // PER_SEAT)
    if code % PER_SEAT == 0 and start != THRONE and state[THRONE] == code:
        state[RESULT] = win_result(state, state[SIDE + code])
    elif fell:
        state[RESULT] = last_standing_result(state)
    if state[RESULT] == ONGOING:
        pass_turn(state, fell)
    return change


@kernel
def make(state: Numbers, move: int) -> int:
    """Plays a move or a choice; returns the number that `unmake` needs."""
    before = state[TURN] << TURN_AT | state[FIRST] << FIRST_AT | state[QUIET] << QUIET_AT
    before |= state[RADIUS] << RADIUS_AT | state[FAMINE] << FAMINE_AT
    before |= (state[SWAP] == SWAP_OPEN) << SWAP_AT
    state[SWAP] = SWAP_OPEN if state[SWAP] == SWAP_AHEAD else SWAP_OVER
    dead, change = state[DEAD], 0
    if move == SWAP_MOVE:
        swap_sides(state)
        pass_turn(state, 0)
    elif move >= STARVE:
        choose(state, move - STARVE)
    else:
        change = play_move(state, move)
    skip_stuck_seats(state)
    return int(before | change | (state[DEAD] - dead) << DEATHS_AT)


@kernel
def unmake(state: Numbers, move: int, undo: int) -> None:
    """Takes the move back, in the reverse order of `make`."""
    change = undo & CHANGE_MASK
    state[RESULT] = ONGOING
    # Sides can be swapped in one turn only, so before that turn the swap was ahead.
    state[SWAP] = SWAP_AHEAD if state[SWAP] == SWAP_OPEN else undo >> SWAP_AT & 1
    state[FAMINE] = undo >> FAMINE_AT
    state[QUIET] = undo >> QUIET_AT & QUIET_MASK
    state[FIRST] = undo >> FIRST_AT & SEAT_MASK
    state[TURN] = undo >> TURN_AT & SEAT_MASK
    # Rings first, because they are restored as bare ground. The dead come back in the reverse
    # order of their deaths. One that was pushed off died first, so `move_pieces_back` revives it.
    restore_rings(state, undo >> RADIUS_AT & RADIUS_MASK)
    for _ in range((undo >> DEATHS_AT & DEATHS_MASK) - (change >> FELL_AT)):
        revive(state)
    if move == SWAP_MOVE:
        swap_sides(state)
    elif move < STARVE:
        move_pieces_back(state, move, change)


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """What the finished match pays the seat."""
    if state[RESULT] == DRAWN:
        return 0
    return 1 if state[RESULT] >> (seat + 1) & 1 else -1


@kernel
def key(state: Numbers) -> int:
    """The hash of the pieces on their cells, mixed with turn, quiet rounds, radius and famine."""
    rest = state[TURN] | state[FIRST] << 3 | state[QUIET] << 6 | state[RADIUS] << 16
    rest = (rest | state[FAMINE] << 20 | state[SWAP] << 50) * HASH_MIX
    # The table uses a key's lowest bits. A product carries only upwards, so fold it down.
    return int(state[KEY] ^ rest ^ rest >> 29)


@kernel
def in_secret(state: Numbers) -> bool:
    """Whether two seats choose in a famine, so that the one to choose knows less than the rules."""
    waiting = state[FAMINE] & ASKED
    return bool(state[FAMINE] > ASKED or waiting & (waiting - 1))


def fits(state: State) -> bool:
    """Whether the lane can play on from the state: not in fog, and not while Shields are placed.

    A position written by hand may also be larger, or have more Warriors, than any match.
    """
    if state.options.fog or state.to_place or state.radius > LARGEST.radius:
        return False
    if state.turn.quiet > MOST_QUIET:
        return False
    return all(code < STRIDE or code % STRIDE < PER_SEAT for code in state.board)


def pack(state: State) -> Numbers:
    """The state as an array."""
    array = np.zeros(LENGTH, np.int64)
    # Cells outside a smaller board stay walls, and so does NOWHERE.
    array[: CELLS + 1] = WALL
    array[AT : AT + PIECES] = NOWHERE
    array[SIDE : SIDE + PIECES] = [
        side(piece // PER_SEAT, teams=state.options.teams) for piece in range(PIECES)
    ]
    array[SIDE + PIECES : GROUND] = NO_SIDE
    _pack_board(array, state)
    turn, options, shields = state.turn, state.options, state.options.ruleset == "shields"
    array[[SEATS, RADIUS, TURN]] = state.seats, state.radius, turn.mover
    array[[FIRST, QUIET, RESULT]] = turn.first, turn.quiet, _pack_result(state)
    array[FAMINE] = 0 if state.famine is None else _pack_famine(state.famine)
    array[[THRONE_HOLDS, SUDDEN_DEATH]] = not shields, options.sudden_death
    array[[FIXED, SWAP]] = state.order != "rotating", _pack_swap(state)
    array[STARVE_AFTER] = options.starvation_rounds if shields else 0
    array[STARVE_AGAIN] = options.starvation_repeat
    array[DRAW_AFTER] = 0 if shields else options.draw_after_rounds
    return array


def _pack_board(array: Numbers, state: State) -> None:
    """Put the pieces on the board, and holes and Shields on the ground below it."""
    obstacles = {PURE_EMPTY: EMPTY, PURE_HOLE: HOLE}
    for hex_, code in zip(grid(state.radius).hexes, state.board, strict=True):
        cell = LARGEST.number[hex_]
        ground = SHIELD if is_shield(code) else obstacles.get(code, EMPTY)
        array[cell] = array[GROUND + cell] = ground
        if code >= STRIDE:
            put(array, owner(code) * PER_SEAT + code % STRIDE, cell)


def _pack_result(state: State) -> int:
    if state.result is None:
        return ONGOING
    return DRAWN | sum(2 << seat for seat in state.result.winners)


def _pack_swap(state: State) -> int:
    if state.order != "swap":
        return SWAP_OVER
    return {0: SWAP_AHEAD, 1: SWAP_OPEN}.get(state.turn.number, SWAP_OVER)


def _pack_famine(famine: Famine) -> int:
    """The seats that have to choose, and the choices made."""
    packed = sum(1 << seat for seat in famine.waiting)
    for seat, name in enumerate(famine.sealed.choices):
        if name is not None:
            packed |= BY_NAME[name] % STRIDE << (MOST_SEATS + CHOICE_BITS * seat)
    return packed


def number(state: State, action: Action) -> int:
    """The move or choice as a number of the lane."""
    if isinstance(action, Swap):
        return SWAP_MOVE
    if not isinstance(action, Move | Starve):
        raise TypeError(f"the fast lane has no number for {action.kind}")
    table = grid(state.radius)
    start = table.hexes[state.board.index(BY_NAME[action.piece])]
    if isinstance(action, Starve):
        return STARVE + LARGEST.number[start]
    cell, target = LARGEST.number[start], LARGEST.number[action.to]
    direction = LARGEST.towards[cell][target]
    return (cell * 6 + direction) * STEPS + LARGEST.rays[cell][direction].index(target)


def action(state: State, move: int) -> Action:
    """The move or choice of that number."""
    table = grid(state.radius)
    if move == SWAP_MOVE:
        return Swap()
    if move >= STARVE:
        return Starve(NAMES[state.board[table.number[LARGEST.hexes[move - STARVE]]]])
    start = LARGEST.hexes[move // (6 * STEPS)]
    code = state.board[table.number[start]]
    to = neighbour(start, move // STEPS % 6, move % STEPS + 1)
    return moves_of(code, state.radius)[table.number[to]]


@cache
def lane() -> FastLane[State]:
    """The lane. A kernel is compiled when it is first called."""
    kernels = Kernels(
        legal=legal,
        make=make,
        unmake=unmake,
        to_move=to_move,
        payoff=payoff,
        evaluate=evaluate,
        key=key,
        promise=promise,
        in_secret=in_secret,
    )
    return FastLane(
        kernels=kernels,
        pack=pack,
        number=number,
        action=action,
        most_moves=MOST_MOVES,
        fits=fits,
        proves=lambda _: True,  # quiet rounds are part of the array and of its key
        learnable=Learnable(
            inputs=learn_inputs,
            base=known_score,
            count=INPUTS,
            most_inputs=MOST_INPUTS,
            mirrors=(),  # images of a position have the same inputs
            network=network_file,
            options=((("ruleset", "holes"),), (("ruleset", "shields"),)),
            outcome_share=50,
        ),
    )

"""The fast lane of Jarls: the same rules over one array of integers, for both rulesets.

The array holds the board twice, as what stands on each cell and as the cell of each piece. All
rules are here but two: matches in fog, where seats judge by boards of their own, and the placing of
Shields stay with the pure rules. In a famine seats choose one after the other, in seat order.
"""

from functools import cache

import numpy as np

from meadhall.core.fast import NOBODY, FastLane, Kernels
from meadhall.games.jarls.fast_evaluate import evaluate, promise
from meadhall.games.jarls.fast_moves import commands
from meadhall.games.jarls.fast_push import FELL_AT, last_dead, march, put, retreat, revive
from meadhall.games.jarls.fast_tables import (
    AT,
    CELLS,
    CHOICE_BITS,
    DEAD,
    DRAW_AFTER,
    DRAWN,
    EMPTY,
    FIRST,
    GROUND,
    HOLE,
    HUNGER,
    KEY,
    LARGEST,
    LENGTH,
    MEN,
    MOST_MOVES,
    NO_SIDE,
    NOWHERE,
    ONGOING,
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
    STIR,
    SUDDEN_DEATH,
    THRONE,
    THRONE_HOLDS,
    TURN,
    WALL,
    Numbers,
)
from meadhall.games.jarls.fast_turns import (
    choices,
    choose,
    eliminate,
    last_standing,
    pass_turn,
    raise_rings,
    settle,
    won,
)
from meadhall.games.jarls.grid import grid, moves_of
from meadhall.games.jarls.pieces import BY_NAME, MOST_SEATS, NAMES, STRIDE, is_shield, owner, side
from meadhall.games.jarls.pieces import EMPTY as NOTHING
from meadhall.games.jarls.pieces import HOLE as PIT
from meadhall.games.jarls.types import Action, Famine, Move, Starve, State
from meadhall.kit.compiled import kernel
from meadhall.kit.hexgrid import neighbour

# Where in what `make` returns the numbers are that were there before; what was done comes first.
DEED = 255
TURN_AT, FIRST_AT, QUIET_AT, RADIUS_AT, DEATHS_AT, HUNGER_AT = 8, 11, 14, 24, 28, 34
SEAT_MASK, QUIET_MASK, RADIUS_MASK, DEATHS_MASK = 7, 1023, 15, 63


@kernel
def to_move(state: Numbers) -> int:
    """The seat to move or, in a famine, the first that has still to choose."""
    if state[RESULT] != ONGOING:
        return NOBODY
    if not state[HUNGER]:
        return int(state[TURN])
    seat = 0
    while not state[HUNGER] >> seat & 1:
        seat += 1
    return seat


@kernel
def legal(state: Numbers, moves: Numbers) -> int:
    """The commands of the seat to move, or its choices in a famine."""
    seat = to_move(state)
    if seat == NOBODY:
        return 0
    return choices(state, seat, moves) if state[HUNGER] else commands(state, seat, moves)


@kernel
def command(state: Numbers, move: int) -> int:
    """Carries a command out with all that comes of it; says in numbers what it did."""
    start = move // (6 * STEPS)
    code = state[start]
    deed = march(state, move)
    fell = deed >> FELL_AT
    if fell and last_dead(state) % MEN == 0:
        eliminate(state, last_dead(state) // MEN)
    if code % MEN == 0 and start != THRONE and state[THRONE] == code:
        state[RESULT] = won(state, state[SIDE + code])
    elif fell:
        state[RESULT] = last_standing(state)
    if state[RESULT] == ONGOING:
        pass_turn(state, fell)
    return deed


@kernel
def make(state: Numbers, move: int) -> int:
    """Plays the move; all that is needed to take it back fits into one number."""
    before = state[TURN] << TURN_AT | state[FIRST] << FIRST_AT | state[QUIET] << QUIET_AT
    before |= state[RADIUS] << RADIUS_AT | state[HUNGER] << HUNGER_AT
    dead, deed = state[DEAD], 0
    if move >= STARVE:
        choose(state, move - STARVE)
    else:
        deed = command(state, move)
    settle(state)
    return int(before | deed | (state[DEAD] - dead) << DEATHS_AT)


@kernel
def unmake(state: Numbers, move: int, undo: int) -> None:
    """Takes the move back, last things first."""
    deed = undo & DEED
    state[RESULT] = ONGOING
    state[HUNGER] = undo >> HUNGER_AT
    state[QUIET] = undo >> QUIET_AT & QUIET_MASK
    state[FIRST] = undo >> FIRST_AT & SEAT_MASK
    state[TURN] = undo >> TURN_AT & SEAT_MASK
    raise_rings(state, undo >> RADIUS_AT & RADIUS_MASK)
    for _ in range((undo >> DEATHS_AT & DEATHS_MASK) - (deed >> FELL_AT)):
        revive(state)
    if move < STARVE:
        retreat(state, move, deed)


@kernel
def payoff(state: Numbers, seat: int) -> int:
    """What the finished match pays."""
    if state[RESULT] == DRAWN:
        return 0
    return 1 if state[RESULT] >> (seat + 1) & 1 else -1


@kernel
def key(state: Numbers) -> int:
    """The hash of what stands where, with the turn, the quiet rounds and the hunger stirred in."""
    rest = state[TURN] | state[FIRST] << 3 | state[QUIET] << 6 | state[RADIUS] << 16
    rest = (rest | state[HUNGER] << 20) * STIR
    return int(state[KEY] ^ rest ^ rest >> 29)


def fits(state: State) -> bool:
    """Whether the lane can play on from the state: not in fog, nor while Shields are placed.

    A position written by hand may also have more Warriors or a larger board than any match.
    """
    if state.options.fog or state.to_place or state.radius > LARGEST.radius:
        return False
    return all(code < STRIDE or code % STRIDE < MEN for code in state.board)


def pack(state: State) -> Numbers:
    """The state as an array."""
    array = np.zeros(LENGTH, np.int64)
    array[: CELLS + 1] = WALL
    array[AT : AT + PIECES] = NOWHERE
    array[SIDE : SIDE + PIECES] = [
        side(piece // MEN, teams=state.options.teams) for piece in range(PIECES)
    ]
    array[SIDE + PIECES : GROUND] = NO_SIDE
    _lay_out(array, state)
    turn, options, shields = state.turn, state.options, state.options.ruleset == "shields"
    array[[SEATS, RADIUS, TURN]] = state.seats, state.radius, turn.mover
    array[[FIRST, QUIET, RESULT]] = turn.first, turn.quiet, _result(state)
    array[HUNGER] = 0 if state.famine is None else _hunger(state.famine)
    array[[THRONE_HOLDS, SUDDEN_DEATH]] = not shields, options.sudden_death
    array[STARVE_AFTER] = options.starvation_rounds if shields else 0
    array[STARVE_AGAIN] = options.starvation_repeat
    array[DRAW_AFTER] = 0 if shields else options.draw_after_rounds
    return array


def _lay_out(array: Numbers, state: State) -> None:
    """What stands on the board, and what is under it."""
    obstacles = {NOTHING: EMPTY, PIT: HOLE}
    for hex_, code in zip(grid(state.radius).hexes, state.board, strict=True):
        cell = LARGEST.number[hex_]
        ground = SHIELD if is_shield(code) else obstacles.get(code, EMPTY)
        array[cell] = array[GROUND + cell] = ground
        if code >= STRIDE:
            put(array, owner(code) * MEN + code % STRIDE, cell)


def _result(state: State) -> int:
    if state.result is None:
        return ONGOING
    return DRAWN | sum(2 << seat for seat in state.result.winners)


def _hunger(famine: Famine) -> int:
    """Who has to choose, and what was chosen."""
    hunger = sum(1 << seat for seat in famine.waiting)
    for seat, name in enumerate(famine.sealed.choices):
        if name is not None:
            hunger |= BY_NAME[name] % STRIDE << (MOST_SEATS + CHOICE_BITS * seat)
    return hunger


def number(state: State, action: Action) -> int:
    """The command or choice as the kernels know it."""
    if not isinstance(action, Move | Starve):
        raise TypeError(f"the fast lane knows no {action.kind}")
    table = grid(state.radius)
    start = table.hexes[state.board.index(BY_NAME[action.piece])]
    if isinstance(action, Starve):
        return STARVE + LARGEST.number[start]
    cell, target = LARGEST.number[start], LARGEST.number[action.to]
    direction = LARGEST.towards[cell][target]
    return (cell * 6 + direction) * STEPS + LARGEST.rays[cell][direction].index(target)


def action(state: State, move: int) -> Action:
    """The command or choice of that number."""
    table = grid(state.radius)
    if move >= STARVE:
        return Starve(NAMES[state.board[table.number[LARGEST.hexes[move - STARVE]]]])
    start = LARGEST.hexes[move // (6 * STEPS)]
    code = state.board[table.number[start]]
    to = neighbour(start, move // STEPS % 6, move % STEPS + 1)
    return moves_of(code, state.radius)[table.number[to]]


@cache
def lane() -> FastLane[State]:
    """The lane; nothing is compiled before a kernel is called."""
    kernels = Kernels(
        legal=legal,
        make=make,
        unmake=unmake,
        to_move=to_move,
        payoff=payoff,
        evaluate=evaluate,
        key=key,
        promise=promise,
    )
    return FastLane(
        kernels=kernels,
        pack=pack,
        number=number,
        action=action,
        most_moves=MOST_MOVES,
        fits=fits,
    )

"""Kernels of the fast lane: whose turn it is, hunger, rings that fall, and the end."""

from meadhall.games.jarls.fast_moves import can_move
from meadhall.games.jarls.fast_push import bury
from meadhall.games.jarls.fast_tables import (
    ASKED,
    AT,
    CHOICE,
    CHOICE_BITS,
    DEPTH,
    DRAW_AFTER,
    DRAWN,
    EMPTY,
    FIRST,
    GROUND,
    HUNGER,
    MEN,
    NO_SIDE,
    NOWHERE,
    ONGOING,
    QUIET,
    RADIUS,
    RESULT,
    RING,
    RINGS,
    SEATS,
    SIDE,
    STARVE,
    STARVE_AFTER,
    STARVE_AGAIN,
    SUDDEN_DEATH,
    TURN,
    WALL,
    Numbers,
)
from meadhall.games.jarls.pieces import MOST_SEATS
from meadhall.games.jarls.sudden_death import FIRST as RING_AFTER
from meadhall.games.jarls.sudden_death import REPEAT as RING_AGAIN
from meadhall.games.jarls.sudden_death import SMALLEST
from meadhall.kit.compiled import kernel


@kernel
def stands(state: Numbers, seat: int) -> bool:
    """Whether the seat's Jarl is still there."""
    return bool(state[AT + seat * MEN] != NOWHERE)


@kernel
def next_standing(state: Numbers, seat: int) -> int:
    """The next surviving seat clockwise; the same one where nobody else is left."""
    other = (seat + 1) % state[SEATS]
    while other != seat and not stands(state, other):
        other = (other + 1) % state[SEATS]
    return int(other)


@kernel
def eliminate(state: Numbers, seat: int) -> None:
    """The seat loses whatever it still has on the board."""
    for piece in range(seat * MEN, seat * MEN + MEN):
        if state[AT + piece] != NOWHERE:
            bury(state, piece)


@kernel
def won(state: Numbers, side: int) -> int:
    """The result where all seats of the side win, out or not."""
    result = DRAWN
    for seat in range(state[SEATS]):
        if state[SIDE + seat * MEN] == side:
            result |= 2 << seat
    return result


@kernel
def last_standing(state: Numbers) -> int:
    """The result if only one side has a Jarl left, or none has."""
    side = NO_SIDE
    for seat in range(state[SEATS]):
        if stands(state, seat):
            if side not in (NO_SIDE, state[SIDE + seat * MEN]):
                return ONGOING
            side = state[SIDE + seat * MEN]
    return DRAWN if side == NO_SIDE else won(state, side)


@kernel
def aftermath(state: Numbers) -> None:
    """After deaths between two turns: the end, or a turn that passes on from a dead mover."""
    state[RESULT] = last_standing(state)
    if state[RESULT] == ONGOING and not stands(state, state[TURN]):
        state[TURN] = next_standing(state, state[TURN])
        state[FIRST] = state[TURN]


@kernel
def furthest(state: Numbers, seat: int) -> tuple[int, int]:
    """How far out the seat's outermost Warriors are, and how many of them there are."""
    far, count = 0, 0
    for piece in range(seat * MEN + 1, seat * MEN + MEN):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] >= far:
            count = count + 1 if DEPTH[cell] == far else 1
            far = DEPTH[cell]
    return far, count


@kernel
def choices(state: Numbers, seat: int, moves: Numbers) -> int:
    """Writes whom the seat may let starve; says how many."""
    far, _ = furthest(state, seat)
    count = 0
    for piece in range(seat * MEN + 1, seat * MEN + MEN):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] == far:
            moves[count] = STARVE + cell
            count += 1
    return count


@kernel
def starving(state: Numbers, seat: int) -> int:
    """Which piece of the seat starves: the chosen one, the only Warrior furthest out, the Jarl."""
    choice = state[HUNGER] >> (MOST_SEATS + CHOICE_BITS * seat) & CHOICE
    if choice:
        return int(seat * MEN + choice)
    far, _ = furthest(state, seat)
    for piece in range(seat * MEN + 1, seat * MEN + MEN):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] == far:
            return piece
    return seat * MEN


@kernel
def open_choices(state: Numbers) -> None:
    """All starve who were chosen or had no alternative."""
    for seat in range(state[SEATS]):
        if stands(state, seat):
            bury(state, starving(state, seat))
    state[HUNGER] = 0
    aftermath(state)


@kernel
def choose(state: Numbers, cell: int) -> None:
    """Seals a choice; the last one opens them all."""
    piece = state[cell]
    seat = piece // MEN
    state[HUNGER] ^= 1 << seat
    state[HUNGER] |= piece % MEN << (MOST_SEATS + CHOICE_BITS * seat)
    if not state[HUNGER] & ASKED:
        open_choices(state)


@kernel
def hunger(state: Numbers) -> None:
    """Hunger strikes: at once where nobody has a choice, else when all have chosen."""
    for seat in range(state[SEATS]):
        _, count = furthest(state, seat)
        if count > 1:
            state[HUNGER] |= 1 << seat
    if not state[HUNGER]:
        open_choices(state)


@kernel
def drop_ring(state: Numbers) -> None:
    """The outer ring falls away, with whoever stands there."""
    radius = state[RADIUS]
    state[RADIUS] = radius - 1
    for index in range(RING[radius], RING[radius + 1]):
        cell = RINGS[index]
        if state[cell] < EMPTY:
            bury(state, state[cell])
        state[cell] = WALL
    for seat in range(state[SEATS]):
        if not stands(state, seat):
            eliminate(state, seat)
    aftermath(state)


@kernel
def raise_rings(state: Numbers, radius: int) -> None:
    """The board is as large as it was, without those who fell with it."""
    for index in range(RING[state[RADIUS] + 1], RING[radius + 1]):
        state[RINGS[index]] = state[GROUND + RINGS[index]]
    state[RADIUS] = radius


@kernel
def strikes(quiet: int, after: int, again: int) -> bool:
    """Whether so many quiet rounds bring what comes after some, and again after some more."""
    return quiet >= after and (quiet - after) % again == 0


@kernel
def end_round(state: Numbers) -> None:
    """What a quiet round may bring: a ring that falls, and then hunger or a draw."""
    quiet = state[QUIET]
    due = state[SUDDEN_DEATH] and state[RADIUS] > SMALLEST
    if due and strikes(quiet, RING_AFTER, RING_AGAIN):
        drop_ring(state)
    if state[RESULT] != ONGOING:
        return
    if state[STARVE_AFTER] and strikes(quiet, state[STARVE_AFTER], state[STARVE_AGAIN]):
        hunger(state)
    elif state[DRAW_AFTER] and quiet >= state[DRAW_AFTER]:
        state[RESULT] = DRAWN


@kernel
def pass_turn(state: Numbers, killed: int) -> None:
    """The next turn of the round begins, or the next round."""
    if killed:
        state[QUIET] = 0
    seat = (state[TURN] + 1) % state[SEATS]
    while seat != state[FIRST]:
        if stands(state, seat):
            state[TURN] = seat
            return
        seat = (seat + 1) % state[SEATS]
    if not killed:
        state[QUIET] += 1
    state[FIRST] = next_standing(state, state[FIRST])
    state[TURN] = state[FIRST]
    end_round(state)


@kernel
def settle(state: Numbers) -> None:
    """Passes over seats that cannot move, until one can or something else comes first."""
    while state[RESULT] == ONGOING and not state[HUNGER] and not can_move(state, state[TURN]):
        pass_turn(state, 0)

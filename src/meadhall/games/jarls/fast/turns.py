"""Kernels: whose turn is next, starvation, rings that fall, and the end."""

from meadhall.games.jarls.fast.moves import can_move
from meadhall.games.jarls.fast.push import bury
from meadhall.games.jarls.fast.tables import (
    ASKED,
    AT,
    CELLS_BY_RING,
    CHOICE,
    CHOICE_BITS,
    DEPTH,
    DRAW_AFTER,
    DRAWN,
    EMPTY,
    FAMINE,
    FIRST,
    FIXED,
    GROUND,
    NO_SIDE,
    NOWHERE,
    ONGOING,
    PER_SEAT,
    QUIET,
    RADIUS,
    RESULT,
    RING_START,
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
from meadhall.games.jarls.rules.optional.sudden_death import FIRST as RING_AFTER
from meadhall.games.jarls.rules.optional.sudden_death import REPEAT as RING_AGAIN
from meadhall.games.jarls.rules.optional.sudden_death import SMALLEST
from meadhall.games.jarls.rules.pieces import MOST_SEATS
from meadhall.kit.compiled import kernel


@kernel
def is_alive(state: Numbers, seat: int) -> bool:
    """Whether the seat's Jarl is on the board."""
    return bool(state[AT + seat * PER_SEAT] != NOWHERE)


@kernel
def next_survivor(state: Numbers, seat: int) -> int:
    """The next surviving seat clockwise; the same seat if no other is left."""
    other = (seat + 1) % state[SEATS]
    while other != seat and not is_alive(state, other):
        other = (other + 1) % state[SEATS]
    return int(other)


@kernel
def eliminate(state: Numbers, seat: int) -> None:
    """Removes all pieces of the seat."""
    for piece in range(seat * PER_SEAT, seat * PER_SEAT + PER_SEAT):
        if state[AT + piece] != NOWHERE:
            bury(state, piece)


@kernel
def win_result(state: Numbers, side: int) -> int:
    """The result in which all seats of the side win, eliminated ones too."""
    result = DRAWN
    for seat in range(state[SEATS]):
        if state[SIDE + seat * PER_SEAT] == side:
            result |= 2 << seat
    return result


@kernel
def last_standing_result(state: Numbers) -> int:
    """The result if at most one side has a Jarl left; else `ONGOING`."""
    side = NO_SIDE
    for seat in range(state[SEATS]):
        if is_alive(state, seat):
            if side not in (NO_SIDE, state[SIDE + seat * PER_SEAT]):
                return ONGOING
            side = state[SIDE + seat * PER_SEAT]
    return DRAWN if side == NO_SIDE else win_result(state, side)


@kernel
def resolve_deaths(state: Numbers) -> None:
    """After deaths between two turns: ends the match, or passes the turn of a dead mover."""
    state[RESULT] = last_standing_result(state)
    if state[RESULT] == ONGOING and not is_alive(state, state[TURN]):
        state[TURN] = next_survivor(state, state[TURN])
        state[FIRST] = state[TURN]


@kernel
def furthest(state: Numbers, seat: int) -> tuple[int, int]:
    """How far the seat's outermost Warriors are from the Throne, and how many they are."""
    far, count = 0, 0
    for piece in range(seat * PER_SEAT + 1, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] >= far:
            count = count + 1 if DEPTH[cell] == far else 1
            far = DEPTH[cell]
    return far, count


@kernel
def starve_choices(state: Numbers, seat: int, moves: Numbers) -> int:
    """Writes the seat's choices in a famine; returns how many."""
    far, _ = furthest(state, seat)
    count = 0
    for piece in range(seat * PER_SEAT + 1, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] == far:
            moves[count] = STARVE + cell
            count += 1
    return count


@kernel
def piece_to_starve(state: Numbers, seat: int) -> int:
    """The seat's piece that starves: the chosen Warrior, the one furthest out, or the Jarl."""
    choice = state[FAMINE] >> (MOST_SEATS + CHOICE_BITS * seat) & CHOICE
    # 0 is no choice: it is the number of the Jarl, and only Warriors can be chosen.
    if choice:
        return int(seat * PER_SEAT + choice)
    far, _ = furthest(state, seat)
    for piece in range(seat * PER_SEAT + 1, seat * PER_SEAT + PER_SEAT):
        cell = state[AT + piece]
        if cell != NOWHERE and DEPTH[cell] == far:
            return piece
    return seat * PER_SEAT


@kernel
def reveal_choices(state: Numbers) -> None:
    """Removes all pieces that starve, and ends the famine."""
    for seat in range(state[SEATS]):
        if is_alive(state, seat):
            bury(state, piece_to_starve(state, seat))
    state[FAMINE] = 0
    resolve_deaths(state)


@kernel
def choose(state: Numbers, cell: int) -> None:
    """Seals a choice; the last one reveals them all."""
    piece = state[cell]
    seat = piece // PER_SEAT
    state[FAMINE] ^= 1 << seat
    state[FAMINE] |= piece % PER_SEAT << (MOST_SEATS + CHOICE_BITS * seat)
    if not state[FAMINE] & ASKED:
        reveal_choices(state)


@kernel
def begin_famine(state: Numbers) -> None:
    """Begins a famine; where no seat has a choice, it is over at once."""
    for seat in range(state[SEATS]):
        _, count = furthest(state, seat)
        if count > 1:
            state[FAMINE] |= 1 << seat
    if not state[FAMINE]:
        reveal_choices(state)


@kernel
def drop_ring(state: Numbers) -> None:
    """Removes the outer ring and the pieces on it, and resolves their deaths."""
    radius = state[RADIUS]
    state[RADIUS] = radius - 1
    for index in range(RING_START[radius], RING_START[radius + 1]):
        cell = CELLS_BY_RING[index]
        if state[cell] < EMPTY:
            bury(state, state[cell])
        state[cell] = WALL
    for seat in range(state[SEATS]):
        if not is_alive(state, seat):
            # Seats that were out before have no pieces left, so nothing happens to them.
            eliminate(state, seat)
    resolve_deaths(state)


@kernel
def restore_rings(state: Numbers, radius: int) -> None:
    """Restores rings up to the radius; the pieces that fell with them come back separately."""
    for index in range(RING_START[state[RADIUS] + 1], RING_START[radius + 1]):
        state[CELLS_BY_RING[index]] = state[GROUND + CELLS_BY_RING[index]]
    state[RADIUS] = radius


@kernel
def is_due(quiet: int, after: int, again: int) -> bool:
    """Whether something is due that comes after some quiet rounds and then at intervals."""
    return quiet >= after and (quiet - after) % again == 0


@kernel
def end_round(state: Numbers) -> None:
    """What quiet rounds may bring: a ring that falls, and then starvation or a draw."""
    quiet = state[QUIET]
    due = state[SUDDEN_DEATH] and state[RADIUS] > SMALLEST
    if due and is_due(quiet, RING_AFTER, RING_AGAIN):
        drop_ring(state)
    if state[RESULT] != ONGOING:
        return
    if state[STARVE_AFTER] and is_due(quiet, state[STARVE_AFTER], state[STARVE_AGAIN]):
        begin_famine(state)
    elif state[DRAW_AFTER] and quiet >= state[DRAW_AFTER]:
        state[RESULT] = DRAWN


@kernel
def pass_turn(state: Numbers, killed: int) -> None:
    """Begins the next turn of the round, or the next round."""
    if killed:
        state[QUIET] = 0
    seat = (state[TURN] + 1) % state[SEATS]
    while seat != state[FIRST]:
        if is_alive(state, seat):
            state[TURN] = seat
            return
        seat = (seat + 1) % state[SEATS]
    if not killed:
        state[QUIET] += 1
    if not state[FIXED] or not is_alive(state, state[FIRST]):
        state[FIRST] = next_survivor(state, state[FIRST])
    state[TURN] = state[FIRST]
    end_round(state)


# It ends: rounds without moves are quiet, so at the latest starvation or a draw comes.
@kernel
def skip_stuck_seats(state: Numbers) -> None:
    """Passes over seats that cannot move, until one can, a famine begins or the match ends."""
    while state[RESULT] == ONGOING and not state[FAMINE] and not can_move(state, state[TURN]):
        pass_turn(state, 0)

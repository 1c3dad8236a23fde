"""Kernels: carrying out orders, battles, reserve knights and skirmishes."""

from meadhall.games.secret_toaster.fast.alliances import bit_count, bonus, friends, leave_alliance
from meadhall.games.secret_toaster.fast.odds import below
from meadhall.games.secret_toaster.fast.tables import (
    DONE,
    FORCE,
    FORTIFY,
    GOAL,
    HOME,
    HOMES,
    KEEP,
    KNIGHT,
    KNIGHTS,
    MOST_SEATS,
    NOBODY,
    NUMBER,
    ORDER,
    ORIGIN,
    OWNER,
    PLAN,
    PLAYING,
    POST,
    PROMOTE,
    RAISED,
    RESERVES,
    SEATS,
    TROOPS,
    TYPE,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
)
from meadhall.kit.compiled import kernel


@kernel
def fight(state: Numbers, attackers: int, defenders: int, lead: int) -> int:
    """A battle to the end: the attackers left, or minus the defenders left."""
    while attackers > 0 and defenders > 0:
        # The attacker's die first: the pure rules throw in the same order.
        roll = below(state, 6)
        if roll + lead > below(state, 6):
            defenders -= 1
        else:
            attackers -= 1
    return attackers if attackers > 0 else -defenders


@kernel
def kill_knights(state: Numbers, seat: int, hex_: int) -> None:
    """Remove all knights of the seat from that hex."""
    if seat == NOBODY:
        return
    # Close the gaps in place, in order: `kept` never overtakes `knight`.
    first, kept = seat * MOST_KNIGHTS, 0
    for knight in range(first, first + state[KNIGHTS + seat]):
        if state[POST + knight] != hex_:
            state[POST + first + kept] = state[POST + knight]
            state[NUMBER + first + kept] = state[NUMBER + knight]
            kept += 1
    state[KNIGHTS + seat] = kept


@kernel
def battle(state: Numbers, hex_: int, attacker: int, defender: int) -> None:
    """All of the attacker's troops on the hex fight all of the defender's."""
    at = TROOPS + hex_ * MOST_SEATS
    against = state[at + defender] if defender != NOBODY else 0
    lead = bonus(state, attacker) - bonus(state, defender)
    left = fight(state, state[at + attacker], against, lead)
    state[at + attacker] = max(0, left)
    if defender != NOBODY:
        state[at + defender] = max(0, -left)
    state[OWNER + hex_] = attacker if left > 0 else defender
    kill_knights(state, defender if left > 0 else attacker, hex_)


@kernel
def add_knight(state: Numbers, seat: int, hex_: int) -> None:
    """Put a new knight of the seat on the hex."""
    knight = seat * MOST_KNIGHTS + state[KNIGHTS + seat]
    state[POST + knight] = hex_
    state[NUMBER + knight] = state[RAISED + seat]
    state[KNIGHTS + seat] += 1
    state[RAISED + seat] += 1


@kernel
def march(state: Numbers, seat: int, knight: int, order: int) -> None:
    """Move the knight with as many troops as ordered or left; foreign land means a battle."""
    start, goal = state[order + ORIGIN], state[order + GOAL]
    own_start, own_goal = TROOPS + start * MOST_SEATS + seat, TROOPS + goal * MOST_SEATS + seat
    moved = min(state[order + FORCE], state[own_start])
    owner = state[OWNER + goal]
    peaceful = owner != NOBODY and friends(state, seat) >> owner & 1
    if moved == 0 and not peaceful:
        return
    state[own_start] -= moved
    state[own_goal] += moved
    state[POST + knight] = goal
    if not peaceful:
        battle(state, goal, seat, owner)


@kernel
def execute(state: Numbers, seat: int, order: int) -> None:
    """Carry out an order, unless its knight is dead or somewhere else."""
    first, knight = seat * MOST_KNIGHTS, NOBODY
    for one in range(first, first + state[KNIGHTS + seat]):
        # By number: a knight's place changes when another one dies.
        if state[NUMBER + one] == state[order + KNIGHT]:
            knight = one
    here = state[order + ORIGIN]
    if knight == NOBODY or state[POST + knight] != here:
        return
    own = TROOPS + state[order + GOAL] * MOST_SEATS + seat
    if state[order + TYPE] == FORTIFY:
        if state[order + GOAL] != CASTLE:
            state[own] += FORTIFY_TROOPS
    elif state[order + TYPE] == PROMOTE:
        if state[own] >= KNIGHT_PRICE and state[KNIGHTS + seat] < MOST_KNIGHTS:
            state[own] -= KNIGHT_PRICE
            add_knight(state, seat, state[order + GOAL])
    else:
        march(state, seat, knight, order)


@kernel
def nth_bit(bits: int, number: int) -> int:
    """The position of the set bit that has `number` set bits below it."""
    for _ in range(number):
        bits &= bits - 1
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@kernel
def carry_out(state: Numbers) -> None:
    """Draw a player who has orders left and carry out the lowest one, until none are left."""
    busy = 0
    for seat in range(state[SEATS]):
        state[DONE + seat] = 0
        if state[WRITTEN + seat]:
            busy |= 1 << seat
    while busy:
        seat = nth_bit(busy, below(state, bit_count(busy)))
        order = PLAN + (seat * MOST_ORDERS + state[DONE + seat]) * ORDER
        state[DONE + seat] += 1
        if state[DONE + seat] == state[WRITTEN + seat]:
            busy &= ~(1 << seat)
        execute(state, seat, order)
    for seat in range(state[SEATS]):
        state[WRITTEN + seat] = 0


@kernel
def return_knights(state: Numbers) -> None:
    """Each player without a knight gets a reserve knight at home, or is eliminated."""
    for seat in range(state[SEATS]):
        if not state[PLAYING + seat] or state[KNIGHTS + seat]:
            continue
        home = NOBODY
        for place in range(HOMES):
            hex_ = HOME[state[KEEP + seat], place]
            if home == NOBODY and state[OWNER + hex_] == seat:
                home = hex_
        if home == NOBODY or state[RESERVES + seat] == 0:
            state[PLAYING + seat] = 0
            leave_alliance(state, seat)
        else:
            state[RESERVES + seat] -= 1
            add_knight(state, seat, home)


@kernel
def seats_present(state: Numbers, hex_: int) -> int:
    """A bit for each seat with troops on the hex."""
    bits, at = 0, TROOPS + hex_ * MOST_SEATS
    for seat in range(state[SEATS]):
        if state[at + seat]:
            bits |= 1 << seat
    return bits


@kernel
def holder(state: Numbers, hex_: int, there: int) -> int:
    """The owner if present, else an ally of the owner who is, else the lowest seat present."""
    owner = state[OWNER + hex_]
    if owner != NOBODY:
        if there >> owner & 1:
            return int(owner)
        if friends(state, owner) & there:
            return nth_bit(friends(state, owner) & there, 0)
    return nth_bit(there, 0)


@kernel
def fight_skirmishes(state: Numbers) -> None:
    """Armies of different alliances on one hex fight until one alliance is left there."""
    for hex_ in range(HEXES):
        there = seats_present(state, hex_)
        # Two or more bits are set.
        while there & (there - 1):
            host = holder(state, hex_, there)
            foes = there & ~friends(state, host)
            if foes == 0:
                break
            battle(state, hex_, nth_bit(foes, below(state, bit_count(foes))), host)
            there = seats_present(state, hex_)

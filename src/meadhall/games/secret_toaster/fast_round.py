"""Kernels of the fast lane: a round's orders carried out, battles, reserve knights, skirmishes."""

from meadhall.games.secret_toaster.board import CASTLE, HEXES
from meadhall.games.secret_toaster.fast_allies import bonus, count, friends, part
from meadhall.games.secret_toaster.fast_odds import below
from meadhall.games.secret_toaster.fast_tables import (
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
from meadhall.games.secret_toaster.types import (
    FORTIFY_TROOPS,
    KNIGHT_PRICE,
    MOST_KNIGHTS,
    MOST_ORDERS,
)
from meadhall.kit.compiled import kernel


@kernel
def exchanges(state: Numbers, attackers: int, defenders: int, lead: int) -> int:
    """Throws until one side has nobody left: what the attacker has, or less than 0, the other."""
    while attackers > 0 and defenders > 0:
        roll = below(state, 6)
        if roll + lead > below(state, 6):
            defenders -= 1
        else:
            attackers -= 1
    return attackers if attackers > 0 else -defenders


@kernel
def slay(state: Numbers, seat: int, hex_: int) -> None:
    """All knights of the seat on that hex die."""
    if seat == NOBODY:
        return
    first, kept = seat * MOST_KNIGHTS, 0
    for knight in range(first, first + state[KNIGHTS + seat]):
        if state[POST + knight] != hex_:
            state[POST + first + kept] = state[POST + knight]
            state[NUMBER + first + kept] = state[NUMBER + knight]
            kept += 1
    state[KNIGHTS + seat] = kept


@kernel
def battle(state: Numbers, hex_: int, attacker: int, defender: int) -> None:
    """All of the attacker's troops on the hex against all of the defender's."""
    at = TROOPS + hex_ * MOST_SEATS
    against = state[at + defender] if defender != NOBODY else 0
    lead = bonus(state, attacker) - bonus(state, defender)
    left = exchanges(state, state[at + attacker], against, lead)
    state[at + attacker] = max(0, left)
    if defender != NOBODY:
        state[at + defender] = max(0, -left)
    state[OWNER + hex_] = attacker if left > 0 else defender
    slay(state, defender if left > 0 else attacker, hex_)


@kernel
def post(state: Numbers, seat: int, hex_: int) -> None:
    """A new knight of the seat stands on the hex."""
    knight = seat * MOST_KNIGHTS + state[KNIGHTS + seat]
    state[POST + knight] = hex_
    state[NUMBER + knight] = state[RAISED + seat]
    state[KNIGHTS + seat] += 1
    state[RAISED + seat] += 1


@kernel
def march(state: Numbers, seat: int, knight: int, order: int) -> None:
    """The knight goes, with as many troops as ordered or left; into foreign land, to battle."""
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
    """An order is carried out, unless its knight is dead or elsewhere."""
    first, knight = seat * MOST_KNIGHTS, NOBODY
    for one in range(first, first + state[KNIGHTS + seat]):
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
            post(state, seat, state[order + GOAL])
    else:
        march(state, seat, knight, order)


@kernel
def nth(bits: int, number: int) -> int:
    """The place of the bit that has so many set ones below it."""
    for _ in range(number):
        bits &= bits - 1
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


@kernel
def carry_out(state: Numbers) -> None:
    """Draw a player among those with orders left, carry out the lowest, until none are left."""
    busy = 0
    for seat in range(state[SEATS]):
        state[DONE + seat] = 0
        if state[WRITTEN + seat]:
            busy |= 1 << seat
    while busy:
        seat = nth(busy, below(state, count(busy)))
        order = PLAN + (seat * MOST_ORDERS + state[DONE + seat]) * ORDER
        state[DONE + seat] += 1
        if state[DONE + seat] == state[WRITTEN + seat]:
            busy &= ~(1 << seat)
        execute(state, seat, order)
    for seat in range(state[SEATS]):
        state[WRITTEN + seat] = 0


@kernel
def reentry(state: Numbers) -> None:
    """Who has no knight left gets a reserve knight at home, or is out."""
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
            part(state, seat)
        else:
            state[RESERVES + seat] -= 1
            post(state, seat, home)


@kernel
def present(state: Numbers, hex_: int) -> int:
    """A bit for each seat with troops on the hex."""
    bits, at = 0, TROOPS + hex_ * MOST_SEATS
    for seat in range(state[SEATS]):
        if state[at + seat]:
            bits |= 1 << seat
    return bits


@kernel
def holder(state: Numbers, hex_: int, there: int) -> int:
    """The owner if present, else a present ally of the owner, else the lowest seat present."""
    owner = state[OWNER + hex_]
    if owner != NOBODY:
        if there >> owner & 1:
            return int(owner)
        if friends(state, owner) & there:
            return nth(friends(state, owner) & there, 0)
    return nth(there, 0)


@kernel
def skirmishes(state: Numbers) -> None:
    """Stacks of several alliances on one hex fight until one alliance is left there."""
    for hex_ in range(HEXES):
        there = present(state, hex_)
        while there & (there - 1):
            host = holder(state, hex_, there)
            foes = there & ~friends(state, host)
            if foes == 0:
                break
            battle(state, hex_, nth(foes, below(state, count(foes))), host)
            there = present(state, hex_)

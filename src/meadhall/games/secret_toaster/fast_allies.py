"""Kernels of the fast lane: who is allied with whom, and how that changes."""

from meadhall.games.secret_toaster.fast_tables import (
    ALLIANCES,
    ALLIED,
    ASKING,
    FOUNDED,
    JOINED,
    JOININGS,
    NAMED,
    NEUTRAL_BONUS,
    NOBODY,
    SEATS,
    Numbers,
)
from meadhall.kit.compiled import kernel


@kernel
def members(state: Numbers, alliance: int) -> int:
    """A bit for each member of the alliance."""
    bits = 0
    for seat in range(state[SEATS]):
        if state[ALLIED + seat] == alliance:
            bits |= 1 << seat
    return bits


@kernel
def count(bits: int) -> int:
    """How many bits are set."""
    many = 0
    while bits:
        bits &= bits - 1
        many += 1
    return many


@kernel
def friends(state: Numbers, seat: int) -> int:
    """A bit for the seat and each of its allies."""
    if state[ALLIED + seat] == NOBODY:
        return 1 << seat
    return members(state, state[ALLIED + seat])


@kernel
def bonus(state: Numbers, seat: int) -> int:
    """What a side adds to its dice."""
    if seat == NOBODY or state[ALLIED + seat] == NOBODY:
        return NEUTRAL_BONUS
    return count(members(state, state[ALLIED + seat]))


@kernel
def leader(state: Numbers, alliance: int) -> int:
    """Who has been in the alliance for longest."""
    first = NOBODY
    for seat in range(state[SEATS]):
        if state[ALLIED + seat] == alliance and (
            first == NOBODY or state[JOINED + seat] < state[JOINED + first]
        ):
            first = seat
    return first


@kernel
def settle(state: Numbers, seat: int) -> None:
    """The seat asks for no alliance any more."""
    for alliance in range(state[ALLIANCES]):
        state[ASKING + alliance] &= ~(1 << seat)


@kernel
def part(state: Numbers, seat: int) -> None:
    """The seat is in no alliance and asks for none; an emptied alliance is gone."""
    left = state[ALLIED + seat]
    state[ALLIED + seat] = NOBODY
    settle(state, seat)
    if left == NOBODY or members(state, left):
        return
    state[ALLIANCES] -= 1
    for alliance in range(left, state[ALLIANCES]):
        state[NAMED + alliance] = state[NAMED + alliance + 1]
        state[ASKING + alliance] = state[ASKING + alliance + 1]
    for other in range(state[SEATS]):
        if state[ALLIED + other] > left:
            state[ALLIED + other] -= 1


@kernel
def join(state: Numbers, seat: int, alliance: int) -> None:
    """The seat is the alliance's youngest member."""
    state[ALLIED + seat] = alliance
    state[JOINED + seat] = state[JOININGS]
    state[JOININGS] += 1


@kernel
def accept(state: Numbers, seat: int, guest: int) -> None:
    """The guest leaves its alliance for that of the seat, and neither asks for any other."""
    alliance = state[ALLIED + seat]
    name = state[NAMED + alliance]
    settle(state, seat)
    part(state, guest)
    if alliance == state[ALLIANCES] or state[NAMED + alliance] != name:
        alliance -= 1  # the one that was left is gone from the list
    join(state, guest, alliance)


@kernel
def found(state: Numbers, seat: int) -> None:
    """The seat leaves its alliance and stands alone in a new one."""
    part(state, seat)
    alliance = state[ALLIANCES]
    state[NAMED + alliance] = state[FOUNDED]
    state[ASKING + alliance] = 0
    state[ALLIANCES] += 1
    state[FOUNDED] += 1
    join(state, seat, alliance)

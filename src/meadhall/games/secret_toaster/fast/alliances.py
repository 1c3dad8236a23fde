"""Kernels: who is allied with whom, and how that changes."""

from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_ID,
    ALLIANCES,
    ALLIED,
    ASKING,
    FOUNDED,
    JOINED,
    JOININGS,
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
def bit_count(bits: int) -> int:
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
    return bit_count(members(state, state[ALLIED + seat]))


@kernel
def leader(state: Numbers, alliance: int) -> int:
    """The member who joined first."""
    first = NOBODY
    for seat in range(state[SEATS]):
        if state[ALLIED + seat] == alliance and (
            first == NOBODY or state[JOINED + seat] < state[JOINED + first]
        ):
            first = seat
    return first


@kernel
def cancel_requests(state: Numbers, seat: int) -> None:
    """The seat asks to join no alliance any more."""
    for alliance in range(state[ALLIANCES]):
        state[ASKING + alliance] &= ~(1 << seat)


@kernel
def leave_alliance(state: Numbers, seat: int) -> None:
    """The seat is in no alliance and asks to join none; an empty alliance is removed."""
    left = state[ALLIED + seat]
    state[ALLIED + seat] = NOBODY
    cancel_requests(state, seat)
    if left == NOBODY or members(state, left):
        return
    # Alliances are known by their place, so those after the removed one move up by one.
    state[ALLIANCES] -= 1
    for alliance in range(left, state[ALLIANCES]):
        state[ALLIANCE_ID + alliance] = state[ALLIANCE_ID + alliance + 1]
        state[ASKING + alliance] = state[ASKING + alliance + 1]
    for other in range(state[SEATS]):
        if state[ALLIED + other] > left:
            state[ALLIED + other] -= 1


@kernel
def join(state: Numbers, seat: int, alliance: int) -> None:
    """The seat becomes the newest member of the alliance."""
    state[ALLIED + seat] = alliance
    state[JOINED + seat] = state[JOININGS]
    state[JOININGS] += 1


@kernel
def accept(state: Numbers, seat: int, guest: int) -> None:
    """The guest leaves its alliance for the seat's; neither asks to join another any more."""
    alliance = state[ALLIED + seat]
    name = state[ALLIANCE_ID + alliance]
    cancel_requests(state, seat)
    leave_alliance(state, guest)
    if alliance == state[ALLIANCES] or state[ALLIANCE_ID + alliance] != name:
        alliance -= 1  # the guest's old alliance was before it and is gone
    join(state, guest, alliance)


@kernel
def create(state: Numbers, seat: int) -> None:
    """The seat leaves its alliance and is alone in a new one."""
    leave_alliance(state, seat)
    alliance = state[ALLIANCES]
    state[ALLIANCE_ID + alliance] = state[FOUNDED]
    state[ASKING + alliance] = 0
    state[ALLIANCES] += 1
    state[FOUNDED] += 1
    join(state, seat, alliance)

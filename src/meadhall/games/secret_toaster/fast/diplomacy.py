"""Kernels: whom a policy allies with, as in `bots/diplomacy.py`."""

from meadhall.games.secret_toaster.bots.diplomacy import (
    FIRST_ALLIANCE,
    POWER_OF_HEX,
    POWER_OF_KNIGHT,
)
from meadhall.games.secret_toaster.fast.alliances import accept, bit_count, create, leader, members
from meadhall.games.secret_toaster.fast.ending import land
from meadhall.games.secret_toaster.fast.round import nth_bit
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_SIZE,
    ALLIANCES,
    ALLIED,
    ASKING,
    KNIGHTS,
    MOST_SEATS,
    NOBODY,
    OWNER,
    ROUND,
    S_DIPLOMATIC,
    SEATS,
    STYLE,
    STYLE_TABLE,
    TROOPS,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES
from meadhall.kit.compiled import kernel


@kernel
def power(state: Numbers, seat: int) -> int:
    """How strong a player is, from what everybody can see."""
    troops = 0
    for hex_ in range(HEXES):
        troops += state[TROOPS + hex_ * MOST_SEATS + seat]
    return int(
        troops + POWER_OF_HEX * land(state, 1 << seat) + POWER_OF_KNIGHT * state[KNIGHTS + seat]
    )


@kernel
def power_of(state: Numbers, alliance: int) -> int:
    """The power of the alliance's strongest member."""
    best = 0
    for seat in range(state[SEATS]):
        if state[ALLIED + seat] == alliance:
            best = max(best, power(state, seat))
    return best


@kernel
def has_room(state: Numbers, alliance: int) -> bool:
    """Whether the alliance can take another member."""
    return bool(bit_count(members(state, alliance)) < state[ALLIANCE_SIZE])


@kernel
def can_ask(state: Numbers, seat: int, alliance: int) -> bool:
    """Whether the seat may ask to join the alliance."""
    if alliance == state[ALLIED + seat] or state[ASKING + alliance] >> seat & 1:
        return False
    return has_room(state, alliance)


@kernel
def best_guest(state: Numbers, seat: int, least: int) -> int:
    """The strongest player who asks to join the seat's alliance, if strong enough."""
    # Below, `>` keeps the lowest seat among equals, as the pure policy does.
    own, best, strongest = state[ALLIED + seat], NOBODY, least - 1
    if leader(state, own) != seat or not has_room(state, own):
        return NOBODY
    for guest in range(state[SEATS]):
        if state[ASKING + own] >> guest & 1 and power(state, guest) > strongest:
            best, strongest = guest, power(state, guest)
    return best


@kernel
def weak_member(state: Numbers, seat: int, strong: int) -> int:
    """An ally who has become too weak."""
    for other in range(state[SEATS]):
        allied = other != seat and state[ALLIED + other] == state[ALLIED + seat]
        if allied and 2 * power(state, other) < strong:
            return other
    return NOBODY


@kernel
def accept_or_ask_anyone(state: Numbers, seat: int) -> bool:
    """Accept anyone who asks; else ask the holder of the castle, then the others one by one."""
    own, holder = state[ALLIED + seat], state[OWNER + CASTLE]
    if state[ASKING + own] and has_room(state, own):
        accept(state, seat, nth_bit(state[ASKING + own], 0))
        return True
    wanted = state[ALLIED + holder] if holder != NOBODY else NOBODY
    for alliance in range(state[ALLIANCES]):
        if (wanted == NOBODY or not can_ask(state, seat, wanted)) and can_ask(
            state, seat, alliance
        ):
            wanted = alliance
    if wanted == NOBODY or not can_ask(state, seat, wanted):
        return False
    state[ASKING + wanted] |= 1 << seat
    return True


@kernel
def ask_strongest(state: Numbers, seat: int) -> bool:
    """Ask the strongest alliance, unless a request is still open or all are too weak."""
    best, strongest = NOBODY, -1
    for alliance in range(state[ALLIANCES]):
        if state[ASKING + alliance] >> seat & 1:
            return False
        if can_ask(state, seat, alliance) and power_of(state, alliance) > strongest:
            best, strongest = alliance, power_of(state, alliance)
    if best == NOBODY or 3 * strongest < 2 * power(state, seat):
        return False
    state[ASKING + best] |= 1 << seat
    return True


@kernel
def make_treaty(state: Numbers, seat: int) -> bool:
    """Accept or ask the strongest, or part from a weak ally; whether anything was done."""
    own = state[ALLIED + seat]
    alone = bit_count(members(state, own)) == 1
    if STYLE_TABLE[state[STYLE + seat], S_DIPLOMATIC] and alone:
        return accept_or_ask_anyone(state, seat)
    if state[ROUND] < FIRST_ALLIANCE:
        return False
    strong = power(state, seat) * 2 // 3
    guest = best_guest(state, seat, strong)
    if guest != NOBODY:
        accept(state, seat, guest)
        return True
    weak = weak_member(state, seat, strong)
    if weak != NOBODY:
        create(state, weak if leader(state, own) == seat else seat)
        return True
    return alone and ask_strongest(state, seat)

"""Kernels of the fast lane: treaties, imagined worlds, and playing on as commanders do."""

from meadhall.core.simulate import DECIDED
from meadhall.games.secret_toaster.board import CASTLE, HEXES
from meadhall.games.secret_toaster.fast_allies import accept, count, found, leader, members
from meadhall.games.secret_toaster.fast_marshal import command
from meadhall.games.secret_toaster.fast_odds import below
from meadhall.games.secret_toaster.fast_round import nth
from meadhall.games.secret_toaster.fast_tables import (
    ALLIANCES,
    ALLIED,
    ASKING,
    BY_OBJECTIVES,
    KINGMAKER,
    KNIGHTS,
    LEFT,
    MOST_SEATS,
    NOBODY,
    OBJECTIVE,
    OPEN,
    OWNER,
    PLAYING,
    READY,
    RESULT,
    ROOM,
    ROUND,
    SEATS,
    T_COURTLY,
    TEMPER,
    TEMPER_NAMES,
    TEMPER_TABLE,
    THREATENING,
    THREATS,
    TROOPS,
    WRITTEN,
    Numbers,
)
from meadhall.games.secret_toaster.fast_victory import evaluate, land, met, resolve
from meadhall.games.secret_toaster.marshal import FIRST_ALLIANCE, POWER_OF_HEX, POWER_OF_KNIGHT
from meadhall.games.secret_toaster.types import MOST_ORDERS
from meadhall.games.secret_toaster.victory import KINGMAKERS, MOST_DEALS, OTHERS
from meadhall.kit.compiled import kernel

MARSHAL = 0
KINDS = len(OTHERS)
DUEL = 2
COURTIER = TEMPER_NAMES.index("courtier")
WHIMS = 4  # one commander in four is imagined to be of any temper
COURTESY = 2  # every other one of the rest is imagined to be glad of any ally,
PAIRS = 4  # up to so many players: an alliance is a pair then, and who is first has it


@kernel
def power(state: Numbers, seat: int) -> int:
    """How strong a player is, by what everybody sees."""
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
    """Whether another member may be let in."""
    return bool(count(members(state, alliance)) < (state[SEATS] + 1) // 2)


@kernel
def can_ask(state: Numbers, seat: int, alliance: int) -> bool:
    """Whether the seat may ask to be let into the alliance."""
    if alliance == state[ALLIED + seat] or state[ASKING + alliance] >> seat & 1:
        return False
    return has_room(state, alliance)


@kernel
def best_guest(state: Numbers, seat: int, least: int) -> int:
    """The strongest of those who ask the seat to be let in and are strong enough."""
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
def courtesy(state: Numbers, seat: int) -> bool:
    """Let in whoever asks; else ask the holder of the castle, then the others, one by one."""
    own, holder = state[ALLIED + seat], state[OWNER + CASTLE]
    if state[ASKING + own] and has_room(state, own):
        accept(state, seat, nth(state[ASKING + own], 0))
        return True
    wooed = state[ALLIED + holder] if holder != NOBODY else NOBODY
    for alliance in range(state[ALLIANCES]):
        if (wooed == NOBODY or not can_ask(state, seat, wooed)) and can_ask(state, seat, alliance):
            wooed = alliance
    if wooed == NOBODY or not can_ask(state, seat, wooed):
        return False
    state[ASKING + wooed] |= 1 << seat
    return True


@kernel
def court(state: Numbers, seat: int) -> bool:
    """Ask the strongest alliance, one at a time."""
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
def treat(state: Numbers, seat: int) -> bool:
    """The seat takes in or seeks the strongest, or parts from the weak; whether it did."""
    own = state[ALLIED + seat]
    alone = count(members(state, own)) == 1
    if TEMPER_TABLE[state[TEMPER + seat], T_COURTLY] and alone:
        return courtesy(state, seat)
    if state[ROUND] < FIRST_ALLIANCE:
        return False
    strong = power(state, seat) * 2 // 3
    guest = best_guest(state, seat, strong)
    if guest != NOBODY:
        accept(state, seat, guest)
        return True
    weak = weak_member(state, seat, strong)
    if weak != NOBODY:
        found(state, weak if leader(state, own) == seat else seat)
        return True
    return alone and court(state, seat)


@kernel
def shuffle(state: Numbers, first: int, many: int) -> None:
    """So many numbers of the array, in a random order."""
    for last in range(many - 1, 0, -1):
        pick = below(state, last + 1)
        state[first + last], state[first + pick] = state[first + pick], state[first + last]


@kernel
def believable(state: Numbers) -> bool:
    """Whether all who are known to threaten to win meet the objectives that they have here."""
    for number in range(state[THREATS]):
        group = state[THREATENING + number]
        if met(state, group) < count(group):
            return False
    return True


@kernel
def deal(state: Numbers, viewer: int) -> None:
    """Objectives as they may have been dealt, by what the viewer knows."""
    known, deals = state[OBJECTIVE + viewer], 0
    while True:
        deals += 1
        for seat in range(KINGMAKERS):
            state[OBJECTIVE + seat] = KINGMAKER
        for kind in range(KINDS):
            state[OBJECTIVE + KINGMAKERS + kind] = LEFT + kind
        shuffle(state, OBJECTIVE + KINGMAKERS, KINDS)
        state[OBJECTIVE + MOST_SEATS - 1] = LEFT + below(state, KINDS)
        shuffle(state, OBJECTIVE, state[SEATS])
        if state[OBJECTIVE + viewer] == known and (deals > MOST_DEALS or believable(state)):
            return


@kernel
def imagine(state: Numbers, viewer: int) -> None:
    """What the viewer cannot see is drawn: others' tempers and objectives.

    Their orders will be written as such commanders write them.
    """
    for seat in range(state[SEATS]):
        if seat != viewer and below(state, WHIMS) == 0:
            state[TEMPER + seat] = below(state, len(TEMPER_TABLE))
        elif seat != viewer and state[SEATS] <= PAIRS and below(state, COURTESY) == 0:
            state[TEMPER + seat] = COURTIER
    if state[BY_OBJECTIVES]:
        deal(state, viewer)


@kernel
def play_round(state: Numbers, table: Numbers) -> None:
    """Everybody makes treaties and writes orders, the seats one after the other; then it is war."""
    for seat in range(state[SEATS]):
        if not state[PLAYING + seat]:
            continue
        if not state[READY + seat]:
            courtly = TEMPER_TABLE[state[TEMPER + seat], T_COURTLY]
            treating = state[SEATS] > DUEL and (courtly or not state[WRITTEN + seat])
            while treating and treat(state, seat):
                pass
        command(state, table, seat)
    resolve(state)
    for seat in range(state[SEATS]):
        state[ROOM + seat] = MOST_ORDERS


@kernel
def play_on(state: Numbers, table: Numbers, viewer: int, plies: int) -> int:
    """How the viewer stands after so many actions of its own; others' secrets are imagined."""
    imagine(state, viewer)
    played = 0
    while state[RESULT] == OPEN and played < plies:
        written = state[WRITTEN + viewer]
        play_round(state, table)
        played += MOST_ORDERS + 1 - written
        state[TEMPER + viewer] = MARSHAL
    if state[RESULT] == OPEN:
        return evaluate(state, viewer)
    if state[RESULT] == 0:
        return 0
    return DECIDED if state[RESULT] >> viewer & 1 else -DECIDED

"""Kernels: the end of a round, as in `rules/ending.py` and `rules/objectives.py`."""

from meadhall.games.secret_toaster.fast.alliances import bit_count, members
from meadhall.games.secret_toaster.fast.round import carry_out, fight_skirmishes, return_knights
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_ID,
    ALLIANCES,
    ALLIED,
    BY_OBJECTIVES,
    CIRCLE,
    CROWN,
    CROWN_FOR,
    DEFENCE,
    DEFENDER,
    EXPANSION,
    HOME,
    HOMES,
    KEEP,
    KINGMAKER,
    LAND,
    LEFT,
    MOST_SEATS,
    NO_OBJECTIVE,
    NOBODY,
    OBJECTIVE,
    OPEN,
    OWNER,
    PLAYING,
    RAID,
    READY,
    RESULT,
    ROUND,
    ROUND_LIMIT,
    SEATS,
    SHARED_CASTLE,
    THREAT,
    THREAT_MEMBERS,
    THREATS,
    TROOPS,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES
from meadhall.games.secret_toaster.types import CROWN_ROUNDS
from meadhall.kit.compiled import kernel


@kernel
def last_alliance(state: Numbers) -> int:
    """The seats in play if they are all in one alliance, else `OPEN`."""
    living, alliance = 0, NOBODY
    for seat in range(state[SEATS]):
        if state[PLAYING + seat]:
            if living and state[ALLIED + seat] != alliance:
                return OPEN
            living |= 1 << seat
            alliance = state[ALLIED + seat]
    return living


@kernel
def homes(state: Numbers, seat: int, whose: int) -> int:
    """How many hexes of somebody's homeland the seat owns."""
    owned = 0
    for place in range(HOMES):
        owned += state[OWNER + HOME[state[KEEP + whose], place]] == seat
    return owned


@kernel
def land(state: Numbers, seats: int) -> int:
    """How many hexes these seats own."""
    owned = 0
    for hex_ in LAND:
        owner = state[OWNER + hex_]
        owned += owner != NOBODY and seats >> owner & 1
    return owned


@kernel
def neighbour(state: Numbers, seat: int, step: int) -> int:
    """The player with the next occupied homeland, clockwise (+1) or counter-clockwise (-1)."""
    place = CIRCLE[state[KEEP + seat]]
    # The last of these steps is back at the seat itself.
    for _ in range(MOST_SEATS):
        place = (place + step) % MOST_SEATS
        for other in range(state[SEATS]):
            if CIRCLE[state[KEEP + other]] == place:
                return other
    return seat


@kernel
def holds_castle(state: Numbers, seat: int) -> bool:
    """Whether the seat owns the castle, or an ally does where that counts."""
    owner = state[OWNER + CASTLE]
    if owner == NOBODY or not state[SHARED_CASTLE]:
        return bool(owner == seat)
    return bool(owner == seat or state[ALLIED + owner] == state[ALLIED + seat] != NOBODY)


@kernel
def is_met(state: Numbers, seat: int) -> bool:
    """Whether the seat meets its objective now."""
    objective = state[OBJECTIVE + seat]
    if objective == NO_OBJECTIVE:
        return False
    if objective == KINGMAKER:
        return holds_castle(state, seat)
    if objective == DEFENDER:
        return homes(state, seat, seat) == HOMES and land(state, 1 << seat) >= state[DEFENCE]
    victim = neighbour(state, seat, 1 if objective == LEFT else -1)
    enough = land(state, 1 << seat) >= state[EXPANSION]
    return bool(enough and homes(state, seat, victim) >= state[RAID])


@kernel
def met_count(state: Numbers, seats: int) -> int:
    """How many of these seats meet their objectives."""
    met = 0
    for seat in range(state[SEATS]):
        met += seats >> seat & 1 and is_met(state, seat)
    return met


@kernel
def was_threat(state: Numbers, name: int, group: int) -> bool:
    """Whether the alliance met its objectives a round ago, with the same members."""
    for number in range(state[THREATS]):
        if state[THREAT + number] == name and state[THREAT_MEMBERS + number] == group:
            return True
    return False


@kernel
def meets_all(state: Numbers, group: int) -> bool:
    """Whether the group has at least two members and all of them meet their objectives."""
    return bit_count(group) > 1 and met_count(state, group) == bit_count(group)


@kernel
def objective_winners(state: Numbers) -> int:
    """The alliance that wins by objectives; of several, the one that owns the castle."""
    owner, winners, lords, qualified = state[OWNER + CASTLE], 0, 0, 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        if meets_all(state, group) and was_threat(state, state[ALLIANCE_ID + alliance], group):
            winners, qualified = group, qualified + 1
            if owner != NOBODY and group >> owner & 1:
                lords = group
    return winners if qualified == 1 else lords


@kernel
def check_objectives(state: Numbers) -> None:
    """Alliances that met all objectives last round too win; the others threaten to."""
    winners = objective_winners(state)
    if winners:
        state[RESULT] = winners
        return
    state[THREATS] = 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        if meets_all(state, group):
            state[THREAT + state[THREATS]] = state[ALLIANCE_ID + alliance]
            state[THREAT_MEMBERS + state[THREATS]] = group
            state[THREATS] += 1


@kernel
def check_crown(state: Numbers) -> None:
    """Count the rounds in a row that one alliance has held the castle."""
    owner = state[OWNER + CASTLE]
    if owner == NOBODY or state[ALLIED + owner] == NOBODY:
        state[CROWN], state[CROWN_FOR] = NOBODY, 0
        return
    alliance = state[ALLIED + owner]
    name = state[ALLIANCE_ID + alliance]
    state[CROWN_FOR] = state[CROWN_FOR] + 1 if state[CROWN] == name else 1
    state[CROWN] = name
    if state[CROWN_FOR] >= CROWN_ROUNDS:
        state[RESULT] = members(state, alliance)


@kernel
def first_in_rank(state: Numbers) -> int:
    """The best alliance by castle, objectives, hexes, troops; 0 if two are equal."""
    best, winners = (-1, 0, 0, 0), 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        owner, troops = state[OWNER + CASTLE], 0
        for hex_ in range(HEXES):
            for seat in range(state[SEATS]):
                if group >> seat & 1:
                    troops += state[TROOPS + hex_ * MOST_SEATS + seat]
        castle = int(owner != NOBODY and group >> owner & 1)
        rank = (castle, met_count(state, group), land(state, group), int(troops))
        if rank > best:
            best, winners = rank, group
        elif rank == best:
            # A draw, unless a later alliance ranks above both.
            winners = 0
    return winners


@kernel
def check_ending(state: Numbers) -> None:
    """The checks at the end of a round, in their order."""
    state[RESULT] = last_alliance(state)
    if state[RESULT] == OPEN:
        if state[BY_OBJECTIVES]:
            check_objectives(state)
        else:
            check_crown(state)
    if state[RESULT] == OPEN and state[ROUND] + 1 >= state[ROUND_LIMIT]:
        state[RESULT] = first_in_rank(state)


@kernel
def resolve_round(state: Numbers) -> None:
    """Carry out the round, check for an ending, and begin the next round."""
    carry_out(state)
    return_knights(state)
    fight_skirmishes(state)
    check_ending(state)
    state[ROUND] += 1
    for seat in range(state[SEATS]):
        state[READY + seat] = 0

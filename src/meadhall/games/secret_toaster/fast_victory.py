"""Kernels of the fast lane: what a round's end decides, and how good a position is."""

from meadhall.games.secret_toaster.board import CASTLE, HEXES
from meadhall.games.secret_toaster.evaluate import (
    CASTLE_HELD,
    CROWN_ROUND,
    DEAD,
    HEX,
    KEEP_HELD,
    KNIGHT_ALIVE,
    NEAR,
    OBJECTIVE_MET,
    RESERVE,
    THREATENS,
)
from meadhall.games.secret_toaster.fast_allies import count, members
from meadhall.games.secret_toaster.fast_round import carry_out, reentry, skirmishes
from meadhall.games.secret_toaster.fast_tables import (
    ALLIANCES,
    ALLIED,
    BY_OBJECTIVES,
    CIRCLE,
    CROWN,
    CROWN_FOR,
    DEFENDER,
    HOME,
    HOMES,
    KEEP,
    KINGMAKER,
    KNIGHTS,
    LAND,
    LEFT,
    MOST_SEATS,
    NAMED,
    NO_OBJECTIVE,
    NOBODY,
    OBJECTIVE,
    OPEN,
    OWNER,
    PLAYING,
    READY,
    RESERVES,
    RESULT,
    ROUND,
    ROUND_LIMIT,
    SEATS,
    STEPS,
    THREAT,
    THREATENING,
    THREATS,
    TROOPS,
    Numbers,
)
from meadhall.games.secret_toaster.types import CROWN_ROUNDS
from meadhall.games.secret_toaster.victory import EXPANSION, FOREIGN_HOMES
from meadhall.kit.compiled import kernel


@kernel
def standing_alone(state: Numbers) -> int:
    """The seats in play, if they are all in one alliance."""
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
    """Whose homeland is the next occupied one, clockwise (+1) or against the clock (-1)."""
    place = CIRCLE[state[KEEP + seat]]
    for _ in range(MOST_SEATS):
        place = (place + step) % MOST_SEATS
        for other in range(state[SEATS]):
            if CIRCLE[state[KEEP + other]] == place:
                return other
    return seat


@kernel
def holds(state: Numbers, seat: int) -> bool:
    """Whether the seat meets its objective now."""
    objective = state[OBJECTIVE + seat]
    if objective == NO_OBJECTIVE:
        return False
    if objective == KINGMAKER:
        return bool(state[OWNER + CASTLE] == seat)
    if objective == DEFENDER:
        return homes(state, seat, seat) == HOMES
    victim = neighbour(state, seat, 1 if objective == LEFT else -1)
    return land(state, 1 << seat) >= EXPANSION and homes(state, seat, victim) >= FOREIGN_HOMES


@kernel
def met(state: Numbers, seats: int) -> int:
    """How many of these seats meet their objectives."""
    many = 0
    for seat in range(state[SEATS]):
        many += seats >> seat & 1 and holds(state, seat)
    return many


@kernel
def threatened(state: Numbers, name: int, group: int) -> bool:
    """Whether the alliance, with the same members, met its objectives a round ago."""
    for number in range(state[THREATS]):
        if state[THREAT + number] == name and state[THREATENING + number] == group:
            return True
    return False


@kernel
def is_content(state: Numbers, group: int) -> bool:
    """At least two members, and the objectives of all hold."""
    return count(group) > 1 and met(state, group) == count(group)


@kernel
def qualified(state: Numbers) -> int:
    """Who wins by objectives; of several alliances the one that owns the castle."""
    owner, winners, lords, many = state[OWNER + CASTLE], 0, 0, 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        if is_content(state, group) and threatened(state, state[NAMED + alliance], group):
            winners, many = group, many + 1
            if owner != NOBODY and group >> owner & 1:
                lords = group
    return winners if many == 1 else lords


@kernel
def judge_objectives(state: Numbers) -> None:
    """Alliances whose objectives all hold win if they did so before, and else threaten to."""
    winners = qualified(state)
    if winners:
        state[RESULT] = winners
        return
    state[THREATS] = 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        if is_content(state, group):
            state[THREAT + state[THREATS]] = state[NAMED + alliance]
            state[THREATENING + state[THREATS]] = group
            state[THREATS] += 1


@kernel
def judge_crown(state: Numbers) -> None:
    """The alliance that owns the castle is a round nearer to winning."""
    owner = state[OWNER + CASTLE]
    if owner == NOBODY or state[ALLIED + owner] == NOBODY:
        state[CROWN], state[CROWN_FOR] = NOBODY, 0
        return
    alliance = state[ALLIED + owner]
    name = state[NAMED + alliance]
    state[CROWN_FOR] = state[CROWN_FOR] + 1 if state[CROWN] == name else 1
    state[CROWN] = name
    if state[CROWN_FOR] >= CROWN_ROUNDS:
        state[RESULT] = members(state, alliance)


@kernel
def first_in_rank(state: Numbers) -> int:
    """The best alliance by castle, objectives, hexes, troops; nobody if two are equal."""
    best, winners = (-1, 0, 0, 0), 0
    for alliance in range(state[ALLIANCES]):
        group = members(state, alliance)
        owner, troops = state[OWNER + CASTLE], 0
        for hex_ in range(HEXES):
            for seat in range(state[SEATS]):
                if group >> seat & 1:
                    troops += state[TROOPS + hex_ * MOST_SEATS + seat]
        castle = int(owner != NOBODY and group >> owner & 1)
        rank = (castle, met(state, group), land(state, group), int(troops))
        if rank > best:
            best, winners = rank, group
        elif rank == best:
            winners = 0
    return winners


@kernel
def judge(state: Numbers) -> None:
    """The checks of a round's end, in their order."""
    state[RESULT] = standing_alone(state)
    if state[RESULT] == OPEN:
        if state[BY_OBJECTIVES]:
            judge_objectives(state)
        else:
            judge_crown(state)
    if state[RESULT] == OPEN and state[ROUND] + 1 >= state[ROUND_LIMIT]:
        state[RESULT] = first_in_rank(state)


@kernel
def resolve(state: Numbers) -> None:
    """The round is carried out and judged, and the next one begins."""
    carry_out(state)
    reentry(state)
    skirmishes(state)
    judge(state)
    state[ROUND] += 1
    for seat in range(state[SEATS]):
        state[READY + seat] = 0


@kernel
def strength(state: Numbers, seat: int) -> int:
    """Troops, the nearer to the castle the better, land, knights and reserves."""
    score = HEX * land(state, 1 << seat) + KNIGHT_ALIVE * state[KNIGHTS + seat]
    score += RESERVE * state[RESERVES + seat]
    if state[OWNER + state[KEEP + seat]] == seat:
        score += KEEP_HELD
    for hex_ in LAND:
        troops = state[TROOPS + hex_ * MOST_SEATS + seat]
        score += troops * (10 - min(NEAR, STEPS[CASTLE, hex_])) // 10
    return int(score)


@kernel
def standing(state: Numbers, alliance: int) -> int:
    """What the alliance has of what wins, and the strength of its members."""
    group, name = members(state, alliance), state[NAMED + alliance]
    owner = state[OWNER + CASTLE]
    score = OBJECTIVE_MET * met(state, group)
    for seat in range(state[SEATS]):
        if group >> seat & 1:
            score += strength(state, seat)
    if owner != NOBODY and group >> owner & 1:
        score += CASTLE_HELD
    if state[CROWN] == name and not state[BY_OBJECTIVES]:
        score += CROWN_ROUND * state[CROWN_FOR]
    for number in range(state[THREATS]):
        if state[THREAT + number] == name:
            score += THREATENS
    return int(score)


@kernel
def evaluate(state: Numbers, seat: int) -> int:
    """Larger is better for the seat."""
    own = state[ALLIED + seat]
    if own == NOBODY:
        return DEAD
    best, found = 0, False
    for alliance in range(state[ALLIANCES]):
        if alliance != own:
            score = standing(state, alliance)
            best = max(best, score) if found else score
            found = True
    return 2 * standing(state, own) - 2 * best + strength(state, seat)

"""Kernels: how good a position is, as in `bots/evaluate.py`."""

from meadhall.games.secret_toaster.bots.evaluate import (
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
from meadhall.games.secret_toaster.fast.alliances import members
from meadhall.games.secret_toaster.fast.ending import land, met_count
from meadhall.games.secret_toaster.fast.tables import (
    ALLIANCE_ID,
    ALLIANCES,
    ALLIED,
    BY_OBJECTIVES,
    CROWN,
    CROWN_FOR,
    KEEP,
    KNIGHTS,
    LAND,
    MOST_SEATS,
    NOBODY,
    OWNER,
    RESERVES,
    SEATS,
    STEPS,
    THREAT,
    THREATS,
    TROOPS,
    Numbers,
)
from meadhall.games.secret_toaster.rules.board import CASTLE
from meadhall.kit.compiled import kernel


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
    """What brings the alliance closer to winning, and the strength of its members."""
    group, name = members(state, alliance), state[ALLIANCE_ID + alliance]
    owner = state[OWNER + CASTLE]
    score = OBJECTIVE_MET * met_count(state, group)
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
    """The score of the position for the seat; larger is better."""
    own = state[ALLIED + seat]
    if own == NOBODY:
        return DEAD
    best, any_other = 0, False
    for alliance in range(state[ALLIANCES]):
        if alliance != own:
            score = standing(state, alliance)
            best = max(best, score) if any_other else score
            any_other = True
    return 2 * standing(state, own) - 2 * best + strength(state, seat)
